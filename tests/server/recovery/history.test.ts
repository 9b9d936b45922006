import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { usualCollection } from '../../../src/machines/collectionStages.ts'
import { blank, evolve, type Fact, refusal, stateName } from '../../../src/machines/kernel.ts'
import { machineOf } from '../../../src/machines/lifecycles.ts'
import { type History, historyOf } from '../../../src/server/recovery/history.ts'
import type { ReplayRow } from '../../../src/server/store/streamPages.ts'
import { loanTerms } from '../../machines/loan.events.ts'
import { interfacesOf } from '../../model/model.ts'

const orderNo = 'LK260310000001'
const paidOut = '2026-03-10'
const due = '2026-04-09'
const principal = 1_000_000
/** No interest and no fees: what is paid is principal, as a child would reckon. */
const terms = {
  ...loanTerms,
  from: paidOut,
  principal,
  instalments: 1,
  every: 30,
  interest: 0,
  earlyFee: 0,
  lateFee: 0,
}

/** An order's events, each kept when its chart takes it and its rules allow it. */
const logOf = () => {
  const rows: ReplayRow[] = []
  const states = new Map<string, ReturnType<typeof blank>>()
  /** Whether the event was taken. */
  const tell = (stream: string, { type, by = 'SYS', at, ...data }: Partial<Fact> & { type: string; at: number }) => {
    const machine = machineOf(stream)
    const before = states.get(stream) ?? blank(machine)
    const armed = before.armed[type]?.version
    const fact = { ...data, ...(armed !== undefined && { armed }), type, by, at }
    if (refusal(machine, before, fact, interfacesOf(machine).get(type)!)) return false
    const { state } = evolve(machine, before, fact)
    states.set(stream, state)
    rows.push({
      pos: rows.length + 1,
      stream,
      version: state.version,
      type,
      state: stateName(state.value),
      actor: by,
      at,
      data: JSON.stringify(data),
    })
    return true
  }
  return { rows, tell }
}

const desks: Record<string, { group: string; company: string; target: number; kind: 'post' }> = {
  'staff/1': { group: 'day', company: '', target: 3000, kind: 'post' },
  'staff/2': { group: 'agents', company: 'Agency', target: 5000, kind: 'post' },
}
const told = (rows: readonly ReplayRow[]): History => historyOf(orderNo, rows, (collector) => desks[collector]!)

const opening = {
  orderNo,
  order: { person: 'person-1', app: 'DK', product: 'KILAT' },
  due,
  rules: { from: '2020-01-01', ...usualCollection },
}

type Step =
  | { does: 'give'; to: string }
  | { does: 'recall' }
  | { does: 'pay'; amount: number; back: number }
  | { does: 'reverse'; nth: number }
  | { does: 'wait'; days: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('give' as const), to: fc.constantFrom('staff/1', 'staff/2') }),
  fc.record({ does: fc.constant('recall' as const) }),
  fc.record({ does: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 90_000 }), back: fc.nat(4) }),
  fc.record({ does: fc.constant('reverse' as const), nth: fc.nat(5) }),
  fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
)

/**
 * Credits as a child would keep them: a list of who held the case at the end of each day, and a book of payments. It
 * shares no code with what it judges.
 */
const naive = () => {
  const closes: Record<string, string> = {}
  const book: { txid: string; to: string; amount: number; isReversed: boolean }[] = []
  const credits: { to: string; day: string; amount: number }[] = []
  let holder = ''
  return {
    credits,
    book,
    hold: (who: string, day: string) => {
      holder = who
      closes[day] = who
    },
    pay: (txid: string, amount: number, valueDay: string, day: string) => {
      const known = Object.keys(closes).filter((one) => one <= valueDay)
      const last = known.toSorted().at(-1)
      const to = valueDay === day ? holder : last === undefined ? '' : closes[last]!
      book.push({ txid, to, amount, isReversed: false })
      credits.push({ to, day: valueDay, amount })
    },
    reverse: (txid: string, day: string) => {
      const paid = book.find((one) => one.txid === txid)!
      paid.isReversed = true
      credits.push({ to: paid.to, day, amount: -paid.amount })
    },
  }
}

/** Plays steps on the charts and on the naive model. */
const play = (steps: readonly Step[]) => {
  const log = logOf()
  const model = naive()
  let day = addDays(due, -3)
  let minute = 0
  const now = () => dayStart(day) + 8 * 3_600_000 + (minute += 1) * 60_000
  log.tell(`loan/${orderNo}`, { type: 'loanOpened', at: dayStart(paidOut), orderNo, terms } as never)
  log.tell(`recoveryCase/${orderNo}`, { type: 'episodeOpened', at: now(), ...opening })
  model.hold('', day)
  const prefixes: History[] = []
  for (const one of steps) {
    const at = now()
    if (one.does === 'wait') {
      day = addDays(day, one.days)
      minute = 0
    }
    if (one.does === 'give') {
      const lead = { by: 'staff/9', at, holder: one.to, company: '' }
      const isGiven =
        log.tell(`recoveryCase/${orderNo}`, { type: 'dispatched', ...lead }) ||
        log.tell(`recoveryCase/${orderNo}`, { type: 'reassigned', ...lead })
      if (isGiven) model.hold(one.to, day)
    }
    if (one.does === 'recall' && log.tell(`recoveryCase/${orderNo}`, { type: 'recalled', by: 'staff/9', at }))
      model.hold('', day)
    if (one.does === 'pay') {
      const txid = `tx-${log.rows.length}`
      const valueDay = addDays(day, -one.back)
      const { amount } = one
      if (log.tell(`loan/${orderNo}`, { type: 'repaid', at, txid, day: valueDay, amount } as never))
        model.pay(txid, amount, valueDay, day)
    }
    if (one.does === 'reverse') {
      const open = model.book.filter(({ isReversed }) => !isReversed)
      const paid = open[one.nth % Math.max(1, open.length)]
      if (!paid) continue
      const { txid } = paid
      log.tell(`loan/${orderNo}`, { type: 'reversalProposed', by: 'staff/7', at, txid, reason: 'bank' } as never)
      if (log.tell(`loan/${orderNo}`, { type: 'repaymentReversed', by: 'staff/8', at })) model.reverse(txid, day)
    }
    prefixes.push(told(log.rows))
  }
  return { log, model, prefixes, last: told(log.rows) }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

describe('credits', () => {
  test('are what a naive model says, whatever is paid, back-dated, reversed and handed over', () => {
    let credited = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const { last, model } = play(steps)
        const found = last.credits.map(({ collector: to, day, amount }) => ({ to, day, amount }))
        expect(found).toEqual(model.credits)
        credited += found.filter(({ to }) => to !== '').length
        const stands = model.book.filter(({ isReversed }) => !isReversed).map(({ amount }) => amount)
        expect(sumOf(last.credits.map(({ principal: part }) => part))).toBe(sumOf(stands))
      }),
      { numRuns: 150 },
    )
    expect(credited).toBeGreaterThan(50)
  })

  test('of earlier never change', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
        const { prefixes, last } = play(steps)
        for (const { credits } of prefixes)
          expect(JSON.stringify(last.credits.slice(0, credits.length))).toBe(JSON.stringify(credits))
      }),
      { numRuns: 40 },
    )
  })
})

test('one holder at most at every moment, and each holding ends before the next begins', () => {
  let given = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const { holdings } = play(steps).last
      given += holdings.length
      for (const [nth, next] of holdings.slice(1).entries()) expect(holdings[nth]!.endedAt).toBeLessThanOrEqual(next.at)
    }),
    { numRuns: 60 },
  )
  expect(given).toBeGreaterThan(60)
})

const ofCase = (type: string, at: number, more: object = {}) => ({ type, at, ...more }) as never

test('a holding says who, where, how late, what was owed, and why it ended', () => {
  const { rows, tell } = logOf()
  const stream = `recoveryCase/${orderNo}`
  const day = addDays(due, 2)
  tell(`loan/${orderNo}`, ofCase('loanOpened', dayStart(paidOut), { orderNo, terms }))
  tell(stream, ofCase('episodeOpened', dayStart(day), opening))
  tell(stream, ofCase('dispatched', dayStart(day) + 1, { by: 'staff/9', holder: 'staff/2', company: '' }))
  tell(stream, ofCase('recalled', dayStart(day) + 2, { by: 'staff/9' }))
  expect(told(rows).holdings).toMatchObject([
    {
      id: 3,
      collector: 'staff/2',
      group: 'agents',
      company: 'Agency',
      target: 5e3,
      stage: 's1',
      daysLate: 2,
      principal,
      interest: 0,
      fee: 0,
      balance: principal,
      endedOn: day,
      endedBy: 'recalled',
    },
  ])
})

test('a planned recovery rate is the target of what is given from its day on', () => {
  const planned = (from: string, recoveryRate: number) => ({
    from,
    coverage: 0,
    rightParty: 0,
    promiseRate: 0,
    keptRate: 0,
    recoveryRate,
    cureRate: 0,
    rollRate: 0,
    productivity: 0,
  })
  const targetOn = (day: string) => {
    const { rows, tell } = logOf()
    const stream = `recoveryCase/${orderNo}`
    tell(`loan/${orderNo}`, ofCase('loanOpened', dayStart(paidOut), { orderNo, terms }))
    tell(stream, ofCase('episodeOpened', dayStart(day), opening))
    tell(stream, ofCase('dispatched', dayStart(day) + 1, { by: 'staff/9', holder: 'staff/1', company: '' }))
    const targets = [planned(addDays(due, 1), 4100), planned(addDays(due, 2), 0), planned(addDays(due, 3), 4300)]
    return historyOf(orderNo, rows, () => ({ ...desks['staff/1']!, targets })).holdings[0]!.target
  }
  // Of 0 there is none, and the group's own counts.
  expect([0, 1, 2, 3, 4].map((days) => targetOn(addDays(due, days)))).toEqual([3000, 4100, 3000, 4300, 4300])
})

test('attempts, promises and how a case stands at the close of each day', () => {
  const { rows, tell } = logOf()
  const stream = `recoveryCase/${orderNo}`
  const day = addDays(due, 2)
  const at = (minutes: number, later = 0) => dayStart(addDays(day, later)) + minutes * 60_000
  const holder = { by: 'staff/1' }
  tell(`loan/${orderNo}`, ofCase('loanOpened', dayStart(paidOut), { orderNo, terms }))
  tell(stream, ofCase('episodeOpened', at(0), opening))
  tell(stream, ofCase('dispatched', at(1), { by: 'staff/9', holder: 'staff/1', company: '' }))
  for (const [minute, outcome] of [
    [2, 'noAnswer'],
    [4, 'reached'],
    [6, 'promised'],
  ] as const) {
    tell(stream, ofCase('contacted', at(minute), { ...holder, attempt: `a${minute}`, channel: 'phone' }))
    tell(stream, ofCase('outcomeNoted', at(minute + 1), { ...holder, outcome }))
  }
  const promise = { amount: 100_000, day: addDays(day, 1), owed: principal, horizon: 14, grace: 1, paidToday: 0 }
  tell(stream, ofCase('promised', at(8), { ...holder, ...promise }))
  tell(stream, ofCase('paymentsFollowed', at(9, 1), { paid: 60_000 }))
  tell(stream, ofCase('promisePartlyKept', at(0, 3)))
  tell(stream, ofCase('promiseCorrected', at(1, 3), { paid: 120_000 }))
  const { attempts, promises, standings } = told(rows)
  expect(attempts.map(({ outcome, first, firstReached }) => [outcome, first, firstReached])).toEqual([
    ['noAnswer', true, false],
    ['reached', false, true],
    ['promised', false, false],
  ])
  expect(promises).toMatchObject([
    {
      amount: 100_000,
      paid: 120_000,
      outcome: 'kept',
      judgedOn: addDays(day, 3),
      corrected: true,
      collector: 'staff/1',
    },
  ])
  expect(standings.map((one) => [one.day, one.until, one.state, one.collector])).toEqual([
    [day, addDays(day, 1), 'promised', 'staff/1'],
    [addDays(day, 1), addDays(day, 3), 'promised', 'staff/1'],
    [addDays(day, 3), null, 'following', 'staff/1'],
  ])
  expect(businessDay(at(1, 3))).toBe(addDays(day, 3))
})

test('a settled case is credited to the last payment that stands, and to nobody where no payment of the episode does', () => {
  const { rows, tell } = logOf()
  const stream = `recoveryCase/${orderNo}`
  const loan = `loan/${orderNo}`
  const at = (hour: number, later = 0) => dayStart(addDays(due, later)) + hour * 3_600_000
  const pays = (txid: string, amount: number, when: number) =>
    tell(loan, ofCase('repaid', when, { by: 'staff/7', txid, day: businessDay(when), amount }))
  const settles = (when: number) => tell(stream, ofCase('episodeSettled', when, { settlement: 'paid', paid: null }))
  const reverses = (txid: string, when: number) => {
    tell(loan, ofCase('reversalProposed', when, { by: 'staff/7', txid, reason: 'bank' }))
    tell(loan, ofCase('repaymentReversed', when + 1, { by: 'staff/8' }))
  }
  tell(loan, ofCase('loanOpened', dayStart(paidOut), { orderNo, terms }))
  tell(stream, ofCase('episodeOpened', at(0), opening))
  tell(stream, ofCase('dispatched', at(8), { by: 'staff/9', holder: 'staff/1', company: '' }))
  pays('half', principal / 2, at(9))
  expect(told(rows).settlements).toEqual([])
  tell(stream, ofCase('reassigned', at(8, 1), { by: 'staff/9', holder: 'staff/2', company: '' }))
  pays('rest', principal / 2, at(9, 1))
  expect(settles(at(10, 1))).toBe(true)
  expect(told(rows).settlements).toEqual([
    { orderNo, id: rows.length, settledAt: at(10, 1), collector: 'staff/2', group: 'agents', company: 'Agency' },
  ])
  reverses('rest', at(11, 1))
  tell(stream, ofCase('episodeReopened', at(12, 1), opening))
  expect(told(rows).settlements).toEqual([])
  // Settled without money: what stands is the payment to the first holder.
  settles(at(13, 1))
  expect(told(rows).settlements).toMatchObject([{ collector: 'staff/1', settledAt: at(13, 1) }])
  // Nothing that was paid belongs to the next episode.
  tell(stream, ofCase('episodeOpened', at(14, 1), { ...opening, due: addDays(due, 30) }))
  settles(at(15, 1))
  expect(told(rows).settlements).toEqual([])
})

test('a complaint is about the holder, about the agency of a placed case, or about who held it last', () => {
  const { rows, tell } = logOf()
  const stream = `recoveryCase/${orderNo}`
  const at = (day: string, hour: number) => dayStart(day) + hour * 3_600_000
  const complains = (day: string, words: string) =>
    tell(stream, ofCase('complained', at(day, 10), { by: 'staff/9', topic: 'hours', channel: 'phone', words }))
  tell(`loan/${orderNo}`, ofCase('loanOpened', at(paidOut, 9), { ...opening, terms }))
  tell(stream, ofCase('episodeOpened', at(due, 1), { ...opening }))
  complains(due, 'nobody held it yet')
  tell(stream, ofCase('dispatched', at(due, 11), { by: 'staff/9', holder: 'staff/1', company: '' }))
  complains('2026-04-10', 'of the holder')
  tell(stream, ofCase('recalled', at('2026-04-10', 12), { by: 'staff/9' }))
  complains('2026-04-11', 'of who held it last')
  const placed = { company: 'Agency', from: '2026-04-12', until: '2026-04-20', balance: 1, groups: 1, rate: 1000 }
  const obstacles = { caseHeld: false, promiseOpen: false, paymentPending: false }
  const from = { by: 'staff/9', ...placed, caseOpen: true, ...obstacles, longest: 60, orderNo, app: 'DK' }
  tell(`placement/${orderNo}`, ofCase('placementProposed', at('2026-04-12', 8), { ...from }))
  tell(`placement/${orderNo}`, ofCase('placementConfirmed', at('2026-04-12', 9), { ...from, by: 'staff/8' }))
  tell(stream, ofCase('placementBegan', at('2026-04-12', 9), { company: 'Agency', until: '2026-04-20' }))
  complains('2026-04-12', 'of the agency')
  tell(stream, ofCase('dispatched', at('2026-04-12', 11), { by: 'staff/9', holder: 'staff/2', company: 'Agency' }))
  const complaint = { topic: 'amount', channel: 'letter', words: 'with a hold' }
  const hold = { reason: 'dispute', from: '2026-04-13', until: '2026-04-14', heldBack: 3, complaint }
  tell(stream, ofCase('held', at('2026-04-13', 9), { by: 'staff/9', ...hold }))
  expect(
    told(rows).complaints.map(({ words, collector, group, company, held }) => [words, collector, group, company, held]),
  ).toEqual([
    ['nobody held it yet', '', '', '', false],
    ['of the holder', 'staff/1', 'day', '', false],
    ['of who held it last', 'staff/1', 'day', '', false],
    ['of the agency', '', '', 'Agency', false],
    ['with a hold', 'staff/2', 'agents', 'Agency', true],
  ])
})
