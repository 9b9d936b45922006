import { assign, setup } from 'xstate'
import { addDays, businessDay, dayStart } from './calendar.ts'
import {
  byAnother,
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'

export const placementOutcomes = ['recalled', 'expired', 'settled'] as const
export type PlacementOutcome = (typeof placementOutcomes)[number]

/** The agency, and the last day 'YYYY-MM-DD' on which it collects. */
type Terms = { company: string; until: string }
/** The terms by which a placement is judged and paid, as of its day. */
type Quote = {
  /** The debt of the order, in whole rupiah. */
  balance: number
  /** The agency's open groups, and the commission of all of them in basis points; null when they differ. */
  groups: number
  rate: number | null
  caseOpen: boolean
}
/** What keeps an order where it is now. */
type Obstacles = { caseHeld: boolean; promiseOpen: boolean; paymentPending: boolean }
type Proposal = Terms & Quote & Obstacles & { orderNo: string; app: string; longest: number }
type Confirmation = Terms & Quote & { from: string }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type PlacementEvent =
  | Did<'placementProposed', Proposal>
  | Did<'placementWithdrawn'>
  | Did<'placementRefused', { reason: string }>
  | Did<'placementConfirmed', Confirmation>
  | Did<'placementRecalled', { paymentPending: boolean }>
  | DeadlineFact<'placementExpired'>
  | Did<'placementSettled'>

export type Placement = Terms & {
  orderNo: string
  app: string
  balance: number
  rate: number
  proposer: string | null
  proposedAt: number
  checker: string | null
  /** The first day on which the agency collects; null until it is confirmed. */
  from: string | null
  refusal: { by: string; reason: string; at: number } | null
  outcome: PlacementOutcome | null
  endedAt: number | null
}

type About = { context: Placement; event: Payload<PlacementEvent> }

const rules = {
  caseOpen: onPayload(({ event }: About) => event.caseOpen === true),
  agencyOpen: onPayload(({ event }: About) => event.groups! > 0),
  // A commission is paid at the rate of its placement, whichever of the agency's people recovers the money.
  oneRate: onPayload(({ event }: About) => event.rate !== null),
  untilAhead: onPayload(({ event }: About) => event.until! >= businessDay(event.at)),
  untilNear: onPayload(({ event }: About) => event.until! <= addDays(businessDay(event.at), event.longest!)),
  notHeld: onPayload(({ event }: About) => event.caseHeld === false),
  noPromiseOpen: onPayload(({ event }: About) => event.promiseOpen === false),
  notProposer: byAnother(({ proposer }: Placement) => [proposer]),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  noPaymentPending: onPayload(({ event }: About) => event.paymentPending === false),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

const proposal = {
  target: 'proposed',
  guard: all(
    'caseOpen',
    'notHeld',
    'noPromiseOpen',
    'noPaymentPending',
    'agencyOpen',
    'oneRate',
    'untilAhead',
    'untilNear',
  ),
  meta: { interface: 'placement.propose', asks: ['company', 'until'] },
  actions: 'propose',
} as const
const ended = (outcome: PlacementOutcome, { at }: Fact) => ({ outcome, endedAt: at })

/**
 * The placement of an order with an agency: proposed by one, confirmed by another, until its last day. An order has one
 * at a time.
 */
export const placementMachine = setup({
  types: {} as { context: Placement; events: PlacementEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { lastDayOver: ({ context }) => dayStart(addDays(context.until, 1)) },
  actions: {
    propose: assign(({ event }) => {
      const { orderNo, app, company, until, balance, rate, by, at } = event as Fact & Proposal
      return {
        orderNo,
        app,
        company,
        until,
        balance,
        rate: rate ?? 0,
        proposer: by,
        proposedAt: at,
        checker: null,
        from: null,
        refusal: null,
        outcome: null,
        endedAt: null,
      }
    }),
    recall: assign(({ event }) => ended('recalled', event)),
    expire: assign(({ event }) => ended('expired', event)),
    settle: assign(({ event }) => ended('settled', event)),
    tellCase: effect,
  },
}).createMachine({
  id: 'placement',
  version: '1',
  initial: 'unplaced',
  context: {
    orderNo: '',
    app: '',
    company: '',
    until: '',
    balance: 0,
    rate: 0,
    proposer: null,
    proposedAt: 0,
    checker: null,
    from: null,
    refusal: null,
    outcome: null,
    endedAt: null,
  },
  states: {
    unplaced: { tags: 'way', on: { placementProposed: proposal } },

    proposed: {
      tags: 'way',
      on: {
        placementConfirmed: {
          target: 'placed',
          guard: all('notProposer', 'caseOpen', 'agencyOpen', 'oneRate', 'untilAhead'),
          meta: { interface: 'placement.confirm', tone: 'success' },
          actions: [
            assign(({ event: { by, from, balance, rate } }) => ({ checker: by, from, balance, rate: rate ?? 0 })),
            'tellCase',
          ],
        },
        placementRefused: {
          target: 'unplaced',
          guard: all('notProposer', 'reasonGiven'),
          meta: { interface: 'placement.refuse', asks: ['reason'], tone: 'danger' },
          actions: assign(({ event: { by, reason, at } }) => ({ refusal: { by, reason, at } })),
        },
        placementWithdrawn: { target: 'unplaced', meta: { interface: 'placement.withdraw' } },
        placementSettled: { target: 'unplaced' },
      },
    },

    placed: {
      tags: 'way',
      on: {
        placementRecalled: {
          target: 'ended',
          guard: 'noPaymentPending',
          meta: { interface: 'placement.recall', tone: 'danger' },
          actions: ['recall', 'tellCase'],
        },
        placementExpired: {
          target: 'ended',
          meta: { after: 'lastDayOver' },
          actions: ['expire', 'tellCase'],
        },
        // Nothing that is due is owed any more.
        placementSettled: { target: 'ended', meta: { tone: 'success' }, actions: 'settle' },
      },
    },

    ended: { tags: 'goal', on: { placementProposed: proposal } },
  },
})
