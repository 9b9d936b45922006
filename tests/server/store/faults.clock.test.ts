import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { usualApprovalTimes } from '../../../src/machines/approvalRules.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import * as user from '../../../src/services/user.ts'
import { testApp } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passing } from '../../kit/passing.ts'
import { misfits } from '../../kit/prefix.ts'
import { headOf, openRecorder } from '../../kit/recorder.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(oneEngine())('a clock that jumps, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })

  const typesOf = async (orderNo: string) =>
    (await app.server.store.history(`approval/${orderNo}`)).map(({ type }) => type)
  const claim = async (name: string, orderNo: string, version: number) =>
    (await app.login(name)).call(approval.firstClaim, { orderNo, version })

  test('an hour back leaves positions, versions and the chain in their order', async () => {
    const orderNo = await waitingOrder(app)
    expect(await claim('reviewer1', orderNo, 2)).toMatchObject({ code: 0 })
    app.clock.advance(-hour)
    const reviewer = await app.login('reviewer1')
    expect(await reviewer.call(approval.firstRelease, { orderNo, version: 3 })).toMatchObject({ code: 0 })
    const events = await app.server.store.history(`approval/${orderNo}`)
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4])
    expect(events[3]!.at).toBe(events[2]!.at - hour)
    expect(events[3]!.pos).toBeGreaterThan(events[2]!.pos)
    const { history } = await reviewer.data(approval.detail, { orderNo })
    expect(history.map(({ version }) => version)).toEqual([1, 2, 3, 4])
    app.clock.advance(hour)
  })

  test('back, a claim runs out at the instant it was given, and once', async () => {
    const orderNo = await waitingOrder(app)
    await claim('reviewer1', orderNo, 2)
    app.clock.advance(-hour)
    await app.settle()
    app.clock.advance(hour + usualApprovalTimes.claimTtl - 1)
    await app.settle()
    expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    app.clock.advance(1)
    await app.settle()
    app.clock.advance(-hour)
    await app.settle()
    app.clock.advance(hour)
    await app.settle()
    expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed', 'firstClaimExpired'])
  })

  test('back while the machine reviews, the job waits for its time and is done once', async () => {
    const orderNo = await app.apply(passing())
    app.clock.advance(-hour)
    await app.settle()
    expect(await typesOf(orderNo)).toEqual(['submitted'])
    app.clock.advance(hour)
    await app.settle()
    expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed'])
  })

  test('a day forward fires each deadline once, and frees nobody who claims afterwards', async () => {
    const orders = [await waitingOrder(app), await waitingOrder(app)]
    for (const orderNo of orders) await claim('reviewer1', orderNo, 2)
    app.clock.advance(day)
    await app.settle()
    app.clock.advance(-day)
    await app.settle()
    expect(await claim('reviewer1', orders[0]!, 4)).toMatchObject({ code: 0 })
    await app.settle()
    expect(await typesOf(orders[0]!)).toEqual([
      'submitted',
      'machinePassed',
      'firstClaimed',
      'firstClaimExpired',
      'firstClaimed',
    ])
    expect(await typesOf(orders[1]!)).toEqual(['submitted', 'machinePassed', 'firstClaimed', 'firstClaimExpired'])
  })

  test('a day forward ends sessions; back again, those that were not ended go on', async () => {
    const reviewer = await app.login('reviewer1')
    const info = async () => (await reviewer.call(user.userInfo, { token: reviewer.token })).code
    app.clock.advance(day)
    expect(await info()).toBe(403)
    app.clock.advance(-day)
    expect(await info()).toBe(0)
    app.clock.advance(-hour)
    expect(await info()).toBe(0)
    app.clock.advance(hour)
    expect(await info()).toBe(0)
  })

  test('to and fro under many commands at once loses none of them', async () => {
    const own = await testApp({ databaseUrl })
    onTestFinished(own.close)
    const recorder = openRecorder(() => headOf(own.db))
    const keys: string[] = []
    const applyTenTimes = async () => {
      for (let nth = 0; nth < 10; nth += 1) {
        const key = randomUUID()
        keys.push(key)
        own.clock.advance(nth % 2 ? -day : hour)
        const answered = await recorder.within(() => own.customerApp.data(intake.apply, passing(), { key }))
        recorder.applied(key, answered.answer.orderNo, answered.answer.version, answered)
      }
    }
    await Promise.all(Array.from({ length: 6 }, applyTenTimes))
    const events = await allEvents(own.db)
    const sent = events.filter(({ command }) => keys.includes(command))
    expect(sent).toHaveLength(keys.length)
    const back = sent.filter(({ at }, nth) => nth > 0 && at < sent[nth - 1]!.at)
    expect(back.length).toBeGreaterThan(0)
    expect(misfits(events, recorder.calls)).toEqual([])
  })

  test('the log is whole and its streams replay', async () => {
    expect(await logProblems(app.db)).toEqual([])
    expect((await verify(app.db)).problems).toEqual([])
  })
})
