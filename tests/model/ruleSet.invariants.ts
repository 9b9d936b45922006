import { demands, type Done, type Try } from './invariants.ts'

type Book = {
  editor: string
  proposer: string | null
  /** How often it was saved; a test speaks of one of these. */
  edition: number
  /** The edition that was tested last. */
  tested: number | null
  inForce: boolean
}

const content = { rules: [], best: 800, bands: [] }
const test = { kind: 'order', subject: 'LK1', judged: 1, changed: 0 }
const mostEditions = 3

const tries = ({ edition }: Book): Try[] => {
  const tested = (type: string): Try[] => [
    { type, edition, test },
    { type, edition: edition - 1, test, wrong: 'the test was of an earlier edition' },
  ]
  const published = { type: 'published', replaces: 'builtin-1', place: 1 }
  return [
    { type: 'drafted', number: 3, title: 'Tighter', base: 'builtin-1', content },
    ...(edition < mostEditions ? [{ type: 'edited', title: 'Tighter yet', content }] : []),
    ...tested('tried'),
    ...tested('backtested'),
    { type: 'publishProposed', replaces: 'builtin-1' },
    published,
    { ...published, replaces: '2', wrong: 'another version came into force since it was proposed' },
    { type: 'publishRefused', reason: 'Too many would be turned away' },
    { type: 'publishRefused', reason: '', wrong: 'no reason is given' },
    { type: 'discarded' },
    { type: 'retired' },
  ]
}

const after = (book: Book, { event: { type, by } }: Done): Book => {
  switch (type) {
    case 'drafted':
    case 'edited':
      return { ...book, editor: by, edition: book.edition + 1, tested: null }
    case 'tried':
    case 'backtested':
      return { ...book, tested: book.edition }
    case 'publishProposed':
      return { ...book, proposer: by }
    // Who refused it doubts the tests as well.
    case 'publishRefused':
      return { ...book, proposer: null, tested: null }
    case 'published':
      return { ...book, inForce: true }
    case 'retired':
      return { ...book, inForce: false }
    default:
      return book
  }
}

const needsTest = ['tested', 'proposed', 'published']

export const ruleSetInvariants = demands<Book, unknown>({
  chart: 'ruleSet',
  empty: { editor: '', proposer: null, edition: 0, tested: null, inForce: false },
  forms: {
    drafted: ['risk.draft: title, base'],
    edited: ['risk.save'],
    tried: ['risk.test: orderNo'],
    backtested: ['SYS'],
    discarded: ['risk.discard (danger)'],
    publishProposed: ['risk.propose (success)'],
    published: ['risk.publish (success)'],
    publishRefused: ['risk.refuse: reason (danger)'],
    retired: ['SYS'],
  },
  tries,
  after,
  wrong: ({ proposer, editor, inForce }, { event: { type, by } }) => [
    type === 'published' && by === proposer && 'one person proposed the rules and put them into force',
    type === 'published' && by === editor && 'who last changed the rules put them into force',
    type === 'edited' && inForce && 'rules in force are changed',
  ],
  standing: ({ edition, tested, inForce }, state) => [
    needsTest.includes(state) && tested !== edition && `rules that nobody tested are ${state}`,
    inForce !== (state === 'published') && `rules in force are ${state}`,
  ],
  asksFor: { published: ['retireReplaced'] },
  waits: () => ({}),
  ends: ['published', 'retired', 'discarded'],
})
