import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usualApprovalRules } from '../../../src/machines/approvalRules.ts'
import { addDays, businessDay, dayMs, hourMs, minuteMs } from '../../../src/machines/calendar.ts'
import { usualMessageRules } from '../../../src/machines/messageRules.ts'
import { usualPayoutRules } from '../../../src/machines/payoutRules.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import { usualStaffRules } from '../../../src/machines/staffRules.ts'
import { factOf } from '../../../src/server/store/events.ts'
import * as account from '../../../src/services/account.ts'
import * as approval from '../../../src/services/approval.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as flow from '../../../src/services/flow.ts'
import { reveal } from '../../../src/services/reveal.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import * as setting from '../../../src/services/setting.ts'
import type { Caller } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { approvedOrder, send } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const reason = 'Board decision 7'
type Proposal = InputOf<typeof setting.propose>

describe.each(oneEngine())('limits that staff change, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })

  const settingOf = async (by: Caller, kind: string) =>
    (await by.data(setting.list, {})).settings.find((one) => one.kind === kind)!
  /** Has two people change a setting, and lets its first day come. */
  const change = async (kind: string, values: object) => {
    const [maker, second] = [await app.login('risk'), await app.login('financeChecker')]
    const { version } = await settingOf(maker, kind)
    const from = addDays(businessDay(app.clock.now()), 1)
    await maker.data(setting.propose, { reason, kind, code: onlyCode, version, from, ...values } as Proposal)
    await second.data(setting.confirm, { kind: kind as 'staffRules', code: onlyCode, version: version + 1 })
    app.clock.advance(dayMs)
  }
  const newest = async (stream: string) => factOf((await app.server.store.history(stream)).at(-1)!)
  const applied = async () => {
    const orderNo = await app.apply()
    await app.settle()
    return orderNo
  }

  test('the rules of the review: a claim, a return, the target; what came before keeps its own', async () => {
    const before = await applied()
    const early = await app.login('reviewer1')
    const { order } = await early.data(approval.detail, { orderNo: before })
    expect(order.targetAt).toBe(order.appliedAt + 24 * hourMs)

    await change('approvalRules', {
      claimMinutes: 45,
      decideHours: 6,
      mostReturns: 1,
      returnDays: 2,
      reapplyDays: 30,
    } satisfies typeof usualApprovalRules)
    const reviewer = await app.login('reviewer1')
    expect((await reviewer.data(approval.detail, { orderNo: before })).order.targetAt).toBe(order.targetAt)
    const after = await applied()
    const { order: later, mostReturns } = await reviewer.data(approval.detail, { orderNo: after })
    expect([later.targetAt - later.appliedAt, mostReturns]).toEqual([6 * hourMs, 1])
    const { rows } = await reviewer.data(approval.list, { list: 'firstWait' })
    const targetOf = (orderNo: string) => rows.find((row) => row.orderNo === orderNo)!.targetAt
    expect([targetOf(before), targetOf(after)]).toEqual([order.targetAt, later.targetAt])

    await reviewer.data(approval.firstClaim, { orderNo: after, version: 2 })
    expect(await newest(`approval/${after}`)).toMatchObject({ type: 'firstClaimed', claimTtl: 45 * minuteMs })
    const back = {
      orderNo: after,
      version: 3,
      reason: 'documentUnreadable' as const,
      note: '',
      mend: ['bank' as const],
    }
    await reviewer.data(approval.firstReturn, back)
    const returned = { type: 'returned', returnTtl: 2 * dayMs, mostReturns: 1 }
    expect(await newest(`approval/${after}`)).toMatchObject(returned)
  })

  test('an application is returned no more often than its rules allow', async () => {
    const orderNo = await applied()
    await change('approvalRules', { ...usualApprovalRules, mostReturns: 0 })
    const reviewer = await app.login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    const back = { orderNo, version: 3, reason: 'documentUnreadable' as const, note: '', mend: ['bank' as const] }
    expect(await reviewer.call(approval.firstReturn, back)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('as often as the rules allow'),
    })
  })

  test('the flow counts each application against the target of its own day', async () => {
    const rejectedAfter = async (ms: number) => {
      const orderNo = await applied()
      app.clock.advance(ms)
      const reviewer = await app.login('reviewer1')
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.firstReject, { orderNo, version: 3, reason: 'policy', note: '' })
    }
    await change('approvalRules', usualApprovalRules)
    await rejectedAfter(2 * hourMs)
    await change('approvalRules', { ...usualApprovalRules, decideHours: 1 })
    await rejectedAfter(2 * hourMs)
    await catchUp(app.db)
    const admin = await app.login('admin')
    const { ways } = await admin.data(flow.summary, { chart: 'approval' })
    const { rows: decided } = await sql<{ at: number; total: number }>`
      select at, total from flow_record where kind = 'approval' and ended order by at`.execute(app.db.sql)
    const { inForce: versions } = await settingOf(admin, 'approvalRules')
    const targetOn = (day: string) =>
      Number(versions.findLast(({ from }) => (from as string) <= day)?.['decideHours'] ?? 24) * hourMs
    const isWithin = decided.map(({ at, total }) => total <= targetOn(businessDay(at)))
    expect(isWithin.slice(-2)).toEqual([true, false])
    expect(ways.target).toEqual({ ms: hourMs, within: isWithin.filter(Boolean).length })
  })

  test('the rules of payouts: how long a report is waited for', async () => {
    await change('payoutRules', { ...usualPayoutRules, answerMinutes: 90 })
    const orderNo = await approvedOrder(app)
    await send(app, await app.login('finance'), await app.login('financeChecker'), orderNo)
    const events = (await app.server.store.history(`payout/${orderNo}`)).map(factOf)
    expect(events.find(({ type }) => type === 'payoutApproved')).toMatchObject({ answerTtl: 90 * minuteMs })
  })

  test('limits for staff: reveals an hour, a sign-in, a link', async () => {
    await change('staffRules', { ...usualStaffRules, reveals: 2, signInHours: 3, linkHours: 5 })
    const approver = await app.login('approve')
    const orderNo = await applied()
    const revealed = async () => (await approver.call(reveal, { orderNo, field: 'name', purpose: 'customerAsks' })).code
    expect([await revealed(), await revealed(), await revealed()]).toEqual([0, 0, 429])

    const reviewer = await app.login('reviewer1')
    await reviewer.data(reviewers.signIn, {})
    const { since, until } = await reviewer.data(reviewers.mine, {})
    expect(until).toBe(since! + 3 * hourMs)
    const invited = { email: `${randomUUID()}@demo.example`, name: 'Sari', roles: [3] }
    const admin = await app.login('admin')
    const link = await admin.data(account.invite, invited)
    expect(link.until).toBe(app.clock.now() + 5 * hourMs)
  })

  test('a change says why, to whoever confirms it and in the history', async () => {
    const maker = await app.login('risk')
    const { version } = await settingOf(maker, 'payoutRules')
    const from = addDays(businessDay(app.clock.now()), 1)
    const change = { kind: 'payoutRules', code: onlyCode, version, from, answerMinutes: 120 } as const
    const issue = { field: 'reason', reason: 'required' }
    expect(await maker.call(setting.propose, { ...change, reason: ' ' })).toMatchObject({
      code: 400,
      data: { issues: [issue] },
    })
    await maker.data(setting.propose, { ...change, reason })
    expect((await settingOf(maker, 'payoutRules')).proposed).toMatchObject({ reason, values: { answerMinutes: 120 } })
    const { history } = await maker.data(setting.history, { kind: 'payoutRules', code: onlyCode })
    expect(history.at(-1)).toMatchObject({ type: 'settingProposed', details: { reason } })
    await maker.data(setting.takeBack, { kind: 'payoutRules', code: onlyCode, version: version + 1 })
  })

  test('are kept within what their words say', async () => {
    const maker = await app.login('risk')
    const from = addDays(businessDay(app.clock.now()), 1)
    const refused = async (kind: string, values: object) => {
      const { version } = await settingOf(maker, kind)
      const { code, data } = await maker.call(setting.propose, {
        reason,
        kind,
        code: onlyCode,
        version,
        from,
        ...values,
      } as Proposal)
      return [code, (data as unknown as { issues: { field: string }[] }).issues.map(({ field }) => field)]
    }
    expect(await refused('approvalRules', { ...usualApprovalRules, claimMinutes: 0 })).toEqual([400, ['claimMinutes']])
    expect(await refused('payoutRules', { answerMinutes: 4 })).toEqual([400, ['answerMinutes']])
    expect(await refused('messageRules', { ...usualMessageRules, codeTries: 0 })).toEqual([400, ['codeTries']])
    expect(await refused('staffRules', { ...usualStaffRules, signInHours: 25 })).toEqual([400, ['signInHours']])
  })
})
