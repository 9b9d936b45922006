import { leftOf, leftOfLine, type Line, sum } from '../../machines/allocation.ts'
import { businessDay } from '../../machines/calendar.ts'
import { mostFees } from '../../machines/fees.ts'
import { type State, stateName } from '../../machines/kernel.ts'
import { leftOn, type Share, tell, type Told } from '../../machines/ledger.ts'
import { bookOf, type Loan, standing } from '../../machines/loan.facts.ts'
import type { Projection } from '../store/projection.ts'

const told = new WeakMap<Loan, Told>()

/** The debt as of the loan's last change. Only fees have grown since, and the lists add those. */
const toldOf = (loan: Loan): Told => {
  const known = told.get(loan) ?? tell(bookOf(loan), businessDay(loan.changedAt))
  told.set(loan, known)
  return known
}

const isVoided = (state: State<Loan>) => state.value === 'voided'

const orderOf = ({ orderNo, order }: Loan) => ({
  order_no: orderNo,
  person: order?.person ?? '',
  app: order?.app ?? '',
  channel: order?.channel ?? '',
  product: order?.product ?? '',
})

type Open = { open: Record<'settlement' | 'reduction' | 'rollover' | 'proposal', unknown> }

/** `open.settlement.overdue.late` is `overdue.late` here; the other regions stand in columns of their own. */
const regionsOf = (value: unknown) => {
  if (typeof value === 'string') return { state: value, reduction: 'none', rollover: 'none', proposal: 'none' }
  const { settlement, reduction, rollover, proposal } = (value as Open).open
  return {
    state: stateName(settlement),
    reduction: stateName(reduction),
    rollover: stateName(rollover),
    proposal: stateName(proposal),
  }
}

const loanRow = (_stream: string, state: State<Loan>) => {
  const loan = state.context
  const terms = loan.terms!
  const { ledger } = toldOf(loan)
  const payments = standing(loan.entries)
  return {
    ...orderOf(loan),
    version: state.version,
    ...regionsOf(state.value),
    virtual_account: loan.order?.virtualAccount ?? null,
    principal: terms.principal,
    paid_out_on: terms.from,
    instalments: terms.instalments,
    oldest_due: isVoided(state) ? null : loan.oldestDue,
    last_due: ledger.lines.at(-1)!.due,
    last_paid_on:
      payments
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? null,
    paid: ledger.paid,
    credit: ledger.credit,
    reduced: sum(
      ledger.lines.flatMap(({ interest, principal, fee }) => [interest.reduced, principal.reduced, fee.reduced]),
    ),
    remaining: isVoided(state) ? 0 : leftOn(ledger),
    rollovers: payments.filter(({ kind }) => kind === 'rolledOver').length,
    as_of: ledger.day,
  }
}

const standingOf = (line: Line, state: State<Loan>, { isWrittenOff }: Told) => {
  if (isVoided(state)) return 'voided'
  if (leftOfLine(line) === 0) return 'settled'
  return isWrittenOff ? 'writtenOff' : 'open'
}

const instalmentRows = (_stream: string, state: State<Loan>) => {
  const loan = state.context
  const terms = loan.terms!
  const summary = toldOf(loan)
  const { ledger, accruals, isWrittenOff } = summary
  const { lines } = ledger
  const most = isWrittenOff ? lines.map(({ fee }) => fee.due) : mostFees(terms, lines, accruals, ledger.rolloverCharges)
  return lines.map((line, index) => {
    const { term, due, originalDue, interest, principal, fee } = line
    const { age, whole, rest } = accruals[index]!
    return {
      ...orderOf(loan),
      term,
      terms: terms.instalments,
      due,
      original_due: originalDue,
      standing: standingOf(line, state, summary),
      interest: interest.due,
      principal: principal.due,
      interest_left: leftOf(interest),
      principal_left: leftOf(principal),
      paid: interest.paid + principal.paid + fee.paid,
      reduced: interest.reduced + principal.reduced + fee.reduced,
      fee_met: fee.paid + fee.reduced,
      fee_whole: whole,
      fee_rest: rest,
      fee_most: most[index]!,
      // The accrual's age is already that of the next morning.
      fee_age: age - 1,
      early_fee: terms.earlyFee,
      late_fee: terms.lateFee,
      late_from: terms.lateFrom,
      fee_days: terms.feeDays,
    }
  })
}

const nowhere: Share = { interest: 0, principal: 0, fee: 0, charge: 0, credit: 0 }

const repaymentRows = (_stream: string, { context: loan }: State<Loan>) => {
  const { shares } = toldOf(loan)
  // Numbers only entries that moved money: the others vanish when a loan is reopened, and the numbers must stay.
  return loan.entries
    .filter((entry) => 'txid' in entry)
    .map((entry, index) => ({
      ...orderOf(loan),
      n: index + 1,
      txid: entry.txid,
      kind: entry.kind,
      day: entry.day,
      amount: entry.amount,
      ...(shares.get(entry) ?? nowhere),
      reversed: 'reversed' in entry && entry.reversed,
      method: ('method' in entry && entry.method) || null,
      pay_channel: ('payChannel' in entry && entry.payChannel) || null,
    }))
}

const amountProposed = (loan: Loan, place: string): number | undefined => {
  const { reduction, proposal } = loan
  if (place === 'open.reduction.requested') return reduction!.amount
  if (proposal?.txid === null) return leftOn(toldOf(loan).ledger)
  const payments = loan.entries.filter((entry) => 'txid' in entry)
  return payments.find(({ txid }) => txid === proposal?.txid)?.amount
}

/** The order and amount of a proposal: of the reduction, of the payment to reverse, or of the rest to write off. */
export const proposedOf = (loan: Loan, place: string) => ({
  orderNo: loan.orderNo,
  amount: amountProposed(loan, place),
})

export type InstalmentRow = ReturnType<typeof instalmentRows>[number]
export type RepaymentRow = ReturnType<typeof repaymentRows>[number]

declare module '../db/tables.ts' {
  interface Tables {
    loan: ReturnType<typeof loanRow>
    instalment: InstalmentRow
    repayment: RepaymentRow
  }
}

export const loanProjections: Projection[] = [
  { table: 'loan', key: 'order_no', row: loanRow },
  { table: 'instalment', key: 'order_no', part: 'term', rows: instalmentRows },
  { table: 'repayment', key: 'order_no', part: 'n', rows: repaymentRows },
]
