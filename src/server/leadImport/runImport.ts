import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import type { ImportCounts } from '../../machines/leadImport.ts'
import { open, type Prospect } from '../customers/vault.ts'
import { importMany } from '../lead/importLeads.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** The rows of one part. A part waits several times until all of it is stored, so that small ones take longer. */
const atATime = 2_000

/**
 * Imports the next rows of a confirmed file, and counts them after the last one. Another worker that resumes after a kill
 * imports some rows again: the same command has its first answer.
 */
export const runImport =
  (server: Server): Effect<'leadImport'> =>
  async ({ stream }) => {
    const { db, store, clock } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    if (value !== 'running') return undefined
    const rows = await db.sql
      .selectFrom('lead_import_row as row')
      .innerJoin('lead_import_file as file', 'file.id', 'row.import')
      .select(['row.n', 'row.data', 'file.key'])
      .where('row.import', '=', id)
      .where('row.result', 'is', null)
      .orderBy('row.n')
      .limit(atATime)
      .execute()
    if (rows.length === 0)
      return { event: { type: 'importFinished', by: 'SYS', at: clock.now(), ...(await countsOf(server, id)) } }
    const origin = { ...context.origin!, by: context.asker, at: clock.now(), key: id }
    const results = await importMany(
      server,
      origin,
      rows.map(({ n, data, key }) => JSON.parse(open(key, `${id} ${n}`, data).toString()) as Prospect),
    )
    const told = rows.map(({ n }, index) => ({ n, result: results[index] }))
    await sql`
      update lead_import_row set result = told.result
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (n int, result text)
      where import = ${id} and lead_import_row.n = told.n`.execute(db.sql)
    return { again: 0 }
  }

const countsOf = async ({ db }: Server, id: string): Promise<ImportCounts> => {
  const { rows } = await sql<ImportCounts>`
    select count(*) filter (where result = 'imported')::int as imported, count(*) filter (where result = 'repeated')::int as repeated,
      count(*) filter (where result = 'customers')::int as customers, count(*) filter (where result = 'barred')::int as barred
    from lead_import_row where import = ${id}`.execute(db.sql)
  return rows[0]!
}
