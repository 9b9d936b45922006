import { randomUUID } from 'node:crypto'
import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import type { Command } from '../../src/server/store/command.ts'
import type { Store } from '../../src/server/store/store.ts'
import * as approval from '../machines/approval.events.ts'

const command = (orderNo: string, event: ApprovalEvent, via: string): Command => ({
  stream: `approval/${orderNo}`,
  event,
  via,
  key: randomUUID(),
})

const waiting = (orderNo: string): Command[] => {
  const submitted = approval.submitted()
  return [
    command(orderNo, { ...submitted, application: { ...submitted.application, orderNo } }, 'intake.apply'),
    command(orderNo, approval.machinePassed(), 'SYS'),
  ]
}

/** An application's commands: submitted, machine passed, first claimed, first passed, final claimed, final passed. */
export const lifeOf = (orderNo: string): Command[] => [
  ...waiting(orderNo),
  command(orderNo, approval.firstClaimed(), 'approve.firstClaim'),
  command(orderNo, approval.firstPassed(), 'approve.firstPass'),
  command(orderNo, approval.finalClaimed(), 'approve.finalClaim'),
  command(orderNo, approval.finalPassed(), 'approve.finalPass'),
]

/** Workers that send turns of commands sequentially; answers commands per second, their p99 (ms) and their number. */
const drive = async (store: Store, workers: number, seconds: number, turn: (worker: number) => Command[]) => {
  const took: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        for (const one of turn(worker)) {
          const sent = performance.now()
          await store.send(one)
          took.push(performance.now() - sent)
        }
      }
    }),
  )
  const rate = (took.length / (performance.now() - began)) * 1000
  took.sort((one, other) => one - other)
  return { rate, p99: took[Math.floor(took.length * 0.99)]!, sent: took.length }
}

/** Workers that send the commands of whole applications, one after the other. */
export const live = (store: Store, workers: number, seconds: number) =>
  drive(store, workers, seconds, () => lifeOf(`LK-${randomUUID()}`))

/** Workers that claim and release an order of their own repeatedly. */
export const claims = async (store: Store, workers: number, seconds: number) => {
  const orders = Array.from({ length: workers }, () => `LK-${randomUUID()}`)
  const before = orders.flatMap(waiting)
  for (const one of before) await store.send(one)
  const driven = await drive(store, workers, seconds, (worker) => [
    command(orders[worker]!, approval.firstClaimed(), 'approve.firstClaim'),
    command(orders[worker]!, approval.firstReleased(), 'approve.firstRelease'),
  ])
  return { ...driven, sent: driven.sent + before.length }
}
