import { businessDay, dayEnd } from '../../machines/calendar.ts'
import { blank, follow, type Recorded, type State } from '../../machines/kernel.ts'
import { type Book, type Ledger, ledgerOn } from '../../machines/ledger.ts'
import { bookOf, type Loan } from '../../machines/loan.facts.ts'
import { loanMachine } from '../../machines/loan.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { commands, type loan } from '../../services/loan.ts'
import type { Process } from '../detail/command/subject.ts'
import type { Moment } from '../detail/record/moment.ts'

export const loans: Process = { machine: loanMachine, words: 'loan', commands }

export type LoanRecord = DataOf<typeof loan>
export type PaidOut = NonNullable<LoanRecord['loan']>
export type LoanStep = PaidOut['history'][number]

/** A loan as it was known after one of its steps, and its ledger on a day. */
export type Told = {
  history: readonly LoanStep[]
  /** The last step that is included, and whether this is the present. */
  version: number
  isNow: boolean
  day: string
  states: readonly State<Loan>[]
  state: State<Loan>
  book: Book
  ledger: Ledger
}

/** The last instant (epoch ms) of the moment, for what is shown beside the loan; undefined in the present. */
export const lastInstant = ({ step, day }: Moment, history: readonly LoanStep[] = []): number | undefined => {
  if (day !== undefined) return dayEnd(day)
  return step === undefined ? undefined : history[step - 1]?.at
}

const recordOf = (orderNo: string, { type, by, at, state, details }: LoanStep): Recorded => ({
  stream: `loan/${orderNo}`,
  fact: { ...details, type, by, at },
  state,
})

/** The loan's state after each step, replayed by its chart. */
export const statesAfter = (orderNo: string, history: readonly LoanStep[]): State<Loan>[] => {
  let state = blank(loanMachine)
  return history.map((step) => {
    state = follow(loanMachine, state, recordOf(orderNo, step))
    return state
  })
}

/** The loan at a moment; undefined for a moment before the payout, in the future, or of an unknown step. */
export const toldAt = (
  { history, states }: { history: readonly LoanStep[]; states: readonly State<Loan>[] },
  today: string,
  { step, day }: Moment,
): Told | undefined => {
  const known =
    step ?? (day === undefined ? history.length : history.findLastIndex(({ at }) => businessDay(at) <= day) + 1)
  const last = history[known - 1]
  if (!last || (day !== undefined && day > today)) return undefined
  const on = day ?? (step === undefined ? today : businessDay(last.at))
  const state = states[known - 1]!
  const book = bookOf(state.context)
  return {
    history,
    version: known,
    isNow: step === undefined && day === undefined,
    day: on,
    states: states.slice(0, known),
    state,
    book,
    ledger: ledgerOn(book, on),
  }
}

/** The state of one region, as the chart names it; undefined when the loan is void. */
export const placeOf = ({ value }: State, region: string): string | undefined => {
  const within = typeof value === 'object' ? (value as { open: Record<string, unknown> }).open[region] : undefined
  if (within === undefined) return undefined
  return typeof within === 'string' ? within : Object.entries(within as object)[0]!.join('.')
}
