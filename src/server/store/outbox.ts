import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { LifecycleEvent } from '../../machines/lifecycles.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import { Refused } from '../kit/refused.ts'
import type { Tx } from './command.ts'
import type { Store } from './store.ts'

export type Job = { stream: string; name: string; event: string; version: number; attempts: number }

type Done = { event: LifecycleEvent; writes?: (tx: Tx) => Promise<unknown> }
/** A part of the job is done: the next is due after so many milliseconds. */
type Again = { again: number }

/** For work that takes its time: when it should put the rest off. */
export type Shift = { stopping: AbortSignal }

/** What a named effect does; the event it answers is stored in the transaction that ends the job. At least once: `event` is the key. */
export type Effect = (job: Job, shift: Shift) => Promise<Done | Again | undefined>

const jobsAtOnce = 50
// One append: a day's change is as fast as these are few, and other commands wait for one of them.
const deadlinesAtOnce = 100
// Renewed while the job is worked on, and long enough for a few renewals that fail; afterwards another process may take it over.
const leaseMs = 15_000
const renewalMs = 4_000
const slowestRetryMs = 60_000

const backOff = (attempts: number) => Math.min(slowestRetryMs, 1000 * 2 ** attempts)

type Parts = {
  db: Database
  store: Store
  clock: Clock
  effects: Record<string, Effect>
  /** Whether it fires deadlines as well; one worker of a process does. */
  timed?: boolean
  log: Logger
}

/** Does what events asked for and fires deadlines that fell due; both are rows, so nothing is forgotten when a process dies. */
export const createOutbox = ({ db, store, clock, effects, timed = true, log }: Parts) => {
  const ending = new AbortController()

  const claimJobs = async (): Promise<Job[]> => {
    const now = clock.now()
    const { rows } = await sql<Job>`
      update es_effect set at = ${now + leaseMs}, attempts = attempts + 1
      where (stream, name) in (
        select stream, name from es_effect
        where at <= ${now} and name in (${sql.join(Object.keys(effects))})
        order by at limit ${jobsAtOnce} for update skip locked)
      returning stream, name, event, version, attempts`.execute(db.sql)
    return rows
  }

  const finish = (tx: Tx | Database['sql'], job: Job) =>
    tx
      .deleteFrom('es_effect')
      .where('stream', '=', job.stream)
      .where('name', '=', job.name)
      .where('event', '=', job.event)
      .execute()

  const putOff = (job: Job, more: { at: number; attempts?: number; error?: string | null }) =>
    db.sql
      .updateTable('es_effect')
      .set(more)
      .where('stream', '=', job.stream)
      .where('name', '=', job.name)
      .where('event', '=', job.event)
      .execute()

  /** Keeps the lease for as long as the work takes, and not a moment longer: a renewal after it would put off what comes next. */
  const leased = async <Result>(job: Job, work: () => Promise<Result>): Promise<Result> => {
    let renewal: Promise<unknown> | undefined
    const renew = () => {
      renewal = putOff(job, { at: clock.now() + leaseMs }).catch(() => {})
    }
    const timer = setInterval(renew, renewalMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await renewal
    }
  }

  /** Embedded, what is leased was so by this process before it ended: there is no other. */
  const takeBack = async () => {
    const now = clock.now()
    await db.sql
      .updateTable('es_effect')
      .set({ at: now })
      .where('name', 'in', Object.keys(effects))
      .where('at', '>', now)
      .execute()
  }

  const run = async (job: Job): Promise<void> => {
    try {
      const result = await leased(job, () => effects[job.name]!(job, { stopping: ending.signal }))
      if (!result) return void (await finish(db.sql, job))
      if ('again' in result) {
        await putOff(job, { at: clock.now() + result.again, attempts: 0, error: null })
        // Embedded, queries let nothing else happen: calls have their turn between two parts.
        return await setImmediate()
      }
      await store.send({
        stream: job.stream,
        event: result.event,
        via: 'SYS',
        key: `${job.name} ${job.event}`,
        request: job.event,
        writes: async (tx) => {
          await result.writes?.(tx)
          await finish(tx, job)
        },
      })
    } catch (error) {
      // The chart moved on while the provider was asked: the answer came too late and the job is over.
      if (error instanceof Refused && error.code === 422) return void (await finish(db.sql, job))
      log.warn({ job, err: error }, 'effect failed, will be tried again')
      const message = error instanceof Error ? error.message : String(error)
      await putOff(job, { at: clock.now() + backOff(job.attempts), error: message })
    }
  }

  const fireDeadlines = async (): Promise<number> => {
    const now = clock.now()
    const due = await db.sql
      .selectFrom('es_deadline')
      .selectAll()
      .where('at', '<=', now)
      .orderBy('at')
      .limit(deadlinesAtOnce)
      .execute()
    const outcomes = await store.append(
      distinct(due).map(({ stream, name, version }) => ({
        stream,
        event: { type: name, by: 'SYS', at: now, armed: version } as LifecycleEvent,
        via: 'SYS',
        key: `${stream} ${name} ${version}`,
        request: '',
      })),
    )
    // One that was refused was overtaken by another event, which moved or dropped its row already; if not, it shows here.
    const refused = outcomes.filter((outcome) => outcome instanceof Refused)
    if (refused.length > 0) log.warn({ refused: refused.map(({ key }) => key) }, 'deadlines refused')
    return outcomes.length - refused.length
  }

  /** Does all that is due now; answers how much that was. */
  const runDue = async (): Promise<number> => {
    const fired = timed ? await fireDeadlines() : 0
    const jobs = await claimJobs()
    await Promise.all(jobs.map(run))
    return fired + jobs.length
  }

  const rounds = createPollLoop(
    async () => (await runDue()) > 0,
    (error) => log.error({ err: error }, 'work round failed'),
  )
  const stop = () => {
    ending.abort()
    return rounds.stop()
  }
  const start = async () => {
    if (db.embedded) await takeBack()
    rounds.start()
  }
  return { runDue, start, wake: rounds.wake, stop }
}

type Work = ReturnType<typeof createOutbox>

/** Two workers as one: what one does takes nothing of the other's time. */
export const beside = (one: Work, other: Work): Work => ({
  runDue: async () => {
    const [some, more] = await Promise.all([one.runDue(), other.runDue()])
    return some + more
  },
  start: async () => {
    await Promise.all([one.start(), other.start()])
  },
  wake: () => {
    one.wake()
    other.wake()
  },
  stop: async () => {
    await Promise.all([one.stop(), other.stop()])
  },
})

/** One row a stream: two deadlines of one stream may not share an append. */
const distinct = <Row extends { stream: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.toReversed().map((row) => [row.stream, row])).values(),
]
