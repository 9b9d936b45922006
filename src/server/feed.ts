import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { kindOf } from '../machines/lifecycles.ts'
import type { Database } from './database.ts'
import type { Staff } from './sessions.ts'

export type Change = { pos: number; kind: string; id: string; version: number }

/** Which interface lets somebody hear of a kind of record. */
const heardWith: Record<string, string> = {
  approval: 'approve.list',
  role: 'power.getRoles',
  account: 'power.getUsers',
}

const batch = 500
const pollMs = 1000
const heartbeatMs = 10_000

/** Reads the log onwards once for all listeners of this process; notifications only wake it. */
export const createFeed = ({ db }: { db: Database }) => {
  const listeners = new Set<(changes: readonly Change[]) => void>()
  let last = 0
  let reading: Promise<void> | undefined
  let again = false

  const changesAfter = async (pos: number): Promise<Change[]> => {
    const rows = await db.sql
      .selectFrom('es_event')
      .select(['pos', 'stream', 'version'])
      .where('pos', '>', pos)
      .orderBy('es_event.pos')
      .limit(batch)
      .execute()
    return rows.map(({ stream, ...row }) => ({
      ...row,
      kind: kindOf(stream),
      id: stream.slice(stream.indexOf('/') + 1),
    }))
  }

  const head = async () => (await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos

  const wake = (): void => {
    again = true
    reading ??= (async () => {
      try {
        while (again) {
          again = false
          const changes = await changesAfter(last)
          if (changes.length === 0) continue
          last = changes.at(-1)!.pos
          again = true
          for (const heard of listeners) heard(changes)
        }
      } catch {
        // The next poll reads on from the same position.
      } finally {
        reading = undefined
      }
    })()
  }

  let timer: NodeJS.Timeout | undefined
  const start = async () => {
    last = await head()
    timer = setInterval(wake, pollMs)
  }
  const stop = async () => {
    clearInterval(timer)
    await reading
  }

  /** One listener's stream: `id` is the position, from which `Last-Event-ID` goes on. `current` says who listens, or throws. */
  const serve = (c: Context, first: Staff, current: () => Promise<Staff>): Response =>
    streamSSE(c, async (stream) => {
      let staff = first
      const waiting: Change[] = []
      let arrived = () => {}
      const heard = (changes: readonly Change[]) => {
        waiting.push(...changes)
        arrived()
      }
      listeners.add(heard)
      stream.onAbort(() => {
        listeners.delete(heard)
        arrived()
      })
      const since = Number(c.req.header('last-event-id') ?? Number.NaN)
      for (let pos = since; Number.isSafeInteger(pos);) {
        const missed = await changesAfter(pos)
        waiting.push(...missed)
        pos = missed.at(-1)?.pos ?? Number.NaN
      }
      await stream.write(': connected\n\n')
      let sent = 0
      let checked = performance.now()
      try {
        while (!stream.aborted && !stream.closed) {
          // What came while the missed ones were read stands before them, and may be one of them.
          for (const change of waiting.splice(0).toSorted((one, other) => one.pos - other.pos)) {
            if (change.pos <= sent) continue
            sent = change.pos
            if (!staff.may(heardWith[change.kind] ?? change.kind)) continue
            await stream.writeSSE({ id: String(change.pos), data: JSON.stringify(change) })
          }
          const left = checked + heartbeatMs - performance.now()
          if (left <= 0) {
            // A session that ended, or rights that changed, count at the next heartbeat, however busy the stream is.
            staff = await current()
            checked = performance.now()
            await stream.write(': still here\n\n')
          } else if (waiting.length === 0) {
            await new Promise<void>((resolve) => {
              const timeout = setTimeout(resolve, left)
              arrived = () => {
                clearTimeout(timeout)
                resolve()
              }
            })
          }
        }
      } catch {
        // The session is over or the line is cut; the listener comes again and is told why.
      } finally {
        listeners.delete(heard)
      }
    })

  return { start, stop, wake, serve, changesAfter }
}
