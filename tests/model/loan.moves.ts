import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { leftOn, ledgerOn } from '../../src/machines/ledger.ts'
import { bookOf, type Loan, type LoanEvent } from '../../src/machines/loan.facts.ts'
import { loanMachine } from '../../src/machines/loan.ts'
import { loanFacts, loanTerms } from '../machines/loan.events.ts'
import { interfacesOf, type Model, placeOf, type Standing, transitionsOf, transitionsTaken } from './model.ts'

/** A payment is `part` of what is owed, or `more` than that. */
export type Move = { type: LoanEvent['type']; by: string; pays?: 'part' | 'more' }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))
const tooMuch = 1000

// A day after everything that an instalment goes through.
const untilIn = ({ terms }: Loan) => (terms ? addDays(terms.from, 30) : '')

const extraOf = ({ type, pays }: Move, { state }: Pick<Standing<Move, Loan>, 'state'>, day: string) => {
  const { context } = state
  const txid = `tx-${context.entries.length}`
  switch (type) {
    case 'loanOpened':
      return { terms: { ...loanTerms, from: day } }
    case 'repaid': {
      const left = context.terms ? leftOn(ledgerOn(bookOf(context), day)) : 0
      return { txid, day, amount: pays === 'more' ? left + tooMuch : Math.max(tooMuch, Math.ceil(left / 4)) }
    }
    case 'creditRefunded':
      return { txid, day, amount: tooMuch }
    case 'reductionRequested':
      return { until: untilIn(context) }
    case 'rolloverOffered':
      return { txid, until: untilIn(context) }
    case 'writeOffProposed':
    case 'writeOffConfirmed':
      return { beyond: 0 }
    case 'rolloverPaid':
      return { txid, day, amount: context.rollover ? context.rollover.serviceFee + context.rollover.interest : 0 }
    case 'reversalProposed': {
      const last = context.entries.findLast((entry) => entry.kind === 'repaid' && !entry.reversed)
      return { txid: last && 'txid' in last ? last.txid : 'none' }
    }
    default:
      return { armed: state.armed[type]?.version ?? 0 }
  }
}

const starts = new Set<string>(['reductionRequested', 'rolloverOffered', 'reversalProposed', 'writeOffProposed'])
const dayIn = ({ at }: Pick<Standing, 'at'>) => businessDay(at)
const written = transitionsOf(loanMachine)

/** Whether a move is possible: each kind of payment, the refund and each proposal once, and only so many proposals. */
const happens = ({ state, at, path }: Standing<Move, Loan>, move: Move, rounds: number) => {
  const soonest = Math.min(...Object.values(state.armed).map((armed) => armed.at))
  if (path.filter(({ type }) => type === 'loanOpened').length > 1) return false
  if (state.armed[move.type]) return state.armed[move.type]!.at === soonest
  // The system acts at once when a deadline has passed.
  if (soonest <= at) return false
  // A payout that bounced at once is sent again; everything is then as before.
  if (move.type === 'loanOpened') return path.length === 0 || path.length === 2
  const made = path.filter(({ type }) => starts.has(type))
  if (starts.has(move.type)) return made.length < rounds - 1 && !made.some(({ type }) => type === move.type)
  if (move.type !== 'repaid' && move.type !== 'creditRefunded') return true
  return !path.some(({ type, pays }) => type === move.type && pays === move.pays)
}

export const loanModel: Model<Move, Loan> = {
  name: 'loan',
  machine: loanMachine,
  interfaces: interfacesOf(loanMachine),
  moves: [
    ...by('SYS', 'loanOpened', 'loanVoided', 'fellDue', 'fellOverdue', 'turnedLate', 'dueDayChanged'),
    ...by('SYS', 'settled', 'reopened', 'writtenOff', 'reductionExpired', 'rolloverExpired'),
    { type: 'repaid', by: 'finance', pays: 'part' },
    { type: 'repaid', by: 'finance', pays: 'more' },
    ...by('finance', 'creditRefunded', 'rolloverOffered', 'rolloverPaid', 'reversalProposed', 'writeOffProposed'),
    ...by('financeChecker', 'repaymentReversed', 'reversalRefused', 'writeOffConfirmed', 'writeOffRefused'),
    ...by('collector', 'reductionRequested'),
    ...by('collectionLead', 'reductionApproved', 'reductionRefused'),
    ...by('financeChecker', 'largeReductionApproved'),
  ],
  factOf: (move, standing, at, id): Fact => ({
    ...loanFacts[move.type],
    ...extraOf(move, standing, businessDay(at)),
    type: move.type,
    by: id(move.by),
    at,
  }),
  happens,
  keyOf: (standing) => {
    const { context } = standing.state
    const made = standing.path.filter(({ type }) => starts.has(type)).map(({ type }) => type)
    return JSON.stringify([placeOf(standing), dayIn(standing), context.entries, context.reachedBy, made.toSorted()])
  },
  goalsOf: ({ from, move }) => transitionsTaken(written, from, move),
}
