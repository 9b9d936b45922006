import { demands, type Done, type Try } from './invariants.ts'

type Facts = { until: string; rate: number; balance: number }
type Book = {
  /** Who wants it confirmed. */
  asked: string | null
  /** The last day of the placement or its proposal, by its number. */
  until: number
  isPlaced: boolean
  isOver: boolean
  /** How often it was proposed. */
  times: number
}

const dayMs = 24 * 3_600_000
const jakarta = 7 * 3_600_000
const dayOf = (at: number) => Math.floor((at + jakarta) / dayMs)
const startOf = (day: number) => day * dayMs - jakarta
const named = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const numbered = (day: string) => Date.parse(day) / dayMs

const quote = { balance: 100, groups: 1, rate: 2000, caseOpen: true }
const free = { caseHeld: false, promiseOpen: false, paymentPending: false }
const bound = [
  { caseHeld: true, wrong: 'collection is on hold' },
  { promiseOpen: true, wrong: 'the customer promised to pay' },
  { paymentPending: true, wrong: 'a payment of the order is being booked' },
]
const unsound = [
  { caseOpen: false, wrong: 'there is nothing to collect' },
  { groups: 0, wrong: 'the agency has no open group' },
  { rate: null, wrong: 'nobody knows what the agency is paid' },
]

const tries = ({ until, times }: Book, _state: string, at: number): Try[] => {
  const today = dayOf(at)
  const terms = { company: 'a', ...quote }
  const proposed = { type: 'placementProposed', orderNo: 'LK1', app: 'DK', ...terms, ...free, longest: 1 }
  const confirmed = { type: 'placementConfirmed', ...terms, from: named(today), until: named(until) }
  return [
    ...(times < 2 ? [0, 1].map((days) => ({ ...proposed, until: named(today + days) })) : []),
    ...[...unsound, ...bound].map((more) => ({ ...proposed, until: named(today), ...more })),
    { ...proposed, until: named(today - 1), wrong: 'it is over before it begins' },
    { ...proposed, until: named(today + 2), wrong: 'it lasts too long' },
    confirmed,
    ...unsound.map((more) => ({ ...confirmed, ...more })),
    { ...confirmed, until: named(today - 1), wrong: 'it is over before it begins' },
    { type: 'placementRefused', reason: 'No' },
    { type: 'placementRefused', reason: '', wrong: 'no reason is given' },
    { type: 'placementWithdrawn' },
    { type: 'placementRecalled', paymentPending: false },
    { type: 'placementRecalled', paymentPending: true, wrong: 'a payment of the order is being booked' },
    { type: 'placementSettled' },
  ]
}

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'placementProposed':
      return { asked: event.by, until: numbered(event.until), isPlaced: false, isOver: false, times: book.times + 1 }
    case 'placementConfirmed':
      return { ...book, asked: null, isPlaced: true }
    case 'placementRefused':
    case 'placementWithdrawn':
      return { ...book, asked: null }
    default:
      return { ...book, asked: null, isPlaced: false, isOver: book.isPlaced }
  }
}

/** The demands on a placement: two people, an agency that can work, a known commission, and a last day. */
export const placementInvariants = demands<Book, Facts>({
  chart: 'placement',
  empty: { asked: null, until: 0, isPlaced: false, isOver: false, times: 0 },
  forms: {
    placementProposed: ['placement.propose: company, until'],
    placementConfirmed: ['placement.confirm (success)'],
    placementRefused: ['placement.refuse: reason (danger)'],
    placementWithdrawn: ['placement.withdraw'],
    placementRecalled: ['placement.recall (danger)'],
    placementExpired: ['SYS'],
    placementSettled: ['SYS', 'SYS (success)'],
  },
  tries,
  after,
  wrong: ({ asked, until, isPlaced }, { event: { type, by, at } }) => [
    /^placement(Confirmed|Refused)$/.test(type) && asked === null && 'nobody proposed it',
    /^placement(Confirmed|Refused)$/.test(type) && by === asked && 'who proposed it decided on it',
    type === 'placementProposed' && isPlaced && 'the order is placed already',
    type === 'placementExpired' && dayOf(at) <= until && 'it expires on its last day or before',
  ],
  standing: ({ asked, isPlaced, isOver }, state) => [
    (asked !== null) !== (state === 'proposed') && `it is ${state}, asked by ${asked}`,
    isPlaced !== (state === 'placed') && `a placed order is ${state}`,
    isOver !== (state === 'ended') && `a placement that is over is ${state}`,
  ],
  asksFor: {
    placementConfirmed: ['tellCase'],
    placementRecalled: ['tellCase'],
    placementExpired: ['tellCase'],
  },
  waits: ({ until, isPlaced }): Record<string, number> => (isPlaced ? { placementExpired: startOf(until + 1) } : {}),
  ends: ['unplaced', 'ended'],
})
