import { sql } from 'kysely'
import type { Bulk } from '../../machines/bulk.ts'
import type { Tables } from '../db/tables.ts'
import type { FieldIssue } from '../kit/inputIssues.ts'
import { Refused } from '../kit/refused.ts'
import type { Filter, Exportables } from '../lists/exportable.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Perform } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Effect } from '../store/outbox.ts'
import { tallyOf } from './tally.ts'

const keysAtATime = 200
const rowsAtATime = 20

type Row = Pick<Tables['bulk_row'], 'key' | 'version'>

const idOf = (stream: string) => stream.slice('bulk/'.length)

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

/** Runs the command on the next rows in turn, in the asker's name. Each row has its own idempotency key. */
export const runBulk = (
  { db, store, sessions, clock }: Server,
  lists: Exportables,
  perform: Perform,
): Effect<'bulk'> => {
  const outcome = async (
    stream: string,
    { wanted }: Bulk,
    { key, version: seen }: Row,
    staff: Staff,
  ): Promise<string> => {
    const { list: name, command, said } = wanted!
    const list = lists[name]!
    const endpoint = list.commands[command]!
    const call = {
      by: staff.id,
      staff,
      language: staff.language,
      via: endpoint.interface,
      key: `${stream} ${key}`,
      request: stream,
      now: clock.now(),
      ip: '',
      browser: '',
      token: undefined,
      device: undefined,
      setCookie: () => {},
    }
    try {
      if (await store.answered(call)) return 'done'
      const version = seen ?? (await store.version(list.streamOf(key)))
      await perform(endpoint, { ...list.bodyOf(key), version, ...said }, call)
      return 'done'
    } catch (error) {
      if (error instanceof Refused) return reasonOf(error)
      throw error
    }
  }

  return async ({ stream }) => {
    const id = idOf(stream)
    const standing = async () => await store.state(stream)
    const { value, context } = await standing()
    if (value !== 'running') return undefined
    const asker = await sessions.current(context.asker)
    const rows = await db.sql
      .selectFrom('bulk_row')
      .select(['n', 'key', 'version'])
      .where('bulk', '=', id)
      .where('result', 'is', null)
      .orderBy('n')
      .limit(rowsAtATime)
      .execute()
    for (const { n, ...row } of rows) {
      if ((await standing()).value !== 'running') return undefined
      const result = asker ? await outcome(stream, context, row, asker) : 'errors:notPermitted'
      await db.sql.updateTable('bulk_row').set({ result }).where('bulk', '=', id).where('n', '=', n).execute()
    }
    if (rows.length === rowsAtATime) return { again: 0 }
    const { done, refused } = await tallyOf(db, id)
    return { event: { type: 'bulkFinished', by: 'SYS', at: clock.now(), done, refused } }
  }
}

/** The refusal's locale key: that of its first field issue, if it has one. */
const reasonOf = ({ key, data }: Refused): string => {
  const [issue] = (data as { issues?: FieldIssue[] } | null)?.issues ?? []
  return issue ? `errors:field.${issue.reason}` : key
}
