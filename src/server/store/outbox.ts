import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Kind, LifecycleEvent, StreamOf } from '../../machines/lifecycles.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import { Refused } from '../kit/refused.ts'
import type { Tx } from './command.ts'
import type { Store } from './store.ts'

export type Job<K extends Kind = Kind> = {
  stream: StreamOf<K>
  name: string
  event: string
  version: number
  attempts: number
}

type Done = { event: LifecycleEvent; writes?: (tx: Tx) => Promise<unknown> }
/** A part of the job is done; the next is due after `again` milliseconds. */
type Again = { again: number }

/** Tells long work to stop early: `stopping` aborts when the outbox stops. */
export type Shift = { stopping: AbortSignal }

/**
 * Runs an effect at least once; `job.event` is the idempotency key. The event that it returns is stored in the
 * transaction that deletes the job.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a table of effects holds those of every kind
export type Effect<K extends Kind = any> = (job: Job<K>, shift: Shift) => Promise<Done | Again | undefined>

// Deadlines read together. They are several transactions, so the next one is decided while one is stored. Other commands
// go between these.
const deadlinesAtOnce = 1000
// A lease is renewed while its job runs and survives a few failed renewals. After it another process may take the job.
const leaseMs = 15_000
const renewalMs = 4_000
const slowestRetryMs = 60_000

const backOff = (attempts: number) => Math.min(slowestRetryMs, 1000 * 2 ** attempts)

type Parts = {
  db: Database
  store: Store
  clock: Clock
  effects: Record<string, Effect>
  jobsAtOnce: number
  /**
   * How long, in ms, a round waits for its jobs; a slower one, such as a call that nobody answers, goes on beside the next
   * rounds. Left out: until the last one has ended.
   */
  roundMs?: number
  /** Whether it fires deadlines too; one outbox of a process does. */
  timed?: boolean
  log: Logger
}

/** Runs effects and fires due deadlines. Both are rows, so none is lost when a process dies. */
export const createOutbox = ({ db, store, clock, effects, jobsAtOnce, roundMs, timed = true, log }: Parts) => {
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()

  const claimJobs = async (): Promise<Job[]> => {
    const now = clock.now()
    const free = jobsAtOnce - underWay.size
    if (free === 0) return []
    const { rows } = await sql<Job>`
      update es_effect set at = ${now + leaseMs}, attempts = attempts + 1
      where (stream, name) in (
        select stream, name from es_effect
        where at <= ${now} and name in (${sql.join(Object.keys(effects))})
        order by at limit ${free} for update skip locked)
      returning stream, name, event, version, attempts`.execute(db.sql)
    return rows
  }

  const finish = (job: Job) =>
    db.sql
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

  /** Renews the lease until the work ends, and awaits the last renewal: a later one would delay the next step. */
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

  /**
   * Makes leased and failed jobs due now. On the embedded engine only an earlier process can have leased them. A job that
   * put itself off keeps its instant.
   */
  const takeBack = async () => {
    const now = clock.now()
    await db.sql
      .updateTable('es_effect')
      .set({ at: now })
      .where('name', 'in', Object.keys(effects))
      .where('at', '>', now)
      .where('attempts', '>', 0)
      .execute()
  }

  const run = async (job: Job): Promise<void> => {
    try {
      const result = await leased(job, () => effects[job.name]!(job, { stopping: ending.signal }))
      if (!result) return void (await finish(job))
      if ('again' in result) {
        await putOff(job, { at: clock.now() + result.again, attempts: 0, error: null })
        // An embedded query blocks the event loop: let calls run between two parts.
        return await setImmediate()
      }
      await store.send({
        stream: job.stream,
        event: result.event,
        via: 'SYS',
        key: `${job.name} ${job.event}`,
        request: job.event,
        ends: { name: job.name, event: job.event },
        ...(result.writes && { writes: result.writes }),
      })
    } catch (error) {
      // The stream moved on while the effect ran: its result came too late, and the job is done.
      if (error instanceof Refused && error.code === 422) return void (await finish(job))
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
    const outcomes = await store.appendAll(
      distinct(due).map(({ stream, name, version }) => ({
        stream,
        event: { type: name, by: 'SYS', at: now, armed: version } as LifecycleEvent,
        via: 'SYS',
        key: `${stream} ${name} ${version}`,
        request: '',
      })),
    )
    // Another event overtook a refused deadline and has moved or deleted its row. The log shows any other cause.
    const refused = outcomes.filter((outcome) => outcome instanceof Refused)
    if (refused.length > 0) log.warn({ refused: refused.map(({ key }) => key) }, 'deadlines refused')
    return outcomes.length - refused.length
  }

  /** Fires what is due now, and begins as many due jobs as there is room for. */
  const begin = async (): Promise<{ begun: number; jobs: Promise<void>[] }> => {
    const fired = timed ? await fireDeadlines() : 0
    const jobs = (await claimJobs()).map((job) => {
      // Without the database it cannot be put off either: its lease ends by itself.
      const running = run(job)
        .catch((error: unknown) => log.error({ job, err: error }, 'a job could not be put off'))
        .finally(() => underWay.delete(running))
      underWay.add(running)
      return running
    })
    return { begun: fired + jobs.length, jobs }
  }

  /** Runs what is due now to its end; returns the number of deadlines and jobs. */
  const runDue = async (): Promise<number> => {
    const { begun, jobs } = await begin()
    await Promise.all(jobs)
    return begun
  }

  const round = async (): Promise<boolean> => {
    const { begun, jobs } = await begin()
    const all = Promise.all(jobs)
    if (jobs.length > 0)
      await (roundMs === undefined ? all : Promise.race([all, delay(roundMs, undefined, { ref: false })]))
    if (underWay.size === jobsAtOnce) await Promise.race(underWay)
    return begun > 0
  }

  const pollLoop = createPollLoop(round, (error) => log.error({ err: error }, 'work round failed'))
  const stop = async () => {
    ending.abort()
    await pollLoop.stop()
    await Promise.all(underWay)
  }
  const start = async () => {
    if (db.embedded) await takeBack()
    pollLoop.start()
  }
  return { runDue, start, wake: pollLoop.wake, stop }
}

type Work = ReturnType<typeof createOutbox>

/** Two outboxes as one: the work of one does not delay the other. */
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

/** The first deadline of each stream: two deadlines of one stream must not share an append. */
const distinct = <Row extends { stream: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.toReversed().map((row) => [row.stream, row])).values(),
]
