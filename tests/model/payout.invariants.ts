import { demands, type Done, type Try } from './invariants.ts'

type Sending = { txid: string; isOpen: boolean; isDoubted: boolean; isPaid: boolean }

/** What the events say that the book is kept by. */
type Facts = {
  txid: string
  amount: number
  amountBy: string
  channel: string
  answerTtl: number
}

type Book = {
  asked: number
  /** Who last decided the amount, the channel and the account. */
  editors: { amount: string; channel: string | null; account: string | null }
  channel: string
  proposal: { by: string; kind: string } | null
  finding: { txid: string; isPaid: boolean; by: string } | null
  sendings: Sending[]
  loans: number
  sentAt: number
  due: number
}

const amount = 1_500_000
const limit = 250_000_000
const ttl = 1_800_000
const terms = {
  orderNo: 'LK1',
  person: 'p1',
  personVersion: 1,
  app: 'DK',
  product: 'KILAT',
  amount,
  amountBy: 'first',
  approvedAt: 1_773_100_000_000,
  channel: 'samudra',
}
const day = '2026-03-10'

const openOne = ({ sendings }: Book) => sendings.find(({ isOpen }) => isOpen)
const doubtedOne = ({ sendings }: Book) => sendings.find(({ isDoubted }) => isDoubted)
/** The sending that people have to find out about: the open one before any doubt. */
const questioned = (book: Book) => openOne(book) ?? doubtedOne(book) ?? book.sendings.at(-1)

/** Every way in which a sending may be wrongly put forward or sent. */
const badSending = (event: Try): Try[] => [
  { ...event, orderStands: false, wrong: 'the approval behind it does not stand' },
  { ...event, most: null, wrong: 'the channel is closed' },
  { ...event, most: amount - 1, wrong: 'the channel does not take so much' },
]

const sendable = { orderStands: true, most: limit }

const tries = (book: Book, _state: string, at: number): Try[] => {
  const last = book.sendings.at(-1)
  const txid = last?.txid ?? ''
  const asked = questioned(book)?.txid ?? ''
  const other = book.channel === 'samudra' ? 'merapi' : 'samudra'
  const submitted = { type: 'payoutSubmitted', ...sendable, amount }
  const retried = { type: 'payoutRetried', ...sendable, evidence: 'letter' }
  const channel = { type: 'channelChanged', ...sendable, channel: other, evidence: 'letter' }
  const account = { type: 'accountChanged', ...sendable, accountVersion: 2, matches: true, evidence: 'letter' }
  const next = `LK1-P${book.sendings.length + 1}`
  const approved = { type: 'payoutApproved', ...sendable, txid: next, answerTtl: ttl }
  const arrived = { type: 'payoutSucceeded', txid, amount, paidAt: at }
  const paid = { type: 'paidProposed', txid: asked, day, evidence: 'statement' }
  const unpaid = { type: 'unpaidProposed', txid: asked, evidence: 'statement' }
  const again = book.sendings.length < 2 ? [approved] : []
  return [
    ...(book.sendings.length === 0 ? [{ type: 'payoutOpened', ...terms }] : []),
    { type: 'payoutReopened', ...terms },
    submitted,
    ...badSending(submitted),
    { ...submitted, amount: amount + 1, wrong: 'it is another amount than was approved' },
    retried,
    ...badSending(retried),
    { ...retried, evidence: '', wrong: 'nothing proves it' },
    ...(book.editors.channel === null ? [channel] : []),
    ...badSending(channel),
    { ...channel, channel: book.channel, wrong: 'it is the same channel' },
    { ...channel, evidence: '', wrong: 'nothing proves it' },
    ...(book.editors.account === null ? [account] : []),
    ...badSending(account),
    { ...account, matches: false, wrong: 'the account is somebody else’s' },
    { ...account, evidence: '', wrong: 'nothing proves it' },
    ...again,
    ...badSending(approved),
    ...(txid ? [{ ...approved, txid, wrong: 'this transaction id was used before' }] : []),
    { type: 'payoutRefused', reason: 'account' },
    { type: 'payoutRefused', reason: '', wrong: 'no reason is given' },
    { type: 'payoutCancelled' },
    { type: 'payoutAccepted', txid, answerTtl: ttl },
    { type: 'payoutAccepted', txid: 'LK1-P9', answerTtl: ttl, wrong: 'it is about another sending' },
    arrived,
    { ...arrived, amount: amount - 1, wrong: 'another amount arrived' },
    { ...arrived, txid: 'LK1-P9', wrong: 'it is about another sending' },
    { ...arrived, paidAt: at + 1, wrong: 'it arrived in the future' },
    { ...arrived, paidAt: book.sentAt - 1, wrong: 'it arrived before it was sent' },
    { type: 'payoutFailed', txid, code: 'E' },
    { type: 'payoutFailed', txid: 'LK1-P9', code: 'E', wrong: 'it is about another sending' },
    ...book.sendings.flatMap((one): Try[] => {
      const word = one.isPaid ? 'failed' : 'succeeded'
      const contradicted = { type: 'payoutContradicted', txid: one.txid, code: 'E' }
      if (one.isOpen) return [{ ...contradicted, word, wrong: 'nothing final was said before' }]
      return [
        ...(one.isDoubted ? [] : [{ ...contradicted, word }]),
        { ...contradicted, word: one.isPaid ? 'succeeded' : 'failed', wrong: 'the same was said before' },
      ].filter((more) => more.word !== 'failed' || !one.isPaid || !('wrong' in more))
    }),
    { type: 'payoutContradicted', txid: 'LK1-P9', word: 'failed', code: 'E', wrong: 'nobody knows this sending' },
    { type: 'payoutBounced', txid, code: 'E', repaid: false },
    { type: 'payoutBounced', txid, code: 'E', repaid: true, wrong: 'the customer repaid already' },
    { type: 'payoutBounced', txid: 'LK1-P9', code: 'E', repaid: false, wrong: 'it is about another sending' },
    paid,
    { ...paid, evidence: '', wrong: 'nothing proves it' },
    { ...paid, day: '2026-03-11', wrong: 'the day is in the future' },
    { ...paid, day: '2026-03-09', wrong: 'it was not sent yet on that day' },
    unpaid,
    { ...unpaid, evidence: '', wrong: 'nothing proves it' },
    ...['LK1-P9', ...book.sendings.map((one) => one.txid)]
      .filter((one) => one !== asked)
      .flatMap((one): Try[] => [
        { ...paid, txid: one, wrong: 'another sending is in question' },
        { ...unpaid, txid: one, wrong: 'another sending is in question' },
      ]),
    { type: 'payoutResolved' },
    { type: 'proofRefused', reason: 'other' },
    { type: 'proofRefused', reason: '', wrong: 'no reason is given' },
  ]
}

const settle = (book: Book, txid: string, more: Partial<Sending>) =>
  book.sendings.map((one) => (one.txid === txid ? { ...one, isOpen: false, ...more } : one))

const after = (book: Book, { event }: Done<Facts>): Book => {
  const { by, at } = event
  switch (event.type) {
    case 'payoutOpened':
    case 'payoutReopened':
      return {
        ...book,
        asked: event.amount,
        editors: { amount: event.amountBy, channel: null, account: null },
        channel: event.channel,
        proposal: null,
        finding: null,
      }
    case 'payoutSubmitted':
    case 'payoutRetried':
      return { ...book, proposal: { by, kind: event.type } }
    case 'channelChanged':
    case 'accountChanged':
      return { ...book, proposal: { by, kind: event.type } }
    case 'payoutRefused':
    case 'payoutCancelled':
      return { ...book, proposal: null }
    case 'payoutApproved': {
      const { by: maker, kind } = book.proposal!
      const other = book.channel === 'samudra' ? 'merapi' : 'samudra'
      return {
        ...book,
        proposal: null,
        channel: kind === 'channelChanged' ? other : book.channel,
        editors: {
          ...book.editors,
          ...(kind === 'channelChanged' && { channel: maker }),
          ...(kind === 'accountChanged' && { account: maker }),
        },
        sendings: [...book.sendings, { txid: event.txid, isOpen: true, isDoubted: false, isPaid: false }],
        sentAt: at,
        due: at + event.answerTtl,
      }
    }
    case 'payoutAccepted':
      return { ...book, due: at + event.answerTtl }
    case 'payoutSucceeded':
      return {
        ...book,
        finding: null,
        loans: 1,
        sendings: settle(book, event.txid, { isPaid: true, isDoubted: false }),
      }
    case 'payoutFailed':
      return { ...book, finding: null, sendings: settle(book, event.txid, {}) }
    case 'payoutBounced':
      return { ...book, loans: 0, sendings: settle(book, event.txid, { isPaid: false, isDoubted: false }) }
    case 'payoutContradicted':
      return { ...book, sendings: settle(book, event.txid, { isDoubted: true }) }
    case 'paidProposed':
    case 'unpaidProposed':
      return { ...book, finding: { txid: event.txid, isPaid: event.type === 'paidProposed', by } }
    case 'proofRefused':
      return { ...book, finding: null }
    case 'payoutResolved': {
      const { txid, isPaid } = book.finding!
      return {
        ...book,
        finding: null,
        loans: isPaid ? 1 : book.loans,
        sendings: settle(book, txid, { isPaid, isDoubted: false }),
      }
    }
    default:
      return book
  }
}

const wrong = (book: Book, { event, to }: Done<Facts>) => {
  const { type, by } = event
  const { amount: ofAmount, channel, account } = book.editors
  const isWord = type === 'payoutSucceeded' || type === 'payoutFailed'
  return [
    type === 'payoutApproved' && by === book.proposal?.by && 'one person proposed a sending and approved it',
    type === 'payoutApproved' && by === ofAmount && 'who decided the amount approved the sending',
    type === 'payoutApproved' && by === channel && 'who changed the channel last approved a sending',
    type === 'payoutApproved' && by === account && 'who changed the account last approved a sending',
    type === 'payoutApproved' && openOne(book) !== undefined && 'money is sent while another sending is open',
    type === 'payoutApproved' && doubtedOne(book) !== undefined && 'money is sent while another sending is in doubt',
    puttingForward.includes(type) &&
      somethingOpen(book) &&
      'a sending is put forward although the outcome of another is not known',
    type === 'payoutRefused' && by === book.proposal?.by && 'who proposed a sending refused it',
    type === 'payoutResolved' && by === book.finding?.by && 'one person found the outcome and confirmed it',
    type === 'proofRefused' && by === book.finding?.by && 'who found the outcome refused it',
    type === 'payoutCancelled' &&
      somethingOpen(book) &&
      'it is called off although the outcome of a sending is not known',
    isWord && openOne(book)?.txid !== event.txid && 'a final word is changed without two people',
    type === 'payoutBounced' &&
      !book.sendings.find(({ txid }) => txid === event.txid)?.isPaid &&
      'what never arrived came back',
    type === 'unpaidProposed' && !somethingOpen(book) && 'there is nothing to find out',
    type === 'paidProposed' && !somethingOpen(book) && 'there is nothing to find out',
    to === 'succeeded' && book.loans > 0 && type !== 'payoutContradicted' && 'a loan is opened twice',
  ]
}

const somethingOpen = (book: Book) => openOne(book) !== undefined || doubtedOne(book) !== undefined

const puttingForward = ['payoutSubmitted', 'payoutRetried', 'channelChanged', 'accountChanged']

const underway = /^(sending|processing|unknown)/

export const payoutInvariants = demands<Book, Facts>({
  chart: 'payout',
  empty: {
    asked: 0,
    editors: { amount: '', channel: null, account: null },
    channel: '',
    proposal: null,
    finding: null,
    sendings: [],
    loans: 0,
    sentAt: 0,
    due: 0,
  },
  forms: {
    payoutOpened: ['SYS'],
    payoutReopened: ['SYS'],
    payoutSubmitted: ['loan.submit (success)'],
    payoutApproved: ['loan.approve (success)'],
    payoutRefused: ['loan.refuse: reason (danger)'],
    payoutCancelled: ['SYS'],
    payoutAccepted: ['SYS'],
    payoutSucceeded: ['SYS (success)'],
    payoutFailed: ['SYS'],
    payoutContradicted: ['SYS'],
    payoutBounced: ['SYS'],
    noAnswer: ['SYS'],
    payoutRetried: ['loan.retry: evidence'],
    channelChanged: ['loan.changeChannel: channel, evidence'],
    accountChanged: ['loan.changeAccount: bank, account, evidence'],
    paidProposed: ['loan.provePaid: day, evidence'],
    unpaidProposed: ['loan.proveUnpaid: evidence'],
    payoutResolved: ['loan.confirmProof (success)', 'loan.confirmProof (danger)'],
    proofRefused: ['loan.refuseProof: reason (danger)'],
  },
  tries,
  after,
  wrong,
  standing: (book, state) => [
    book.sendings.filter(({ isOpen }) => isOpen).length > 1 && 'two sendings are open at once',
    openOne(book) !== undefined && !underway.test(state) && `a sending is open, and ${state} forgets it`,
    (state === 'succeeded') !== (book.loans === 1) && `${state} has ${book.loans} loans`,
    state === 'succeeded' && !book.sendings.some(({ isPaid }) => isPaid) && 'it succeeded although nothing arrived',
  ],
  asksFor: {
    payoutApproved: ['sendPayout'],
    payoutAccepted: ['askProvider'],
    noAnswer: ['askProvider'],
    payoutSucceeded: ['openLoan'],
    'payoutResolved succeeded': ['openLoan'],
    payoutBounced: ['voidLoan'],
  },
  waits: ({ due }, state): Record<string, number> =>
    state === 'sending' || state === 'processing' ? { noAnswer: due } : {},
  onlyInOldLogs: ['oldAttemptFinal', 'othersFinal'],
  // A cancelled payout waits for another approval.
  ends: ['new', 'succeeded', 'cancelled'],
})
