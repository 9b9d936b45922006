import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sellingChannels } from '../../services/lead.ts'
import * as leadImport from '../../services/leadImport.ts'
import { asJson, seal } from '../customers/vault.ts'
import { readFile } from '../files/read.ts'
import { Unreadable } from '../files/zip.ts'
import { bytesOf } from '../kit/file.ts'
import { say } from '../kit/i18n.ts'
import { refusedInput } from '../kit/inputIssues.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'

const mostListed = 30
const rowsWritten = 5_000

/** The rows of an import that was dropped or failed are gone. */
const doneOf = ({ state, rows, left }: { state: string; rows: number; left: number | null }) =>
  state === 'done' ? rows : state === 'running' ? rows - (left ?? 0) : 0

/** Uploads of leads: read and staged, confirmed or dropped, and listed. */
export const leadImportHandlers = (server: Server) => {
  const { db, vault, ids, handle } = server

  const { command, create } = commandsOf(server, 'leadImport', ({ id }: { id: string }) => id)
  create(leadImport.upload, 'leadsStaged', async (body, { language }) => {
    const { name, content, batch, source, proof, channels, phone, person, province } = body
    const how = { most: policy.mostLeads, named: { phone, name: person, province } }
    const sheet = await readFile('leads', bytesOf(content), how).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error
      const words = error.reason === 'noColumn' ? 'leadImport:refused' : 'order:sheet.refused'
      const column = error.where.column && say(language, `leadImport:column.${error.where.column}`)
      const message = say(language, `${words}.${error.reason}`, { ...error.where, column })
      throw refusedInput([error], ({ reason }) => ({ field: 'content', reason, message }))
    })
    const { format, doubled, wrong, faults } = sheet
    const read = { format, rows: sheet.rows.length, doubled, wrong, limit: policy.mostLeads }
    const id = ids()
    const key = randomBytes(32)
    return {
      id,
      facts: {
        ...read,
        batch,
        source,
        proof,
        ...(channels && { channels: [...new Set(channels)] }),
        stagedTtl: policy.previewTtl,
      },
      // Rows without an import are never read.
      staged: {
        write: async () => {
          for (let from = 0; from < sheet.rows.length; from += rowsWritten) {
            const rows = sheet.rows.slice(from, from + rowsWritten).map(({ n, ...lead }) => ({
              n,
              phone: vault.phoneDigest(lead.phone),
              data: asJson(seal(key, `${id} ${n}`, Buffer.from(JSON.stringify(lead)))),
            }))
            await sql`
              insert into lead_import_row (import, n, phone, data)
              select ${id}, n, phone, data
              from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n int, phone text, data bytea)`.execute(
              db.sql,
            )
          }
        },
        drop: () => db.sql.deleteFrom('lead_import_row').where('import', '=', id).execute(),
      },
      writes: (tx) =>
        tx
          .insertInto('lead_import_file')
          .values({ id, name, key, faults: JSON.stringify(faults) })
          .execute(),
    }
  })
  command(leadImport.confirm, 'importConfirmed', () => ({ runTtl: policy.runTtl }))
  command(leadImport.drop, 'importDropped')

  handle(leadImport.list, async () => {
    const rows = await db.sql
      .selectFrom('lead_import')
      .leftJoin('lead_import_file as file', 'file.id', 'lead_import.id')
      .selectAll('lead_import')
      .select(['file.name', 'file.faults'])
      .select((eb) =>
        eb
          .selectFrom('lead_import_row as row')
          .select(eb.fn.countAll<number>().as('left'))
          .whereRef('row.import', '=', 'lead_import.id')
          .where('row.result', 'is', null)
          .as('left'),
      )
      .orderBy('requested_at', 'desc')
      .orderBy('lead_import.id')
      .limit(mostListed)
      .execute()
    const names = await staffNames(
      db,
      rows.map(({ asker }) => asker),
    )
    return {
      imports: rows.map((row): leadImport.LeadImport => ({
        id: row.id,
        version: row.version,
        state: row.state,
        asker: row.asker,
        askerName: names.get(row.asker) ?? row.asker,
        upload: row.name ?? '',
        batch: row.batch,
        source: row.source,
        channels: [...(row.channels ?? sellingChannels)],
        rows: row.rows,
        doubled: row.doubled,
        wrong: row.wrong,
        done: doneOf(row),
        faults: row.faults ?? [],
        counts:
          row.imported === null
            ? null
            : {
                imported: row.imported,
                repeated: row.repeated!,
                customers: row.customers!,
                barred: row.barred!,
              },
        reason: row.reason,
        requestedAt: row.requested_at,
      })),
    }
  })
}
