import { demands, type Try } from './invariants.ts'

const day = 24 * 3_600_000
const items = [
  { name: 'small', weight: 1, fatal: false },
  { name: 'large', weight: 9, fatal: false },
  { name: 'fatal', weight: 0, fatal: true },
]
const card = { from: '2020-01-01', share: 100, second: 100, pass: 90, appeal: 1, wait: 2, items }
const visit = { lead: 'person-1', seller: 'first', end: 'finished', call: null, card }

type Book = {
  seller: string
  checkers: string[]
  isPassed: boolean | null
  checkedAt: number
  decidedAt: number
  isTwice: boolean
  complaints: number
  appeals: number
}
type Facts = { missed: string[]; seller: string }

const passes = ['checkPassed', 'secondPassed', 'appealUpheld']
const fails = ['checkFailed', 'secondFailed', 'appealDismissed']
const seconds = ['secondPassed', 'secondFailed', 'secondLapsed']

const tries = ({ complaints, decidedAt, appeals }: Book): Try[] => [
  { type: 'sampled', ...visit },
  { type: 'sampledTwice', ...visit },
  { type: 'complained', ...visit, complaint: 'rude' },
  ...(complaints < 2 ? [{ type: 'complaintAdded', complaint: 'rude' }] : []),
  ...passes.flatMap((type) => [
    { type, missed: [] },
    { type, missed: ['small'] },
    { type, missed: ['fatal'], wrong: 'a fatal item was missed' },
    { type, missed: ['large'], wrong: 'the score is too low' },
    { type, missed: ['unknown'], wrong: 'the scorecard has no such item' },
  ]),
  ...fails.flatMap((type) => [
    { type, missed: ['large'], evidence: 'heard' },
    { type, missed: ['fatal'], evidence: 'heard' },
    { type, missed: ['small'], evidence: 'heard', wrong: 'the score is high enough' },
    { type, missed: ['large', 'unknown'], evidence: 'heard', wrong: 'the scorecard has no such item' },
  ]),
  { type: 'appealed', reason: 'unfair', ...(appeals > 0 && { wrong: 'it was appealed already' }) },
  { type: 'appealed', reason: 'unfair', at: decidedAt + day, wrong: 'it is too late' },
]

/** The demands on a check: by others than the seller, each only once, and a first verdict that no second one changes. */
export const qualityInvariants = demands<Book, Facts>({
  chart: 'quality',
  empty: {
    seller: '',
    checkers: [],
    isPassed: null,
    checkedAt: 0,
    decidedAt: 0,
    isTwice: false,
    complaints: 0,
    appeals: 0,
  },
  forms: {
    sampled: ['SYS'],
    sampledTwice: ['SYS'],
    complained: ['quality.complain: complaint'],
    complaintAdded: ['quality.complain: complaint'],
    checkPassed: ['quality.check: missed (success)'],
    checkFailed: ['quality.check: missed, evidence (danger)'],
    secondPassed: ['quality.check: missed (success)'],
    secondFailed: ['quality.check: missed, evidence (danger)'],
    secondLapsed: ['SYS'],
    appealed: ['quality.appeal: reason'],
    appealUpheld: ['quality.check: missed (success)'],
    appealDismissed: ['quality.check: missed, evidence (danger)'],
  },
  tries,
  after: (book, { event, from, to }) => {
    const { type, by, at } = event
    const isDecided = to === 'passed' || to === 'failed'
    const decided = isDecided && to !== from ? { decidedAt: at } : {}
    const { seller } = event
    if (type === 'sampled') return { ...book, seller }
    if (type === 'sampledTwice') return { ...book, seller, isTwice: true }
    if (type === 'complained' || type === 'complaintAdded') {
      const again = from === 'passed' ? { isPassed: null, isTwice: false } : {}
      return { ...book, ...again, seller: seller ?? book.seller, complaints: book.complaints + 1 }
    }
    if (type === 'appealed') return { ...book, appeals: book.appeals + 1 }
    if (type === 'secondLapsed') return { ...book, ...decided }
    if (seconds.includes(type)) return { ...book, ...decided, checkers: [...book.checkers, by] }
    if (passes.includes(type) || fails.includes(type))
      return { ...book, ...decided, checkers: [...book.checkers, by], isPassed: passes.includes(type), checkedAt: at }
    return book
  },
  wrong: ({ seller, checkers }, { event: { type, by } }) => [
    [...passes, ...fails].includes(type) && by === seller && 'the seller checks their own visit',
    [...passes, ...fails].includes(type) && checkers.includes(by) && 'somebody checks a visit twice',
    type === 'appealed' && by !== seller && 'somebody else than the seller appeals',
  ],
  standing: ({ isPassed }, state) => [
    state === 'passed' && isPassed !== true && 'a visit that did not pass is passed',
    state === 'failed' && isPassed !== false && 'a visit that did not fail is failed',
  ],
  asksFor: {},
  waits: ({ checkedAt }, state): Record<string, number> =>
    state.startsWith('second.') ? { secondLapsed: checkedAt + 2 * day } : {},
  waitsAnywhere: () => ({}),
  ends: ['new', 'notChecked.once', 'notChecked.twice', 'passed', 'failed', 'appealed'],
})
