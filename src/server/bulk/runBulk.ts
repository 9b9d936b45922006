import type { Bulk } from '../../machines/bulk.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Tables } from '../db/tables.ts'
import type { FieldIssue } from '../kit/inputIssues.ts'
import { Refused } from '../kit/refused.ts'
import type { Exportables } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import type { Perform } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Effect } from '../store/outbox.ts'
import { tallyOf } from './tally.ts'

const rowsAtATime = 20

type Row = Pick<Tables['bulk_row'], 'key' | 'version'>

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
      const { streamOf } = list.elsewhere?.[command] ?? list
      const version = seen ?? (await store.version(streamOf(key)))
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
