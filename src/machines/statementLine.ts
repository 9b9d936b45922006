import { assign, setup } from 'xstate'
import {
  byAnother,
  effect,
  type Fact,
  guardsOf,
  onLimit,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'

/**
 * A bank account movement. `n` numbers it on the account and `place` in its file; `day` is 'YYYY-MM-DD'. Its amount, and
 * the balances before and after it, are rupiah with sen as decimals.
 */
export type BankLine = {
  account: string
  n: number
  statement: string
  place: number
  txid: string
  day: string
  bookedAt: number
  direction: 'credit' | 'debit'
  amount: number
  start: number
  end: number
}
/**
 * A line's match: its order, and the transaction id under which the payment is already recorded there; null when it is
 * not. A withdrawal has no order.
 */
export type Target = { orderNo: string | null; recorded: string | null }

export const exceptionReasons = [
  'bankFee',
  'bankInterest',
  'ownTransfer',
  'unknownSender',
  'wrongAmount',
  'other',
] as const
export type ExceptionReason = (typeof exceptionReasons)[number]

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
type OnDay = { dayOpen: boolean }
type Proposed = Target & { recordedAmount: number | null }
export type StatementLineEvent =
  | Did<'lineImported' | 'lineNoted', BankLine>
  | Did<'lineMatched', Target & { how: 'txid' | 'orderNo' | 'account' | 'alike' }>
  | Did<'matchProposed', Proposed>
  | Did<'matchConfirmed' | 'matchRefused'>
  | Did<'exceptionMade', { reason: ExceptionReason; owner: string; ledger?: string }>
  | Did<'exceptionLifted', OnDay>
  | Did<'lineReconciled', { posted: string | null }>
  | Did<'postingRefused', { reason: string }>
  | Did<'unmatchProposed', OnDay & { note: string }>
  | Did<'unmatchConfirmed' | 'unmatchRefused'>
  | Did<'lineUnmatched'>
  | Did<'unmatchFailed', { reason: string }>

export type StatementLine = {
  line: BankLine | null
  target: Target | null
  how: 'txid' | 'orderNo' | 'account' | 'alike' | 'byHand' | null
  /** The person whose proposal waits for a second person. */
  proposer: string | null
  checker: string | null
  /**
   * The transaction id under which this line was posted to the order; null when the payment was already recorded there.
   */
  posted: string | null
  /** The number of postings. A reversed posting keeps its transaction id. */
  postings: number
  /** `ledger` is the lender's account that the amount is settled to. */
  exception: { reason: ExceptionReason; owner: string; ledger?: string } | null
  /** Why the order refused the posting or its reversal, as a locale key. */
  refusal: string | null
  note: string
}

type About = { context: StatementLine; event: Payload<StatementLineEvent> }

const rules = {
  anotherPerson: byAnother(({ proposer }: StatementLine) => [proposer]),
  // A proposal to close a day means that its lines are settled; only settled lines can change after that.
  dayOpen: onLimit('dayOpen', ({ event }: About) => event.dayOpen === true),
  // Customers and the lender pay whole rupiah. A bank's interest and tax have sen; a line of zero moved nothing.
  wholeRupiah: onPayload(({ context }: About) => Number.isInteger(context.line!.amount) && context.line!.amount > 0),
  ledgerForSen: onPayload(
    ({ context, event: { ledger } }: About) => Number.isInteger(context.line!.amount) || Boolean(ledger),
  ),
  sameAmount: onPayload(
    ({ context, event: { recorded, recordedAmount } }: About) =>
      recorded === null || recordedAmount === context.line!.amount,
  ),
}

const targeted =
  (how: 'byHand' | null) =>
  ({ event }: { event: Fact & Target & { how?: StatementLine['how'] } }) => ({
    target: { orderNo: event.orderNo, recorded: event.recorded },
    how: how ?? event.how ?? null,
    proposer: how && event.by,
    checker: null,
    refusal: null,
  })
const imported = ({ event }: { event: Fact & BankLine }) => {
  const { account, n, statement, place, txid, day, bookedAt, direction, amount, start, end } = event
  return { line: { account, n, statement, place, txid, day, bookedAt, direction, amount, start, end } }
}
const loose = { target: null, how: null, proposer: null, checker: null, posted: null, note: '' }

/**
 * One movement on the lender's bank account: matched to an order's payment or a withdrawal, or an exception with an
 * owner.
 */
export const statementLineMachine = setup({
  types: {} as { context: StatementLine; events: StatementLineEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { reconcileLine: effect, reverseLine: effect },
}).createMachine({
  id: 'statementLine',
  version: '1',
  initial: 'new',
  context: { line: null, exception: null, refusal: null, postings: 0, ...loose },
  states: {
    new: {
      tags: 'way',
      on: {
        lineImported: {
          target: 'unmatched',
          actions: assign(imported),
        },
        lineNoted: {
          target: 'information',
          actions: assign(imported),
        },
      },
    },

    unmatched: {
      tags: 'way',
      on: {
        lineMatched: { target: 'matched', actions: [assign(targeted(null)), 'reconcileLine'] },
        matchProposed: {
          target: 'proposed',
          guard: { type: 'all' as const, params: ['wholeRupiah', 'sameAmount'] as const },
          meta: { interface: 'bankStatement.proposeMatch', asks: ['orderNo', 'recorded'] },
          actions: assign(targeted('byHand')),
        },
        exceptionMade: {
          target: 'exception',
          guard: 'ledgerForSen',
          meta: { interface: 'bankStatement.makeException', asks: ['reason', 'owner', 'ledger'] },
          actions: assign(({ event: { reason, owner, ledger } }) => ({
            exception: { reason, owner, ...(ledger && { ledger }) },
            refusal: null,
          })),
        },
      },
    },

    proposed: {
      on: {
        matchConfirmed: {
          target: 'matched',
          guard: 'anotherPerson',
          meta: { interface: 'bankStatement.confirmMatch', tone: 'success' },
          actions: [assign(({ event }) => ({ checker: event.by })), 'reconcileLine'],
        },
        matchRefused: {
          target: 'unmatched',
          guard: 'anotherPerson',
          meta: { interface: 'bankStatement.refuseMatch', tone: 'danger' },
          actions: assign(loose),
        },
      },
    },

    matched: {
      tags: 'way',
      on: {
        lineReconciled: {
          target: 'reconciled',
          meta: { tone: 'success' },
          actions: assign(({ context: { postings }, event: { posted } }) => ({
            posted,
            postings: posted === null ? postings : postings + 1,
          })),
        },
        postingRefused: {
          target: 'unmatched',
          actions: assign(({ event }) => ({ ...loose, refusal: event.reason })),
        },
      },
    },

    reconciled: {
      tags: 'goal',
      on: {
        unmatchProposed: {
          target: 'unmatching',
          guard: 'dayOpen',
          meta: { interface: 'bankStatement.proposeUnmatch', asks: ['note'], tone: 'danger' },
          actions: assign(({ event }) => ({ proposer: event.by, note: event.note, refusal: null })),
        },
      },
    },

    unmatching: {
      on: {
        unmatchConfirmed: {
          target: 'reversing',
          guard: 'anotherPerson',
          meta: { interface: 'bankStatement.confirmUnmatch', tone: 'danger' },
          actions: [assign(({ event }) => ({ checker: event.by })), 'reverseLine'],
        },
        unmatchRefused: {
          target: 'reconciled',
          guard: 'anotherPerson',
          meta: { interface: 'bankStatement.refuseUnmatch', tone: 'danger' },
        },
      },
    },

    reversing: {
      on: {
        lineUnmatched: { target: 'unmatched', actions: assign(loose) },
        unmatchFailed: { target: 'reconciled', actions: assign(({ event }) => ({ refusal: event.reason })) },
      },
    },

    exception: {
      on: {
        exceptionLifted: {
          target: 'unmatched',
          guard: 'dayOpen',
          meta: { interface: 'bankStatement.liftException' },
          actions: assign({ exception: null }),
        },
      },
    },

    information: {},
  },
})
