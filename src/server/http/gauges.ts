import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { policy } from '../policy.ts'
import type { createFeed } from './feed.ts'
import type { Metrics } from './metrics.ts'

type Parts = {
  db: Database
  clock: Clock
  feed: Pick<ReturnType<typeof createFeed>, 'listeners' | 'heard'>
  metrics: Metrics
}
// The states in which a message may still reach its customer.
const openMessages = ['queued', 'sending', 'sent', 'doubtful']

type Head = { pos: number; at: number | null }
type Queue = { name: string; waiting: number; due: number }

/** Metrics that are read at each scrape: the queues, the head of the log, and the feed's listeners. */
export const createGauges = ({ db, clock, feed, metrics }: Parts) => {
  const { gauge, registry } = metrics
  const isUp = gauge('loket_database_up', 'Whether the database answered just now: 1 or 0')
  const waiting = gauge('loket_effects_waiting', 'Jobs that events asked for and that are not done, by name', ['name'])
  const due = gauge('loket_effects_due', 'Those of them whose time has come', ['name'])
  const overdue = gauge('loket_deadlines_overdue', 'Deadlines that have passed and were not fired yet')
  const headPos = gauge('loket_head_position', 'The position of the newest event')
  const headAge = gauge('loket_head_age_seconds', 'How long ago the newest event happened')
  const listeners = gauge('loket_feed_listeners', 'Browsers that hear of changes from this process')
  const lag = gauge('loket_feed_lag_events', 'How many of the newest events this process has not told them of')

  const messages = gauge('loket_messages', 'Text messages that may still arrive, by state', ['state'])
  const lateReceipts = gauge('loket_messages_receipt_late', 'Text messages whose receipt takes longer than usual')

  const readHead = async () => {
    const { rows } = await sql<Head>`
      select es_head.pos, es_event.at from es_head left join es_event using (pos)`.execute(db.sql)
    return rows[0]!
  }
  const readQueues = async (now: number) => {
    const { rows } = await sql<Queue>`
      select name, count(*) as waiting, count(*) filter (where at <= ${now}) as due from es_effect group by name`.execute(
      db.sql,
    )
    return rows
  }
  const countOverdue = async (now: number) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from es_deadline where at <= ${now}`.execute(db.sql)
    return rows[0]!.count
  }

  const readMessages = async (now: number) => {
    const { rows } = await sql<{ state: string; count: number; late: number }>`
      select state, count(*) as count, count(*) filter (where sent_at < ${now - policy.messageReceiptUsual}) as late
      from message where state in (${sql.join(openMessages)}) group by state`.execute(db.sql)
    return rows
  }

  const look = async () => {
    const now = clock.now()
    const head = await readHead()
    const queues = await readQueues(now)
    overdue.set(await countOverdue(now))
    headPos.set(head.pos)
    headAge.set(head.at === null ? 0 : Math.max(0, now - head.at) / 1000)
    lag.set(Math.max(0, head.pos - feed.heard()))
    const open = await readMessages(now)
    for (const state of openMessages) messages.set({ state }, open.find((one) => one.state === state)?.count ?? 0)
    lateReceipts.set(open.reduce((sum, { late }) => sum + late, 0))
    for (const queue of queues) {
      waiting.set({ name: queue.name }, queue.waiting)
      due.set({ name: queue.name }, queue.due)
    }
  }

  /** All metrics in Prometheus format. Those from the database are left out while it does not answer. */
  return async (): Promise<string> => {
    for (const one of [waiting, due, overdue, headPos, headAge, lag, messages, lateReceipts]) one.reset()
    listeners.set(feed.listeners())
    try {
      await look()
      isUp.set(1)
    } catch {
      for (const one of [overdue, headPos, headAge, lag, lateReceipts]) one.remove()
      isUp.set(0)
    }
    return registry.metrics()
  }
}
