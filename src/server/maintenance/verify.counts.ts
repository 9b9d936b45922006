import { sql } from 'kysely'
import { counters } from '../processes.ts'
import type { Tx } from '../store/command.ts'
import { type Counter, countUpTo } from '../store/counter.ts'
import type { Findings } from './verify.streams.ts'

/** Counts every event up to each roll-up's checkpoint into temporary tables, which hide the ones in use, and compares. */
export const verifyCounts = async (tx: Tx, findings: Findings): Promise<void> => {
  for (const counter of counters) await verifyCounter(tx, counter, findings)
}

const verifyCounter = async (tx: Tx, counter: Counter, { problem, report }: Findings) => {
  const tables = Object.entries(counter.tables)
  for (const [table] of tables)
    await sql`create temp table ${sql.id(table)} (like public.${sql.id(table)} including all) on commit drop`.execute(
      tx,
    )
  const checkpoint = await tx
    .selectFrom('es_checkpoint')
    .select('pos')
    .where('name', '=', counter.name)
    .executeTakeFirst()
  await countUpTo(tx, counter, checkpoint?.pos ?? 0, (pos) => report.count('counted', pos, 'events'))
  for (const [table, words] of tables) {
    const [counted, stored] = [sql.table(`pg_temp.${table}`), sql.table(`public.${table}`)]
    const { rows } = await sql<never>`
      (table ${counted} except table ${stored}) union all (table ${stored} except table ${counted})`.execute(tx)
    for (const line of new Set(rows.map(words).toSorted())) problem(line)
  }
}
