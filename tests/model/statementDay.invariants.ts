import { demands, type Try } from './invariants.ts'

type Book = { proposer: string | null }

const standing = {
  lines: 2,
  start: 1000,
  end: 1500.25,
  credits: 600.25,
  debits: 100,
  unsettled: 0,
  appending: 0,
  missing: 0,
}

/** What may not be true of a day that is closed. */
const unfinished = (event: Try): Try[] => [
  { ...event, unsettled: 1, wrong: 'a line waits for somebody' },
  { ...event, appending: 1, wrong: 'a file is being added' },
  { ...event, missing: 1, wrong: 'a file left movements out that did not come' },
]

const proposed: Try = { type: 'dayCloseProposed', account: 'BCA-IN', day: '2026-03-09', ...standing }
const closed: Try = { type: 'dayClosed', ...standing }

export const statementDayInvariants = demands<Book, unknown>({
  chart: 'statementDay',
  empty: { proposer: null },
  forms: {
    dayCloseProposed: ['bankStatement.proposeClose'],
    dayClosed: ['bankStatement.confirmClose (success)'],
    dayCloseRefused: ['bankStatement.refuseClose (danger)'],
  },
  tries: () => [
    proposed,
    ...unfinished(proposed),
    { ...proposed, day: '2026-03-10', wrong: 'the day is not over' },
    { ...proposed, lines: 0, wrong: 'nothing happened on that day' },
    { ...proposed, end: 1500.26, wrong: 'a sen is missing' },
    closed,
    ...unfinished(closed),
    ...['lines', 'start', 'end', 'credits', 'debits'].map((name) => ({
      ...closed,
      [name]: 7,
      wrong: `its ${name} changed since it was proposed`,
    })),
    { type: 'dayCloseRefused' },
  ],
  after: (_, { event: { type, by } }) => ({ proposer: type === 'dayCloseProposed' ? by : null }),
  wrong: ({ proposer }, { event: { type, by } }) => [
    type === 'dayClosed' && by === proposer && 'one person closed a day and confirmed it',
    type === 'dayCloseRefused' && by === proposer && 'who closed a day refused it',
  ],
  standing: () => [],
  asksFor: {},
  waits: () => ({}),
  ends: ['closed'],
})
