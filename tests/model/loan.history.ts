import fc from 'fast-check'
import { addDays, dayStart } from '../../src/machines/calendar.ts'
import { blank, deadlines, evolve, type Fact, refusal, type State } from '../../src/machines/kernel.ts'
import { ledgerOn, leftOn } from '../../src/machines/ledger.ts'
import { bookOf, type Loan, type LoanEvent, type LoanOrder } from '../../src/machines/loan.facts.ts'
import { loanMachine } from '../../src/machines/loan.ts'
import type { LoanTerms } from '../../src/machines/schedule.ts'
import { interfacesOf } from './model.ts'

/**
 * A deed, `wait` days after the one before. A payment is dated `back` days earlier, and is `share` thousandths of what
 * is owed on that day.
 */
export type Deed = {
  does: 'pays' | 'reverses' | 'reduces' | 'rollsOver' | 'refunds' | 'writesOff'
  wait: number
  back: number
  share: number
  which: number
  days: number
}

export type History = { terms: LoanTerms; deeds: Deed[] }

const terms: fc.Arbitrary<LoanTerms> = fc
  .record({
    principal: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 20_000_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 1e12 }) },
    ),
    serviceShare: fc.integer({ min: 0, max: 100 }),
    handlingShare: fc.integer({ min: 0, max: 50 }),
    from: fc.integer({ min: 0, max: 1000 }).map((n) => addDays('2024-01-15', n)),
    instalments: fc.integer({ min: 1, max: 6 }),
    every: fc.integer({ min: 1, max: 31 }),
    interest: fc.integer({ min: 0, max: 60 }),
    earlyFee: fc.integer({ min: 0, max: 120 }),
    lateFee: fc.integer({ min: 0, max: 300 }),
    lateFrom: fc.constantFrom(8, 8, 8, 3),
    feeDays: fc.constantFrom(90, 90, 30),
    cap: fc.constantFrom(10_000, 10_000, 3000, 20_000),
  })
  .map(({ serviceShare, handlingShare, ...rest }) => ({
    ...rest,
    serviceFee: Math.floor((rest.principal * serviceShare) / 1000),
    handlingFee: Math.floor((rest.principal * handlingShare) / 1000),
  }))

const deed: fc.Arbitrary<Deed> = fc.record({
  does: fc.constantFrom('pays', 'pays', 'pays', 'reverses', 'reduces', 'rollsOver', 'refunds', 'writesOff'),
  wait: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 45 })),
  back: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
  share: fc.oneof(fc.constant(1000), fc.integer({ min: 0, max: 1200 })),
  which: fc.nat(20),
  days: fc.integer({ min: 1, max: 30 }),
})

export const histories: fc.Arbitrary<History> = fc.record({ terms, deeds: fc.array(deed, { maxLength: 12 }) })

/** The interface of each event. */
export const via = interfacesOf(loanMachine)

/** The order of the generated loans. */
const order: LoanOrder = {
  person: 'person/1',
  app: 'DK',
  channel: 'organic',
  product: 'KILAT',
  payout: 'payout-1',
  virtualAccount: '8808000000000001',
}

/** A loan's life on its chart; an event that the chart refuses does not happen. */
export const createLife = ({ terms: agreed }: Pick<History, 'terms'>, orderNo = 'LK-1') => {
  const events: LoanEvent[] = []
  let state: State<Loan> = blank(loanMachine)
  let day = agreed.from

  const send = (event: Fact & Record<string, unknown>): boolean => {
    if (refusal(loanMachine, state, event, via.get(event.type)!) !== undefined) return false
    state = evolve(loanMachine, state, event).state
    events.push(event as LoanEvent)
    return true
  }

  /** Fires every deadline up to noon of the present day, earliest first. */
  const catchUp = () => {
    for (;;) {
      const [next] = deadlines(state)
        .filter(({ at }) => at <= noon())
        .toSorted((one, other) => one.at - other.at)
      if (!next) return
      const event = { type: next.event, by: 'SYS', at: noon(), armed: next.version }
      if (!send(event)) throw new Error(`${next.event} fell due and was refused`)
    }
  }

  const noon = () => dayStart(day) + 12 * 3_600_000
  const by = (name: string) => ({ by: name, at: noon() })
  send({ type: 'loanOpened', ...by('SYS'), orderNo, terms: agreed, order })

  const owed = (on: string) => leftOn(ledgerOn(bookOf(state.context), on))
  const shareOf = (amount: number, share: number) => Math.max(1, Math.floor((amount / 1000) * share))

  const act = ({ does, back, share, which, days }: Deed, txid: string): void => {
    const then = addDays(day, -back)
    const on = then < agreed.from ? agreed.from : then
    const { context } = state
    switch (does) {
      case 'pays':
        send({ type: 'repaid', ...by('finance'), txid, day: on, amount: shareOf(owed(on), share) })
        return
      case 'reverses': {
        const paid = context.entries.flatMap((entry) => ('reversed' in entry && !entry.reversed ? [entry.txid] : []))
        const chosen = paid[which % Math.max(1, paid.length)]
        if (!send({ type: 'reversalProposed', ...by('finance'), txid: chosen, reason: 'bounced' })) return
        if (!send({ type: 'repaymentReversed', ...by('checker') })) send({ type: 'reversalRefused', ...by('checker') })
        return
      }
      case 'reduces': {
        const until = addDays(day, which)
        const amount = shareOf(owed(day), share)
        send({ type: 'reductionRequested', ...by('collector'), amount, until, limit: amount, reason: 'hardship' })
        send({ type: 'reductionApproved', ...by('lead'), limit: amount })
        return
      }
      case 'rollsOver': {
        const until = addDays(day, which)
        const rates = { serviceFeeRate: share, interestRate: which }
        send({ type: 'rolloverOffered', ...by('finance'), txid: `${txid}-offer`, days, ...rates, until, most: 3 })
        const { rollover } = state.context
        if (!rollover || back > 20) return
        const amount = rollover.serviceFee + rollover.interest
        send({ type: 'rolloverPaid', ...by('finance'), txid, day, amount })
        return
      }
      case 'refunds': {
        const { credit } = ledgerOn(bookOf(context), day)
        send({ type: 'creditRefunded', ...by('finance'), txid, day, amount: shareOf(credit, share) })
        return
      }
      case 'writesOff':
        send({ type: 'writeOffProposed', ...by('finance'), beyond: 60, reason: 'beyond hope' })
        send({ type: 'writeOffConfirmed', ...by('checker'), beyond: 60 })
        return
      default:
        does satisfies never
    }
  }

  return {
    live: (one: Deed, index: number) => {
      day = addDays(day, one.wait)
      catchUp()
      act(one, `tx-${index}`)
      catchUp()
    },
    wait: (n: number) => {
      day = addDays(day, n)
      catchUp()
    },
    send,
    by,
    state: () => state,
    day: () => day,
    events,
  }
}

/** The loan after its whole history. */
export const lived = (history: History, orderNo?: string) => {
  const life = createLife(history, orderNo)
  for (const [index, deed] of history.deeds.entries()) life.live(deed, index)
  return life
}
