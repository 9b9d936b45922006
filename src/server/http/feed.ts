import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { idOf } from '../../machines/kernel.ts'
import { kindOf } from '../../machines/lifecycles.ts'
import { sleep } from '../../services/sleep.ts'
import type { Database } from '../db/database.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import type { Heard } from '../process.ts'
import { reachable } from '../staff/appScope.ts'
import type { Staff } from '../staff/sessions.ts'
import { createConcurrencyLimit } from './concurrencyLimit.ts'

export type Change = { pos: number; kind: string; id: string; version: number }

const isOwn = (own: string, { kind, id }: Change, { account }: Staff) => kind === own && id === String(account)
const isOwnAccount = (change: Change, staff: Staff) => isOwn('account', change, staff)

/** Whether a change may alter the listener's permissions, or end them. */
const decidesFor = (change: Change, staff: Staff): boolean =>
  ['role', 'reviewGroup', 'collectionGroup'].includes(change.kind) ||
  isOwnAccount(change, staff) ||
  isOwn('collector', change, staff)

const page = 500

type Parts = {
  db: Database
  /** The permissions to hear of each kind of stream. */
  heard: Readonly<Record<string, Heard>>
  most: number
  heartbeat: number
}

/** The SSE change feed: one log reader a process, which notifications only wake. `heartbeat` is in milliseconds. */
export const createFeed = ({ db, heard, most, heartbeat }: Parts) => {
  // The newest changes without a gap, at most a page, up to position `last`.
  let newest: Change[] = []
  let last = 0
  let news = new AbortController()
  let listeners = 0
  const people = createConcurrencyLimit(most, 'errors:tooManyFeeds')

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
      id: idOf(stream),
    }))
  }

  /** Staff hear of records that they may see, of their own account and roles, and reviewers of any review group. */
  const concerns = (change: Change, staff: Staff): boolean =>
    (heard[change.kind]?.by.some((name) => staff.may(name)) ?? false) ||
    isOwnAccount(change, staff) ||
    (change.kind === 'role' && staff.roleIds.includes(Number(change.id))) ||
    (change.kind === 'reviewGroup' && staff.may('approve.list'))

  const isOfOrder = ({ kind }: Change): boolean => heard[kind]?.ofOrders ?? false

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
  // An error needs no handling: the next poll reads from the same position.
  const pollLoop = createPollLoop(readOn, () => {})
  const start = async () => {
    last = await head()
    pollLoop.start()
  }

  /** The changes after a position. Only a listener that is far behind costs a query. */
  const next = async (pos: number): Promise<Change[]> => {
    if (pos >= last) return []
    const missing = last - pos
    return missing <= newest.length ? newest.slice(-missing) : changesAfter(pos)
  }

  /** A listener's start: its `Last-Event-ID`, or the head. */
  const beginning = async (c: Context): Promise<number> => {
    const header = c.req.header('last-event-id') ?? ''
    const heard = /^\d+$/.test(header) ? Number(header) : Number.NaN
    const end = await head()
    return Number.isSafeInteger(heard) ? Math.min(heard, end) : end
  }

  /** The order numbers among these changes that are outside the listener's app scope. */
  const outOfReach = async (changes: readonly Change[], staff: Staff): Promise<Set<string>> => {
    const named = staff.apps === null ? [] : changes.filter(isOfOrder).map(({ id }) => id)
    const within = await reachable(db, staff, named)
    return new Set(named.filter((id) => !within.has(id)))
  }

  /** Makes every listener check its session now, because some have ended. */
  let doubted = 0
  const doubt = () => {
    doubted = performance.now()
    news.abort()
    news = new AbortController()
  }

  /** Serves one listener; an event's `id` is its position. `current` returns the staff member or throws. */
  const serve = (c: Context, first: Staff, current: () => Promise<Staff>): Response => {
    const leave = people.enter(first.id)
    return streamSSE(c, async (stream) => {
      listeners += 1
      const gone = new AbortController()
      stream.onAbort(() => gone.abort())
      try {
        let staff = first
        let pos = await beginning(c)
        let checked = performance.now()
        await stream.write(': connected\n\n')
        while (!stream.aborted && !stream.closed) {
          // One page at a time, at the listener's pace: nothing accumulates for one that is slow or far behind.
          const changes = await next(pos)
          if (changes.some((change) => decidesFor(change, staff))) staff = await current()
          const hidden = await outOfReach(changes, staff)
          for (const change of changes) {
            pos = change.pos
            if (!concerns(change, staff) || (isOfOrder(change) && hidden.has(change.id))) continue
            await stream.writeSSE({ id: String(change.pos), data: JSON.stringify(change) })
          }
          const left = checked + heartbeat - performance.now()
          if (left <= 0 || doubted > checked) {
            // The session is checked at each heartbeat, however busy the stream is.
            const asked = performance.now()
            staff = await current()
            checked = asked
            await stream.write(': still here\n\n')
          } else if (pos >= last) await sleep(left, AbortSignal.any([news.signal, gone.signal]))
        }
      } catch {
        // The session has ended or the log cannot be read. The listener reconnects and is told why.
      } finally {
        leave()
        listeners -= 1
      }
    })
  }

  return {
    start,
    stop: pollLoop.stop,
    wake: pollLoop.wake,
    doubt,
    serve,
    listeners: () => listeners,
    heard: () => last,
  }
}
