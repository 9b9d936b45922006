import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { kindOf, machineOf, type Kind, type StreamOf } from '../../../src/machines/lifecycles.ts'
import { askedIn, leadingTo } from '../../../src/machines/secondPerson.ts'
import { demoRoles } from '../../../src/server/demo/staff.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as loan from '../../../src/services/loan.ts'
import * as payout from '../../../src/services/payout.ts'
import * as secondPerson from '../../../src/services/secondPerson.ts'
import * as setting from '../../../src/services/setting.ts'
import * as withdrawal from '../../../src/services/withdrawal.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoans } from '../../kit/loans.ts'
import { rowsMade } from '../../kit/made.ts'
import { approvedOrder, payoutCall } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const roles = Object.keys(demoRoles) as (keyof typeof demoRoles)[]

const reason = 'Board decision 7'

describe.each(oneEngine())('the worklist of waiting steps on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 20 })
  beforeAll(async () => {
    await propose()
  })

  /** One proposal of each of several processes. */
  const propose = async () => {
    const [finance, collector, risk] = await Promise.all(
      (['finance', 'collector', 'risk'] as const).map((role) => app.login(role)),
    )
    const day = businessDay(app.clock.now())
    const [paid, hard] = await openLoans(app, { from: day }, [{}, {}])
    await finance!.data(loan.record, { orderNo: paid!, version: 1, txid: 'odd', day, amount: 70_000 })
    await finance!.data(loan.proposeReversal, { orderNo: paid!, version: 2, txid: 'odd', reason: 'came back' })
    const reduction = { amount: 50_000, until: addDays(day, 5), reason: 'hardship' }
    await collector!.data(loan.requestReduction, { orderNo: hard!, version: 1, ...reduction })
    expect(await payoutCall(app, finance!, payout.submit, await approvedOrder(app))).toHaveCode(0)
    await risk!.data(setting.propose, { reason, kind: 'app', code: 'SEWA', version: 0, name: 'Sewa' })
    await requested(finance!)
  }

  /** What a role may answer by the charts and the log alone: every record read, every right and person compared. */
  const answerable = async (role: (typeof roles)[number], { id }: Caller) => {
    const granted: readonly string[] = demoRoles[role].interfaces
    const may = (name: string) => role === 'admin' || granted.includes(name)
    const streams = await app.db.sql.selectFrom('es_stream').select('stream').orderBy('stream').execute()
    const found: { kind: string; id: string; since: number }[] = []
    for (const { stream } of streams) {
      const machine = machineOf(stream)
      const asked = askedIn(machine, await app.server.store.state(stream as StreamOf<Kind>))
      const open = asked.filter((one) => may(one.interface) && !one.barred.includes(id))
      for (const place of new Set(open.map((one) => one.place))) {
        const led = leadingTo(machine, place)
        const history = await app.server.store.history(stream)
        const since = history.findLast(({ type }) => led.includes(type))!.at
        found.push({ kind: `${kindOf(stream)}/${place}`, id: stream.slice(stream.indexOf('/') + 1), since })
      }
    }
    return found
  }

  const order = {
    version: 0,
    account: 'BCA-OUT',
    amount: 25_000_000,
    bank: 'BCA',
    card: '1234567890',
    holder: 'PT Sewa Kantor',
    channel: 'samudra',
    purpose: 'Office rent',
  } as const
  const requested = async (by: Caller, amount: number = order.amount) =>
    (await by.data(withdrawal.request, { ...order, amount })).stream.slice('withdrawal/'.length)
  const withdrawals = async (by: Caller, more: { sort?: 'age' | '-amount' } = {}) =>
    (await by.data(secondPerson.list, { kind: 'withdrawal/requested', ...more })).rows

  test('has what waits in every process that was proposed in', async () => {
    const kindsOf = async (role: (typeof roles)[number]) =>
      (await (await app.login(role)).data(secondPerson.list, {})).kinds.map(({ kind }) => kind)
    expect(await kindsOf('financeChecker')).toEqual([
      'loan/open.proposal.reversal',
      'loan/open.reduction.requested',
      'payout/checking',
      'setting/proposed',
      'withdrawal/requested',
    ])
    expect(await kindsOf('collectionLead')).toEqual(['loan/open.reduction.requested'])
    expect(await kindsOf('finance')).toEqual([])
  })

  test('says what each is about: the order, and the amount of what was proposed', async () => {
    const checker = await app.login('financeChecker')
    const { rows } = await checker.data(secondPerson.list, { sort: 'kind' })
    expect(rows.map(({ kind, amount, orderNo, id }) => [kind, amount, orderNo === id])).toEqual([
      ['loan/open.proposal.reversal', 70_000, true],
      ['loan/open.reduction.requested', 50_000, true],
      ['payout/checking', 1_410_000, true],
      ['setting/proposed', null, false],
      ['withdrawal/requested', 25_000_000, false],
    ])
  })

  test.each(roles)('of %s is what the charts let this person answer, the oldest first', async (role) => {
    const caller = await app.login(role)
    const expected = await answerable(role, caller)
    const { rows, kinds, ...size } = await caller.data(secondPerson.list, {})
    const shown = rows.map(({ kind, id, since }) => ({ kind, id, since }))
    const sorted = (some: typeof shown) => some.map((one) => JSON.stringify(one)).toSorted()
    expect(sorted(shown)).toEqual(sorted(expected))
    expect(shown.map(({ since }) => since)).toEqual(shown.map(({ since }) => since).toSorted((a, b) => a - b))
    expect(size).toEqual({ count: expected.length, capped: false })
    expect(await caller.data(secondPerson.count, {})).toEqual(size)
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
  })

  test('a proposal waits for its second person, not for its proposer, and is gone once it is answered', async () => {
    const [maker, checker, admin] = [
      await app.login('finance'),
      await app.login('financeChecker'),
      await app.login('admin'),
    ]
    const before = await checker.data(secondPerson.count, {})
    const txid = await requested(maker)
    const row = {
      kind: 'withdrawal/requested',
      id: txid,
      orderNo: null,
      amount: 25_000_000,
      proposer: maker.id,
      since: app.clock.now(),
    }
    expect(await withdrawals(checker)).toContainEqual(expect.objectContaining(row))
    expect((await withdrawals(checker)).find(({ id }) => id === txid)?.proposerName).toMatch(/\S/)
    expect(await checker.data(secondPerson.count, {})).toEqual({ ...before, count: before.count + 1 })
    expect((await withdrawals(maker)).map(({ id }) => id)).not.toContain(txid)
    const own = await requested(admin)
    expect((await withdrawals(admin)).map(({ id }) => id)).toContain(txid)
    expect((await withdrawals(admin)).map(({ id }) => id)).not.toContain(own)
    await checker.data(withdrawal.refuse, { txid, version: 1, reason: 'no invoice' })
    expect((await withdrawals(checker)).map(({ id }) => id)).not.toContain(txid)
    await admin.data(withdrawal.cancel, { txid: own, version: 1 })
    expect(await checker.data(secondPerson.count, {})).toEqual(before)
  })

  test('sorts by amount, the largest first', async () => {
    const [maker, checker] = [await app.login('finance'), await app.login('financeChecker')]
    for (const amount of [3_000_000, 9_000_000, 6_000_000]) {
      await requested(maker, amount)
      // Those of one instant have no order of age.
      app.clock.advance(1)
    }
    const amounts = (await withdrawals(checker, { sort: '-amount' })).map(({ amount }) => amount!)
    expect(amounts.length).toBeGreaterThan(2)
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
    expect(amounts).not.toEqual((await withdrawals(checker)).map(({ amount }) => amount))
  })

  test('is the same after a rebuild, and a verification finds nothing', async () => {
    const { consent: rows } = await rowsMade(app.db)
    expect(rows).toMatch(/\S/)
    await rebuild(app.db)
    expect((await rowsMade(app.db)).consent).toBe(rows)
    expect((await verify(app.db)).problems).toEqual([])
  })
})
