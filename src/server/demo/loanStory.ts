import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { blank, deadlines, evolve, type State } from '../../machines/kernel.ts'
import { ledgerOn, leftOn } from '../../machines/ledger.ts'
import { bookOf, type Loan, type LoanEvent } from '../../machines/loan.facts.ts'
import { loanMachine } from '../../machines/loan.ts'
import { usualLoanRules } from '../../machines/loanRules.ts'
import { schedule } from '../../machines/schedule.ts'
import * as loan from '../../services/loan.ts'
import type { Random } from '../kit/random.ts'
import type { Command } from '../store/command.ts'

type Opening = Extract<LoanEvent, { type: 'loanOpened' }>
/** The staff who act in a story. */
export type Desk = { finance: string; checker: string; collector: string; lead: string }
type Story = Generator<Command, void, void>

const hour = 3_600_000
/** How the provider of virtual accounts says that a customer paid, and what finance records. */
const collected = [
  { method: 'virtualAccount', payChannel: 'BCA' },
  { method: 'virtualAccount', payChannel: 'Mandiri' },
  { method: 'virtualAccount', payChannel: 'BRI' },
  { method: 'retail', payChannel: 'Alfamart' },
  { method: 'retail', payChannel: 'Indomaret' },
] as const
const transfers = [
  { method: 'transfer', payChannel: 'BCA' },
  { method: 'wallet', payChannel: 'GoPay' },
  { method: 'cash' },
] as const
const via = (type: LoanEvent['type']) =>
  (loan.commands as Record<string, { interface: string }>)[type]?.interface ?? 'SYS'

/** A random story of one loan from its payout on. Its deadlines fire meanwhile, each at its instant. */
export function* loanStoryOf(opening: Opening, desk: Desk, random: Random): Story {
  const stream = `loan/${opening.orderNo}`
  const { terms } = opening
  let state: State<Loan> = blank(loanMachine)
  let payments = 0
  // No event precedes the one before it.
  let last = opening.at

  const tell = (event: LoanEvent): Command => {
    state = evolve(loanMachine, state, event).state
    last = event.at
    return { stream, event, via: via(event.type), key: `demo ${state.version} ${stream}` }
  }
  /** Fires the deadlines up to an instant, the earliest first. */
  function* until(instant: number): Story {
    for (;;) {
      const [next] = deadlines(state)
        .filter(({ at }) => at <= instant)
        .toSorted((one, other) => one.at - other.at)
      if (!next) return
      yield tell({ type: next.event, by: 'SYS', at: Math.max(last, next.at), armed: next.version } as LoanEvent)
    }
  }
  function* does(event: LoanEvent): Story {
    yield* until(event.at)
    yield tell(event)
    yield* until(event.at)
  }
  const txid = () => {
    payments += 1
    return `VA${opening.orderNo.slice(2)}-${payments}`
  }
  const during = (day: string) => Math.max(last + hour, dayStart(day) + random.int(8 * hour, 20 * hour))
  const owed = (day: string) => leftOn(ledgerOn(bookOf(state.context), day))

  /** Most customers pay into their virtual account; finance records a transfer of the others. */
  function* pays(day: string, amount: number): Story {
    const at = during(day)
    const by = random.chance(0.75) ? 'provider/va' : desk.finance
    const id = txid()
    const how = by === desk.finance ? transfers[amount % transfers.length]! : collected[amount % collected.length]!
    yield* does({ type: 'repaid', by, at, txid: id, day: businessDay(at), amount, ...how })
  }
  const dueOf = (term: number, day: string) => {
    const { interest, principal, fee } = ledgerOn(bookOf(state.context), day).lines[term - 1]!
    return [interest, principal, fee].reduce((left, part) => left + part.due - part.paid - part.reduced, 0)
  }

  yield* does(opening)
  const instalments = schedule(terms)
  const habit = random.weighted([
    ['punctual', 53],
    ['late', 15],
    ['veryLate', 9],
    ['inParts', 8],
    ['tooMuch', 3],
    ['reversed', 3],
    ['reduced', 3],
    ['rolledOver', 3],
    ['never', 3],
  ] as const)

  for (const { term, due } of instalments) {
    if (habit === 'never') break
    if (habit === 'rolledOver' && term === 1) {
      yield* rollsOver(due)
      continue
    }
    if (habit === 'veryLate') {
      yield* paysVeryLate(term, addDays(due, random.int(42, 105)))
      continue
    }
    const day = habit === 'late' ? addDays(due, random.int(1, 20)) : addDays(due, -random.int(0, 3))
    if (habit === 'reduced' && term === instalments.length) {
      yield* isReduced(addDays(due, 15))
      continue
    }
    if (habit === 'inParts') {
      yield* pays(day, Math.ceil(dueOf(term, day) / 2))
      const rest = addDays(due, random.int(2, 10))
      yield* pays(rest, Math.max(1, dueOf(term, rest)))
      continue
    }
    yield* pays(day, Math.max(1, dueOf(term, day)))
    if (habit === 'reversed' && term === 1) yield* isReversed(addDays(day, 1))
  }
  if (habit === 'rolledOver' || habit === 'reversed') {
    const { oldestDue } = state.context
    if (oldestDue) yield* pays(addDays(oldestDue, 2), owed(addDays(oldestDue, 2)))
  }
  if (habit === 'tooMuch') yield* overpays(addDays(instalments.at(-1)!.due, 1))
  // For the others finance has still to propose the write-off.
  if (habit === 'never' && random.chance(0.6))
    yield* isWrittenOff(addDays(instalments[0]!.due, usualLoanRules.writeOffBeyond + 5))
  yield* until(Infinity)

  /** In two parts, of which the bank takes some first ones back. */
  function* paysVeryLate(term: number, day: string): Story {
    yield* pays(day, Math.max(1, Math.ceil(dueOf(term, day) / 2)))
    if (random.chance(0.15)) yield* isReversed(addDays(day, 3))
    const rest = addDays(day, random.int(5, 14))
    yield* pays(rest, Math.max(1, dueOf(term, rest)))
  }

  function* overpays(day: string): Story {
    yield* pays(day, 50_000)
    const at = during(addDays(day, 2))
    const refund = { txid: `RF${opening.orderNo.slice(2)}`, day: businessDay(at), amount: 50_000 }
    yield* does({ type: 'creditRefunded', by: desk.finance, at, ...refund })
  }

  function* isReversed(day: string): Story {
    const at = during(day)
    const paid = state.context.entries.findLast((entry) => entry.kind === 'repaid')!
    const reason = 'Transfer ditarik kembali oleh bank'
    yield* does({ type: 'reversalProposed', by: desk.finance, at, txid: paid.txid, reason })
    yield* does({ type: 'repaymentReversed', by: desk.checker, at: at + hour })
  }

  function* isReduced(day: string): Story {
    const at = during(day)
    yield* until(at)
    const on = businessDay(at)
    const fees = ledgerOn(bookOf(state.context), on).lines.reduce((left, { fee }) => left + fee.due - fee.paid, 0)
    if (fees === 0) return yield* pays(day, owed(day))
    const amount = Math.min(fees, usualLoanRules.mostReduced)
    const asked = { amount, until: addDays(on, 5), limit: usualLoanRules.mostReduced, reason: 'Usaha sedang sepi' }
    yield* does({ type: 'reductionRequested', by: desk.collector, at, ...asked })
    if (amount > usualLoanRules.mostReducedByLead)
      yield* does({ type: 'largeReductionApproved', by: desk.checker, at: at + hour })
    else
      yield* does({ type: 'reductionApproved', by: desk.lead, at: at + hour, limit: usualLoanRules.mostReducedByLead })
    const then = addDays(on, 2)
    yield* pays(then, Math.max(1, owed(on) - amount))
  }

  function* rollsOver(day: string): Story {
    const at = during(day)
    yield* does({
      type: 'rolloverOffered',
      by: desk.finance,
      at,
      txid: `RO${opening.orderNo.slice(2)}`,
      days: 14,
      serviceFeeRate: usualLoanRules.rolloverServiceFee,
      interestRate: usualLoanRules.rolloverInterest,
      until: addDays(day, 2),
      most: usualLoanRules.mostRollovers,
    })
    const { serviceFee, interest } = state.context.rollover!
    const paid = { txid: txid(), day: businessDay(at + hour), amount: serviceFee + interest }
    yield* does({ type: 'rolloverPaid', by: desk.finance, at: at + hour, ...paid })
  }

  function* isWrittenOff(day: string): Story {
    const at = during(day)
    const beyond = usualLoanRules.writeOffBeyond
    yield* does({ type: 'writeOffProposed', by: desk.finance, at, beyond, reason: 'Tidak dapat ditemukan' })
    yield* does({ type: 'writeOffConfirmed', by: desk.checker, at: at + hour, beyond })
    // Some of them are found and pay a part all the same.
    if (random.chance(0.5)) yield* pays(addDays(day, 3), Math.ceil(owed(day) / 4))
  }
}
