import { randomUUID } from 'node:crypto'
import type { BodyOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'
import { finding } from '../machines/approval.events.ts'
import type { TestApp } from './app.ts'
import { passing } from './passing.ts'

/** Orders at version 2, waiting for first review: the machine review is an event, without a bureau inquiry. */
export const waitingOrders = async (
  { apply: send, server, clock }: TestApp,
  several: readonly Partial<BodyOf<typeof apply>>[],
): Promise<string[]> => {
  const orders: string[] = []
  for (const more of several) orders.push(await send(passing(more)))
  await server.store.append(
    orders.map((orderNo) => ({
      stream: `approval/${orderNo}`,
      event: { type: 'machinePassed', by: 'SYS', at: clock.now(), round: 1, finding },
      via: 'SYS',
      key: randomUUID(),
    })),
  )
  return orders
}

export const waitingOrder = async (app: TestApp, more: Partial<BodyOf<typeof apply>> = {}): Promise<string> =>
  (await waitingOrders(app, [more]))[0]!
