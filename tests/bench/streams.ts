import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Fact, State } from '../../src/machines/kernel.ts'
import { machineOf } from '../../src/machines/lifecycles.ts'
import type { Database } from '../../src/server/db/database.ts'
import { derivedTables } from '../../src/server/maintenance/derivedTables.ts'
import type { Command } from '../../src/server/store/command.ts'
import { eventRow } from '../../src/server/store/events.ts'
import { stateAfter } from '../kit/stateAfter.ts'

const atATime = 5000

export type Written = { stream: string; events: readonly (Fact & { type: string })[] }

/**
 * Inserts streams of a few events each, with the rows that their commands would have written, after the end of the log.
 * `of` gives the events of the streams that belong to one number, from 0 on. Nothing is left to do for them.
 */
export const writeStreams = async (
  db: Database,
  count: number,
  of: (nth: number) => readonly Written[],
): Promise<void> => {
  const tables = ['es_event', ...derivedTables.map(({ table }) => table)]
  let head = await db.sql.selectFrom('es_head').select(['pos', 'hash']).executeTakeFirstOrThrow()
  for (let first = 0; first < count; first += atATime) {
    const several = Array.from({ length: Math.min(atATime, count - first) }, (_, index) => of(first + index)).flat()
    const reached: { stream: string; state: State }[] = []
    const rows = several.flatMap(({ stream, events }) => {
      const made = events.map((event, before) => {
        const state = stateAfter(machineOf(stream), events.slice(0, before + 1))
        const command = { stream, event, via: 'SYS', key: `${stream} ${before}` } as Command
        const row = eventRow({ command, before, state, effects: [], id: randomUUID() }, head.pos + 1, head.hash)
        head = { pos: row.pos, hash: row.hash }
        return { row, state }
      })
      reached.push({ stream, state: made.at(-1)!.state })
      return made.map(({ row }) => row)
    })
    const written = [rows, ...derivedTables.map(({ rows: its }) => its(reached))]
    await db.sql.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      for (const [index, name] of tables.entries()) {
        const table = sql.table(name)
        await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(written[index])}::json)`.execute(
          tx,
        )
      }
      await tx.updateTable('es_head').set(head).execute()
    })
  }
  await sql`update es_checkpoint set pos = ${head.pos}`.execute(db.sql)
}
