import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { kindOf } from '../machines/lifecycles.ts'
import { wait } from '../services/pause.ts'
import type { Database } from './database.ts'
import { createRounds } from './rounds.ts'
import type { Staff } from './sessions.ts'

export type Change = { pos: number; kind: string; id: string; version: number }

/** Which interface lets somebody hear of a kind of record. */
const heardWith: Record<string, string> = {
  approval: 'approve.list',
  bankStatement: 'bankStatement.list',
  customerEdit: 'approve.detail',
  loan: 'repay.loan',
  payout: 'loan.list',
  role: 'power.getRoles',
  ruleSet: 'risk.versions',
  account: 'power.getUsers',
  reviewer: 'approve.list',
  reviewGroup: 'reviewers.list',
  statementDay: 'bankStatement.list',
  statementLine: 'bankStatement.list',
  withdrawal: 'withdrawal.list',
}

const page = 500
const heartbeatMs = 10_000

/** Reads the log onwards once for all listeners of this process; notifications only wake it. */
export const createFeed = ({ db }: { db: Database }) => {
  // The newest changes, without a gap, up to the last one that was read.
  let newest: Change[] = []
  let last = 0
  let news = new AbortController()

  const changesAfter = async (pos: number): Promise<Change[]> => {
    const rows = await db.sql
      .selectFrom('es_event')
      .select(['pos', 'stream', 'version'])
      .where('pos', '>', pos)
      .orderBy('es_event.pos')
      .limit(page)
      .execute()
    return rows.map(({ stream, ...row }) => ({
      ...row,
      kind: kindOf(stream),
      id: stream.slice(stream.indexOf('/') + 1),
    }))
  }

  const head = async () => (await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos

  const readOn = async () => {
    const changes = await changesAfter(last)
    if (changes.length === 0) return false
    newest = [...newest, ...changes].slice(-page)
    last = changes.at(-1)!.pos
    news.abort()
    news = new AbortController()
    return true
  }
  // The next poll reads on from the same position.
  const rounds = createRounds(readOn, () => {})
  const start = async () => {
    last = await head()
    rounds.start()
  }

  /** The next page for who has everything up to a position; only who is far behind costs a query. */
  const next = async (pos: number): Promise<Change[]> => {
    if (pos >= last) return []
    const missing = last - pos
    return missing <= newest.length ? newest.slice(-missing) : changesAfter(pos)
  }

  /** Where a listener begins: after what it heard last, or with what is to come. */
  const beginning = async (c: Context): Promise<number> => {
    const said = c.req.header('last-event-id') ?? ''
    const heard = /^\d+$/.test(said) ? Number(said) : Number.NaN
    const end = await head()
    return Number.isSafeInteger(heard) ? Math.min(heard, end) : end
  }

  /** One listener's stream: `id` is the position, from which `Last-Event-ID` goes on. `current` says who listens, or throws. */
  const serve = (c: Context, first: Staff, current: () => Promise<Staff>): Response =>
    streamSSE(c, async (stream) => {
      try {
        let staff = first
        let pos = await beginning(c)
        let checked = performance.now()
        await stream.write(': connected\n\n')
        while (!stream.aborted && !stream.closed) {
          // A page at a time, at the listener's pace: nothing piles up for one that is far behind or slow.
          for (const change of await next(pos)) {
            pos = change.pos
            if (!staff.may(heardWith[change.kind] ?? change.kind)) continue
            await stream.writeSSE({ id: String(change.pos), data: JSON.stringify(change) })
          }
          const left = checked + heartbeatMs - performance.now()
          if (left <= 0) {
            // A session that ended, or rights that changed, count at the next heartbeat, however busy the stream is.
            staff = await current()
            checked = performance.now()
            await stream.write(': still here\n\n')
          } else if (pos >= last) await wait(left, news.signal)
        }
      } catch {
        // The session is over or the log cannot be read; the listener comes again and is told why.
      }
    })

  return { start, stop: rounds.stop, wake: rounds.wake, serve }
}
