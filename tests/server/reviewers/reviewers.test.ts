import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualApprovalRules, usualApprovalTimes } from '../../../src/machines/approvalRules.ts'
import { businessDay } from '../../../src/machines/calendar.ts'
import { usualStaffTimes } from '../../../src/machines/staffRules.ts'
import { bookRepayment } from '../../../src/server/loan/reversal.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as approval from '../../../src/services/approval.ts'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import type { Caller } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoanOf } from '../../kit/loans.ts'
import { queueFirst } from '../../kit/queue.ts'
import { withApp } from '../../kit/withApp.ts'
import { decision } from '../../machines/approval.events.ts'

const hour = 60 * 60_000
const day = 24 * hour

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let lead: Caller
  let reviewer: Caller
  let checker: Caller
  const logIn = async () => {
    lead = await app.login('reviewLead')
    reviewer = await app.login('reviewer1')
    checker = await app.login('reviewer2')
  }
  beforeAll(async () => {
    await logIn()
  })

  const group = (more: Partial<reviewers.GroupInput> = {}): reviewers.GroupInput => ({
    name: `Group ${randomUUID()}`,
    apps: [],
    stages: ['first'],
    capacity: 5,
    shifts: [],
    members: [reviewer.id],
    ...more,
  })
  const groupCalled = async (name: string) =>
    (await lead.data(reviewers.groups, {})).groups.find((one) => one.name === name)!

  describe('a group', () => {
    test('is made, changed, closed and opened again', async () => {
      const wanted = group({ apps: ['DK'], shifts: [{ days: [6], from: '09:00', to: '12:00' }] })
      await lead.data(reviewers.groupSave, wanted)
      const made = await groupCalled(wanted.name)
      expect(made).toMatchObject({ ...wanted, state: 'open', onShift: true, version: 1 })

      const { id } = made
      const changed = { ...wanted, shifts: [{ days: [7], from: '09:00', to: '12:00' }], capacity: 2 }
      await lead.data(reviewers.groupSave, { ...changed, id, version: 1 })
      expect(await groupCalled(wanted.name)).toMatchObject({ ...changed, onShift: false, version: 2 })

      await lead.data(reviewers.groupClose, { id, version: 2 })
      expect(await groupCalled(wanted.name)).toMatchObject({ state: 'closed', version: 3 })
      expect(await lead.call(reviewers.groupSave, { ...changed, id, version: 3 })).toHaveCode(422)
      await lead.data(reviewers.groupReopen, { id, version: 3 })
      expect(await groupCalled(wanted.name)).toMatchObject({ state: 'open', version: 4 })
    })

    test.each([
      ['name', { name: ' ' }, 'name'],
      ['stages', { stages: [] }, 'stages'],
      ['room', { capacity: 0 }, 'capacity'],
      ['a whole number as room', { capacity: 1.5 }, 'capacity'],
      ['a known app', { apps: ['XX'] }, 'apps'],
      ['each app once', { apps: ['DK', 'DK'] }, 'apps'],
      ['members who may review', { members: ['staff/999'] }, 'members'],
      ['times of day', { shifts: [{ days: [1], from: '24:00', to: '08:00' }] }, 'shifts.0.from'],
      ['days', { shifts: [{ days: [], from: '08:00', to: '09:00' }] }, 'shifts.0.days'],
      ['days of the week', { shifts: [{ days: [8], from: '08:00', to: '09:00' }] }, 'shifts.0.days.0'],
      ['hours that take time', { shifts: [{ days: [1], from: '08:00', to: '08:00' }] }, 'shifts'],
    ])('needs %s', async (_, flaw, field) => {
      const { code, data } = await lead.call(reviewers.groupSave, group(flaw as Partial<reviewers.GroupInput>))
      expect({
        code,
        fields: (data as unknown as { issues: { field: string }[] }).issues.map((one) => one.field),
      }).toEqual({ code: 400, fields: [field] })
    })

    test('has a name of its own, whatever its case, and may keep it', async () => {
      const wanted = group()
      await lead.data(reviewers.groupSave, wanted)
      const taken = await lead.call(reviewers.groupSave, { ...wanted, name: wanted.name.toUpperCase() })
      expect(taken).toMatchObject({ code: 400, data: { issues: [{ field: 'name', reason: 'groupTaken' }] } })
      const { id, version } = await groupCalled(wanted.name)
      await lead.data(reviewers.groupSave, { ...wanted, id, version })
    })

    test('made twice under one key is made once', async () => {
      const wanted = group()
      const key = randomUUID()
      const [one, other] = await Promise.all([1, 2].map(() => lead.data(reviewers.groupSave, wanted, { key })))
      expect(one).toEqual(other)
    })

    test('is not changed by whoever saw an older one', async () => {
      const wanted = group()
      await lead.data(reviewers.groupSave, wanted)
      const { id } = await groupCalled(wanted.name)
      await lead.data(reviewers.groupSave, { ...wanted, id, version: 1, capacity: 9 })
      expect(await lead.call(reviewers.groupSave, { ...wanted, id, version: 1 })).toHaveCode(409)
    })

    test('that does not exist is neither changed nor closed', async () => {
      expect(await lead.call(reviewers.groupSave, { ...group(), id: 999, version: 1 })).toHaveCode(404)
      expect(await lead.call(reviewers.groupClose, { id: 999, version: 1 })).toHaveCode(404)
    })
  })

  test('reviewers sign in and out for themselves, and a lead signs them out', async () => {
    const mine = () => reviewer.data(reviewers.mine, {})
    const now = app.clock.now()
    expect(await mine()).toMatchObject({ since: null, until: null })
    await reviewer.data(reviewers.signIn, {})
    expect(await mine()).toMatchObject({ since: now, until: now + usualStaffTimes.signInTtl, onShift: true })
    expect(await reviewer.call(reviewers.signIn, {})).toHaveCode(422)
    await reviewer.data(reviewers.signOut, {})
    expect(await mine()).toMatchObject({ since: null })

    const { version } = await reviewer.data(reviewers.signIn, {})
    await lead.data(reviewers.sendHome, { id: reviewer.id, version })
    expect(await mine()).toMatchObject({ since: null })
  })

  test('nobody else manages groups and weights, and a lead takes no orders', async () => {
    const about = { id: reviewer.id, version: 0 }
    const codes = await Promise.all([
      reviewer.call(reviewers.groups, {}),
      reviewer.call(reviewers.list, { period: 'today' }),
      reviewer.call(reviewers.groupSave, group()),
      reviewer.call(reviewers.setWeight, { ...about, weight: 10 }),
      reviewer.call(reviewers.sendHome, about),
      lead.call(reviewers.signIn, {}),
    ])
    expect(codes.map(({ code }) => code)).toEqual(Array(6).fill(4030))
  })

  test('a weight out of range is refused by its field, and one for nobody is not found', async () => {
    const refused = await lead.call(reviewers.setWeight, { id: reviewer.id, version: 0, weight: 11 })
    expect(refused).toMatchObject({ code: 400, data: { issues: [{ field: 'weight' }] } })
    for (const id of ['staff/999', 'app/demo', 'staff/1; drop'])
      expect(await lead.call(reviewers.setWeight, { id, version: 0, weight: 1 })).toHaveCode(404)
  })

  test('choices for an assignment say who is signed in and in which groups', async () => {
    const wanted = group({ stages: ['final'], members: [checker.id] })
    await lead.data(reviewers.groupSave, wanted)
    await checker.data(reviewers.signIn, {})
    const { reviewers: found } = await lead.data(approval.reviewers, { stage: 'final' })
    const choice = found.find(({ id }) => id === checker.id)!
    expect(choice).toMatchObject({ atWork: true })
    expect(choice.groups).toContain(wanted.name)
    expect(found.filter(({ atWork }) => atWork)).toHaveLength(1)
    await checker.data(reviewers.signOut, {})
  })

  describe('figures of a period', () => {
    const decide = async (who: Caller, orderNo: string, via: string, event: object) => {
      await app.server.store.send({
        stream: `approval/${orderNo}`,
        event: { by: who.id, at: app.clock.now(), ...event } as never,
        via,
        key: randomUUID(),
      })
    }
    const figures = async (who: Caller, period: BodyOf<typeof reviewers.list>['period'] = 'today') => {
      await catchUp(app.db)
      const found = await lead.data(reviewers.list, { period })
      return found.reviewers.find(({ id }) => id === who.id)!
    }
    const claimTtl = usualApprovalTimes.claimTtl

    beforeAll(async () => {
      // At 10:00 on a day without decisions.
      app.clock.advance(40 * day)
      await logIn()
      const orders = await queueFirst(app, 4)
      const claim = (who: Caller, orderNo: string, stage: 'first' | 'final') =>
        decide(who, orderNo, `approve.${stage}Claim`, { type: `${stage}Claimed`, claimTtl })
      const [passed, rejected, undone, byHand] = orders as [string, string, string, string]
      const verdict = { reason: 'incomeUnclear', note: '' }
      await reviewer.data(reviewers.signIn, {})
      for (const order of [passed, rejected, undone]) await claim(reviewer, order, 'first')
      await decide(reviewer, passed, 'approve.firstPass', { type: 'firstPassed', ...decision })
      await decide(reviewer, rejected, 'approve.firstReject', { type: 'firstRejected', ...verdict })
      await decide(reviewer, undone, 'approve.firstPass', { type: 'firstPassed', ...decision })
      await claim(checker, undone, 'final')
      await decide(checker, undone, 'approve.finalSendBack', { type: 'sentBack', ...verdict })
      app.clock.advance(2 * hour)
      await logIn()
      await reviewer.data(reviewers.signOut, {})
      await claim(reviewer, byHand, 'first')
      await decide(reviewer, byHand, 'approve.firstReturn', {
        type: 'returned',
        ...verdict,
        mend: ['bank'],
        returnTtl: usualApprovalTimes.returnTtl,
        mostReturns: usualApprovalRules.mostReturns,
      })
    })

    test('count every decision for who made it, also in a round that was sent back', async () => {
      expect(await figures(reviewer)).toMatchObject({
        decided: 4,
        passRate: 2 / 3,
        returnRate: 1 / 4,
        atWorkMs: 2 * hour,
        // Decisions after signing out do not count.
        perHour: 1.5,
        overdueRate: null,
      })
      expect(await figures(checker)).toMatchObject({
        decided: 1,
        passRate: null,
        returnRate: 1,
        atWorkMs: 0,
        perHour: null,
      })
    })

    test('are of that period alone', async () => {
      app.clock.advance(day)
      await logIn()
      expect(await figures(reviewer)).toMatchObject({ decided: 0, atWorkMs: 0, passRate: null, returnRate: null })
      expect(await figures(reviewer, 'week')).toMatchObject({ decided: 4, atWorkMs: 2 * hour })
    })

    test('go on while somebody is signed in, and end with the longest time', async () => {
      await reviewer.data(reviewers.signIn, {})
      app.clock.advance(hour)
      await logIn()
      expect(await figures(reviewer)).toMatchObject({ atWorkMs: hour })
      app.clock.advance(usualStaffTimes.signInTtl)
      await app.settle()
      await logIn()
      expect(await figures(reviewer, 'week')).toMatchObject({ since: null, atWorkMs: 15 * hour })
    })

    test('say how much is overdue of the loans that somebody passed, in either review', async () => {
      const [orderNo] = (await queueFirst(app, 1)) as [string]
      await decide(reviewer, orderNo, 'approve.firstClaim', { type: 'firstClaimed', claimTtl })
      await decide(reviewer, orderNo, 'approve.firstPass', { type: 'firstPassed', ...decision })
      await decide(checker, orderNo, 'approve.finalClaim', { type: 'finalClaimed', claimTtl })
      await decide(checker, orderNo, 'approve.finalPass', { type: 'finalPassed', ...decision })
      const from = businessDay(app.clock.now())
      await openLoanOf(app, orderNo, { from, instalments: 1, every: 5 })
      app.clock.advance(5 * day)
      await logIn()
      // Due today: it can be paid until the day is over.
      expect([await figures(reviewer, 'week'), await figures(checker, 'week')]).toMatchObject([
        { overdueRate: null },
        { overdueRate: null },
      ])
      app.clock.advance(day)
      await logIn()
      expect(await figures(reviewer, 'week')).toMatchObject({ overdueRate: 1 })
      const now = app.clock.now()
      const paid = { orderNo, txid: 'all', day: businessDay(now), amount: 2_000_000 }
      await bookRepayment(app.server, paid, { by: 'SYS', at: now, key: 'all' })
      expect(await figures(reviewer, 'week')).toMatchObject({ overdueRate: 0 })
    })

    test('and rows are the same after everything was made anew from the events', async () => {
      const all = async () => [
        await lead.data(reviewers.list, { period: 'month' }),
        await lead.data(reviewers.groups, {}),
      ]
      const before = await all()
      expect((await verify(app.db)).problems).toEqual([])
      await rebuild(app.db)
      expect(await all()).toEqual(before)
      expect((await verify(app.db)).problems).toEqual([])
    })
  })
})
