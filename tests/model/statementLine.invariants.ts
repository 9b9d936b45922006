import { demands, type Done, type Try } from './invariants.ts'

type Facts = { amount: number }

type Book = {
  /** Whole rupiah, or a bank's interest with sen. */
  amount: number
  proposer: string | null
  unmatcher: string | null
  /** How often the line stands in the books of an order. */
  posted: number
  rounds: number
  hasOwner: boolean
}

const whole = 250_000
const withSen = 12.34
const line = (amount: number) => ({
  type: 'lineImported',
  account: 'BCA-OUT',
  n: 1,
  statement: 's1',
  place: 1,
  txid: 'mb-1',
  day: '2026-03-10',
  bookedAt: 1_773_118_800_000,
  direction: 'credit',
  amount,
  start: 0,
  end: amount,
})

const tries = ({ amount, rounds }: Book): Try[] => {
  const hasSen = amount === withSen
  const proposed = { type: 'matchProposed', orderNo: 'LK1', recorded: null, recordedAmount: null }
  const exception = { type: 'exceptionMade', reason: 'bankInterest', owner: 'first' }
  return [
    line(whole),
    line(withSen),
    line(0),
    { ...line(0), type: 'lineNoted' },
    ...(rounds < 2 ? [{ type: 'lineMatched', orderNo: 'LK1', recorded: null, how: 'txid' }] : []),
    ...(hasSen || amount === 0
      ? [{ ...proposed, wrong: 'it has sen, or moved nothing' }]
      : rounds < 2
        ? [proposed]
        : []),
    { ...proposed, recorded: 'mb-9', recordedAmount: amount + 1, wrong: 'another amount is recorded there' },
    ...(hasSen ? [{ ...exception, wrong: 'nobody says to which account the sen go' }] : [exception]),
    { ...exception, ledger: 'interest' },
    { type: 'exceptionLifted', dayOpen: true },
    { type: 'exceptionLifted', dayOpen: false, wrong: 'the day is closed' },
    { type: 'matchConfirmed' },
    { type: 'matchRefused' },
    { type: 'lineReconciled', posted: 'mb-1' },
    { type: 'postingRefused', reason: 'loan:guard.newTransaction' },
    { type: 'unmatchProposed', dayOpen: true, note: 'other order' },
    { type: 'unmatchProposed', dayOpen: false, note: 'other order', wrong: 'the day is closed' },
    { type: 'unmatchConfirmed' },
    { type: 'unmatchRefused' },
    { type: 'lineUnmatched' },
    { type: 'unmatchFailed', reason: 'loan:guard.refundsCovered' },
  ]
}

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'lineImported':
    case 'lineNoted':
      return { ...book, amount: event.amount }
    case 'lineMatched':
      return { ...book, rounds: book.rounds + 1 }
    case 'matchProposed':
      return { ...book, proposer: event.by, rounds: book.rounds + 1 }
    case 'matchConfirmed':
    case 'matchRefused':
      return { ...book, proposer: null }
    case 'lineReconciled':
      return { ...book, posted: book.posted + 1 }
    case 'unmatchProposed':
      return { ...book, unmatcher: event.by }
    case 'unmatchConfirmed':
    case 'unmatchRefused':
      return { ...book, unmatcher: null }
    case 'lineUnmatched':
      return { ...book, posted: book.posted - 1 }
    case 'exceptionMade':
      return { ...book, hasOwner: true }
    case 'exceptionLifted':
      return { ...book, hasOwner: false }
    default:
      return book
  }
}

const inTheBooks = ['reconciled', 'unmatching', 'reversing']

export const statementLineInvariants = demands<Book, Facts>({
  chart: 'statementLine',
  empty: { amount: 0, proposer: null, unmatcher: null, posted: 0, rounds: 0, hasOwner: false },
  forms: {
    lineImported: ['SYS'],
    lineNoted: ['SYS'],
    lineMatched: ['SYS'],
    matchProposed: ['bankStatement.proposeMatch: orderNo, recorded'],
    exceptionMade: ['bankStatement.makeException: reason, owner, ledger'],
    matchConfirmed: ['bankStatement.confirmMatch (success)'],
    matchRefused: ['bankStatement.refuseMatch (danger)'],
    lineReconciled: ['SYS (success)'],
    postingRefused: ['SYS'],
    unmatchProposed: ['bankStatement.proposeUnmatch: note (danger)'],
    unmatchConfirmed: ['bankStatement.confirmUnmatch (danger)'],
    unmatchRefused: ['bankStatement.refuseUnmatch (danger)'],
    lineUnmatched: ['SYS'],
    unmatchFailed: ['SYS'],
    exceptionLifted: ['bankStatement.liftException'],
  },
  tries,
  after,
  wrong: (book, { event: { type, by } }) => [
    type === 'matchConfirmed' && by === book.proposer && 'one person proposed a match and confirmed it',
    type === 'matchRefused' && by === book.proposer && 'who proposed a match refused it',
    type === 'unmatchConfirmed' && by === book.unmatcher && 'one person took a match back and confirmed it',
    type === 'unmatchRefused' && by === book.unmatcher && 'who took a match back refused it',
  ],
  standing: ({ posted, hasOwner }, state) => [
    posted > 1 && 'the line is posted twice',
    (posted === 1) !== inTheBooks.includes(state) && `it is posted ${posted} times, and is ${state}`,
    hasOwner !== (state === 'exception') && `an exception’s owner is lost in ${state}`,
  ],
  asksFor: { lineMatched: ['reconcileLine'], matchConfirmed: ['reconcileLine'], unmatchConfirmed: ['reverseLine'] },
  waits: () => ({}),
  // The system posts and reverses; its effects repeat until they are done. A line of zero waits for nobody.
  ends: ['new', 'matched', 'reversing', 'information'],
})
