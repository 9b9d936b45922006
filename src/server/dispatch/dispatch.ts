import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import { Refused } from '../kit/refused.ts'
import { createLease } from '../store/lease.ts'
import { choose, type Choice, type Ready, type Waiting } from './choose.ts'

/** The most orders of a queue in one round. */
export const ordersAtATime = 100

type Plan = { size: number; give: () => Promise<PromiseSettledResult<unknown>[]> }
/** Reads who is ready and what waits, and decides who gets what. */
export type Queue = () => Promise<Plan>

type Parts<Desk extends Ready, Order extends Waiting> = {
  desks: () => Promise<Desk[]>
  waiting: (desks: readonly Desk[]) => Promise<Order[]>
  give: (choice: Choice<Order>, desk: Desk) => Promise<unknown>
}

/** A queue of orders that wait for people of one stage. */
export const queueOf =
  <Desk extends Ready, Order extends Waiting>({ desks, waiting, give }: Parts<Desk, Order>): Queue =>
  async () => {
    const ready = await desks()
    const orders = ready.length > 0 ? await waiting(ready) : []
    const choices = orders.length > 0 ? choose(ready, orders) : []
    const byId = new Map(ready.map((desk) => [desk.id, desk]))
    return {
      size: choices.length,
      give: () => Promise.allSettled(choices.map((choice) => give(choice, byId.get(choice.to)!))),
    }
  }

/** Takes turns as one plan. A refusal means that an order or a person changed meanwhile: the next round reads them anew. */
const given = async ({ give }: Plan): Promise<number> => {
  const all = await give()
  const failed = all.find((one) => one.status === 'rejected' && !(one.reason instanceof Refused))
  if (failed?.status === 'rejected') throw failed.reason
  return all.filter(({ status }) => status === 'fulfilled').length
}

type Server = { db: Database; clock: Clock; ids: () => string; log: Logger }

/** Dispatches what waits to people at work. A lease lets one server at a time do so; any can take over. */
export const createDispatch = ({ db, clock, ids, log }: Server, queues: readonly Queue[]) => {
  const lease = createLease({ db, clock, name: 'dispatch', holder: ids() })

  const dispatch = async (queue: Queue): Promise<number> => {
    const plan = await queue()
    if (plan.size === 0) return 0
    if (lease.isHeld()) return given(plan)
    // Another server may have dispatched until now.
    return (await lease.take()) ? given(await queue()) : 0
  }

  /** Dispatches up to 100 orders of each queue; answers how many were given. */
  const runDue = async (): Promise<number> => {
    let all = 0
    for (const queue of queues) all += await dispatch(queue)
    return all
  }

  const pollLoop = createPollLoop(
    async () => (await runDue()) > 0,
    (error) => log.error({ err: error }, 'orders could not be given out, will be tried again'),
  )
  const stop = async () => {
    await pollLoop.stop()
    // A lease that is not released expires by itself.
    await lease.leave().catch(() => {})
  }
  return { runDue, start: pollLoop.start, wake: pollLoop.wake, stop }
}
