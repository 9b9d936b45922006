import * as approval from '../../src/services/approval.ts'
import { happened } from './happened.ts'
import { loggedIn } from './loggedIn.ts'
import { until } from './until.ts'

const othersMs = 20

export const p99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!.toFixed(0)

/** One person who claims and releases an order, and looks at a page of the queue, over and over. */
export const othersUntil = async (url: string, isOver: (pages: number) => boolean) => {
  const reviewer = await loggedIn(url, 'reviewer1')
  const page = () => reviewer(approval.list, { list: 'firstWait', limit: 50 })
  const order = (await page()).rows.find(({ holder }) => holder === null)
  happened('nobody else had an order to claim', order !== undefined)
  const { orderNo } = order!
  let { version } = order!
  const [claims, pages]: [number[], number[]] = [[], []]
  const timed = async <Result>(times: number[], work: () => Promise<Result>) => {
    const began = performance.now()
    const result = await work()
    times.push(performance.now() - began)
    return result
  }
  await until(othersMs, async () => {
    for (const command of [approval.firstClaim, approval.firstRelease])
      ({ version } = await timed(claims, () => reviewer(command, { orderNo, version })))
    await timed(pages, page)
    return isOver(pages.length)
  })
  return { claims, pages }
}
