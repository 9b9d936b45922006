import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import type { Filter, Exportables } from '../lists/exportable.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { tallyOf } from './tally.ts'

const keysAtATime = 200

/** Collects the keys that a bulk job's filter selects, a page at a time. Ticked rows are already stored. */
export const collectRows =
  ({ db, store, sessions, clock }: Server, lists: Exportables): Effect<'bulk'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await db.sql.selectFrom('bulk_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (value !== 'requested' || !run) return undefined
    const { list: name, filter } = context.wanted!
    if (filter) {
      const { next, parts } = await lists[name]!.page(
        {
          filter: { ...filter, ...(JSON.parse(run.secret) as Filter) },
          after: run.next === null ? null : (JSON.parse(run.next) as unknown),
          limit: keysAtATime,
          columns: [],
        },
        // An asker who was disabled since is refused row by row.
        { by: context.asker, language: 'id', staff: (await sessions.current(context.asker)) ?? { apps: [] } },
      )
      const keys = (await Array.fromAsync(parts(), (some) => some.keys)).flat()
      const { rows: there } = await tallyOf(db, id)
      // A page read again after a crash may repeat rows that are already stored.
      await sql`
        insert into bulk_row (bulk, n, key)
        select ${id}, ${there}::int + ordinality - 1, value
        from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) with ordinality
        where ${there}::int + ordinality <= ${policy.mostAtOnce}
        on conflict do nothing`.execute(db.sql)
      if (next !== null && there + keys.length < policy.mostAtOnce) {
        await db.sql
          .updateTable('bulk_run')
          .set({ next: JSON.stringify(next) })
          .where('id', '=', id)
          .execute()
        return { again: 0 }
      }
    }
    const { rows } = await tallyOf(db, id)
    return {
      event: { type: 'bulkBegun', by: 'SYS', at: clock.now(), rows },
      writes: (tx) => tx.deleteFrom('bulk_run').where('id', '=', id).execute(),
    }
  }
