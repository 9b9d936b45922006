import { demands, type Done, type Try } from './invariants.ts'

type Facts = { amount: number; answerTtl: number }

type Book = {
  asked: number
  requester: string
  finding: { by: string; isPaid: boolean } | null
  /** What is known of the money: nothing sent, under way, or a final word. */
  money: 'here' | 'gone' | 'arrived' | 'returned'
  isDoubted: boolean
  sentAt: number
  due: number
}

const amount = 25_000_000
const limit = 250_000_000
const ttl = 1_800_000

const tries = (book: Book, _state: string, at: number): Try[] => {
  const requested = {
    type: 'withdrawalRequested',
    account: 'BCA-OUT',
    channel: 'samudra',
    amount,
    purpose: 'rent',
    most: limit,
    matches: true,
  }
  const approved = { type: 'withdrawalApproved', most: limit, answerTtl: ttl }
  const arrived = { type: 'withdrawalSucceeded', amount, paidAt: at }
  const paid = { type: 'paidProposed', day: '2026-03-10', evidence: 'statement' }
  const contradicted = { type: 'withdrawalContradicted', code: 'E' }
  return [
    requested,
    { ...requested, amount: 0, wrong: 'it is about no money' },
    { ...requested, most: null, wrong: 'the channel is closed' },
    { ...requested, most: amount - 1, wrong: 'the channel does not take so much' },
    { ...requested, matches: false, wrong: 'the account is somebody else’s' },
    approved,
    { ...approved, most: null, wrong: 'the channel is closed' },
    { ...approved, most: amount - 1, wrong: 'the channel does not take so much' },
    { type: 'withdrawalRefused', reason: 'paid already' },
    { type: 'withdrawalRefused', reason: '', wrong: 'no reason is given' },
    { type: 'withdrawalCancelled' },
    { type: 'withdrawalAccepted', answerTtl: ttl },
    arrived,
    { ...arrived, amount: amount - 1, wrong: 'another amount arrived' },
    { ...arrived, paidAt: at + 1, wrong: 'it arrived in the future' },
    { ...arrived, paidAt: book.sentAt - 1, wrong: 'it arrived before it was sent' },
    { type: 'withdrawalFailed', code: 'E' },
    { type: 'withdrawalBounced', code: 'E' },
    { ...contradicted, word: book.money === 'arrived' ? 'failed' : 'succeeded' },
    {
      ...contradicted,
      word: book.money === 'arrived' ? 'succeeded' : book.money === 'returned' ? 'bounced' : 'failed',
      wrong: 'the same was said before',
    },
    paid,
    { ...paid, evidence: '', wrong: 'nothing proves it' },
    { ...paid, day: '2026-03-11', wrong: 'the day is in the future' },
    { ...paid, day: '2026-03-09', wrong: 'it was not sent yet on that day' },
    { type: 'unpaidProposed', evidence: 'statement' },
    { type: 'unpaidProposed', evidence: '', wrong: 'nothing proves it' },
    { type: 'withdrawalResolved' },
    { type: 'proofRefused', reason: 'other' },
    { type: 'proofRefused', reason: '', wrong: 'no reason is given' },
  ]
}

const after = (book: Book, { event }: Done<Facts>): Book => {
  const { by, at } = event
  switch (event.type) {
    case 'withdrawalRequested':
      return { ...book, asked: event.amount, requester: by }
    case 'withdrawalApproved':
      return { ...book, money: 'gone', sentAt: at, due: at + event.answerTtl }
    case 'withdrawalAccepted':
      return { ...book, due: at + event.answerTtl }
    case 'withdrawalSucceeded':
      return { ...book, money: 'arrived', finding: null }
    case 'withdrawalFailed':
      return { ...book, money: 'here', finding: null }
    case 'withdrawalBounced':
      return { ...book, money: 'returned' }
    case 'withdrawalContradicted':
      return { ...book, isDoubted: true }
    case 'paidProposed':
    case 'unpaidProposed':
      return { ...book, finding: { by, isPaid: event.type === 'paidProposed' } }
    case 'proofRefused':
      return { ...book, finding: null }
    case 'withdrawalResolved':
      return { ...book, money: book.finding!.isPaid ? 'arrived' : 'here', finding: null }
    default:
      return book
  }
}

const wrong = (book: Book, { event: { type, by } }: Done<Facts>) => {
  const isFinal = book.money !== 'gone'
  return [
    type === 'withdrawalApproved' && by === book.requester && 'one person requested and approved',
    type === 'withdrawalApproved' && book.money !== 'here' && 'the money is sent twice',
    type === 'withdrawalRefused' && by === book.requester && 'who requested it refused it',
    type === 'withdrawalCancelled' && by !== book.requester && 'somebody else called it off',
    type === 'withdrawalResolved' && by === book.finding?.by && 'one person found the outcome and confirmed it',
    type === 'proofRefused' && by === book.finding?.by && 'who found the outcome refused it',
    (type === 'withdrawalSucceeded' || type === 'withdrawalFailed') &&
      isFinal &&
      'a final word is changed without two people',
    type === 'withdrawalBounced' && book.money !== 'arrived' && 'what never arrived came back',
  ]
}

const underway = /^(sending|processing|unknown|proving)/

export const withdrawalInvariants = demands<Book, Facts>({
  chart: 'withdrawal',
  empty: { asked: 0, requester: '', finding: null, money: 'here', isDoubted: false, sentAt: 0, due: 0 },
  forms: {
    withdrawalRequested: ['withdrawal.request: account, amount, bank, card, holder, channel, purpose'],
    withdrawalApproved: ['withdrawal.approve (success)'],
    withdrawalRefused: ['withdrawal.refuse: reason (danger)'],
    withdrawalCancelled: ['withdrawal.cancel (danger)'],
    withdrawalAccepted: ['SYS'],
    withdrawalSucceeded: ['SYS (success)'],
    withdrawalFailed: ['SYS'],
    noAnswer: ['SYS'],
    paidProposed: ['withdrawal.provePaid: day, evidence'],
    unpaidProposed: ['withdrawal.proveUnpaid: evidence'],
    withdrawalResolved: ['withdrawal.confirmProof (success)', 'withdrawal.confirmProof (danger)'],
    proofRefused: ['withdrawal.refuseProof: reason (danger)'],
    withdrawalContradicted: ['SYS'],
    withdrawalBounced: ['SYS'],
  },
  tries,
  after,
  wrong,
  standing: ({ money }, state) => [
    (money === 'gone') !== underway.test(state) && `the money is ${money}, and it is ${state}`,
    (money === 'arrived') !== (state === 'succeeded') && `the money is ${money}, and it is ${state}`,
  ],
  asksFor: { withdrawalApproved: ['sendWithdrawal'], withdrawalAccepted: ['askProvider'], noAnswer: ['askProvider'] },
  waits: ({ due }, state): Record<string, number> =>
    state === 'sending' || state === 'processing' ? { noAnswer: due } : {},
  ends: ['new', 'succeeded', 'failed', 'refused', 'cancelled'],
})
