import { randomUUID } from 'node:crypto'
import type { Application } from '../../src/machines/approval.facts.ts'
import type { Store } from '../../src/server/store/store.ts'
import { finding, submitted } from '../machines/approval.events.ts'

type Parts = { server: { store: Store }; clock: { now: () => number } }

let last = 0

/** Orders waiting for first review, created by events alone, each a second younger than the one before. */
export const queueFirst = async (
  { server: { store }, clock }: Parts,
  count: number,
  more: Partial<Application> = {},
): Promise<string[]> => {
  const numbers = Array.from({ length: count }, () => `LK${String((last += 1)).padStart(12, '0')}`)
  const send = (event: (index: number) => object, via: string) =>
    store.append(
      numbers.map((orderNo, index) => ({
        stream: `approval/${orderNo}`,
        event: { at: clock.now() + index * 1000, ...event(index) } as never,
        via,
        key: randomUUID(),
      })),
    )
  await send((index) => {
    const { application, ...fact } = submitted()
    return {
      ...fact,
      at: clock.now() + index * 1000,
      application: { ...application, ...more, orderNo: numbers[index]! },
    }
  }, 'intake.apply')
  await send(() => ({ type: 'machinePassed', by: 'SYS', round: 1, finding }), 'SYS')
  return numbers
}
