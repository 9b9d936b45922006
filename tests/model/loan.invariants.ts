import { demands, type Done, type Try } from './invariants.ts'

type Payment = { txid: string; amount: number; isReversed: boolean }

/** Days are counted from 1970 in Jakarta. Money is counted on a loan of one instalment without interest and fees. */
type Book = {
  due: number
  /** The due day by which the loan fell due; null before that. */
  reached: number | null
  payments: Payment[]
  refunded: number
  rolled: string[]
  isWrittenOff: boolean
  reduction: { by: string; amount: number; until: number; isApproved: boolean } | null
  rollover: { cost: number; day: number; until: number; days: number } | null
  proposal: { by: string; txid: string | null } | null
  changedAt: number
  /** What happened, so that no way goes on for ever. */
  told: { opened: number; reductions: number; rollovers: number; proposals: number; refunds: number }
}

type Facts = {
  txid: string
  amount: number
  days: number
  until: string
}

const principal = 1000
const lateFrom = 2
const dayMs = 24 * 3_600_000
const jakarta = 7 * 3_600_000
const dayOf = (at: number) => Math.floor((at + jakarta) / dayMs)
const startOf = (day: number) => day * dayMs - jakarta
const named = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const numbered = (day: string) => Date.parse(day) / dayMs

const opening = dayOf(1_773_118_800_000)
const termDays = 5

const paidIn = ({ payments }: Book) =>
  payments.filter(({ isReversed }) => !isReversed).reduce((sum, { amount }) => sum + amount, 0)
const owed = (book: Book) => Math.max(0, principal - paidIn(book))
const credit = (book: Book) => Math.max(0, paidIn(book) - principal) - book.refunded

const wrongly = (event: Try, ...ways: (readonly [more: object, wrong: string])[]): Try[] =>
  ways.map(([more, wrong]) => ({ ...event, ...more, wrong }))

const tries = (book: Book, state: string, at: number): Try[] => {
  if (state === 'new') return [opened]
  const { payments, told, reduction, rollover, proposal } = book
  const today = dayOf(at)
  const day = named(today)
  const used = payments[0]?.txid
  const next = { txid: `va-${payments.length + 1}`, day }
  const isOwed = owed(book) > 0
  const overdueDays = today - book.due
  const money = [
    [{ amount: 0 }, 'it is about no money'],
    [{ day: named(today + 1) }, 'the day is in the future'],
    [{ day: named(opening - 1) }, 'there was no loan on that day'],
    ...(used ? ([[{ txid: used }, 'this payment is recorded already']] as const) : []),
  ] as const

  const repaid = { type: 'repaid', ...next, amount: 400 }
  const refund = { type: 'creditRefunded', txid: 'refund-1', day, amount: 1 }
  const requested = {
    type: 'reductionRequested',
    amount: 100,
    limit: 200,
    until: named(today + 1),
    reason: 'hardship',
  }
  const offer = {
    type: 'rolloverOffered',
    txid: 'rollover-1',
    days: 3,
    serviceFeeRate: 300,
    interestRate: 0,
    until: named(today + 1),
    most: 2,
  }
  const paid = { type: 'rolloverPaid', txid: 'roll-1', day, amount: rollover?.cost ?? 30 }
  const reversal = { type: 'reversalProposed', txid: used ?? 'va-0', reason: 'bounced' }
  const writeOff = { type: 'writeOffProposed', beyond: Math.max(0, overdueDays - 1), reason: 'not found' }
  const confirmed = { type: 'writeOffConfirmed', beyond: Math.max(0, overdueDays - 1) }
  // One story at a time: together they are as many ways as they are long.
  const isQuiet = told.reductions + told.rollovers + told.proposals === 0
  // A payment during a promise is another matter: the ledger's own tests tell it.
  const mayPay = !reduction?.isApproved && payments.length < 2 && rollover === null

  return [
    ...(told.opened < 2 ? [opened] : []),
    ...(mayPay ? [repaid, { ...repaid, amount: 1500 }] : []),
    ...wrongly(repaid, ...money),
    { type: 'loanVoided', ...(paidIn(book) > 0 || book.rolled.length > 0 ? { wrong: 'something was repaid' } : {}) },
    ...(credit(book) > 0 && told.refunds === 0 ? [refund] : []),
    ...(credit(book) > 0 ? wrongly(refund, ...money) : []),
    { ...refund, amount: credit(book) + 1, wrong: 'it is more than the credit' },

    ...(!isOwed || rollover
      ? [{ ...requested, wrong: 'nothing is owed, or a rollover is offered' }]
      : isQuiet
        ? [requested]
        : []),
    ...wrongly(
      requested,
      [{ amount: 0 }, 'it reduces nothing'],
      [{ amount: 201 }, 'it is more than this person may promise'],
      [{ amount: owed(book) + 1, limit: 9999 }, 'it is more than is owed'],
      [{ until: named(today - 1) }, 'its last day has passed'],
      [{ reason: '' }, 'no reason is given'],
    ),
    { type: 'reductionApproved', limit: 100, ...(!isOwed && { wrong: 'nothing is owed' }) },
    { type: 'reductionApproved', limit: 99, wrong: 'it is more than this person may approve' },
    { type: 'largeReductionApproved', ...(!isOwed && { wrong: 'nothing is owed' }) },
    { type: 'reductionRefused' },

    ...(!isOwed || reduction || book.isWrittenOff
      ? [{ ...offer, wrong: 'nothing is owed, it is written off, or a reduction is open' }]
      : isQuiet
        ? [offer]
        : []),
    { ...offer, most: book.rolled.length, wrong: 'it was rolled over often enough' },
    { ...offer, until: named(today - 1), wrong: 'its last day has passed' },
    { ...offer, serviceFeeRate: 60_000, wrong: 'it would cost more than the law allows' },
    ...(used ? [{ ...offer, txid: used, wrong: 'this transaction id was used before' }] : []),
    !isOwed || book.isWrittenOff || (rollover && today > rollover.until)
      ? { ...paid, wrong: 'nothing is owed, it is written off, or the offer has ended' }
      : paid,
    ...wrongly(
      paid,
      [{ amount: (rollover?.cost ?? 30) - 1 }, 'it is not the whole price'],
      [{ day: named(today + 1) }, 'the day is in the future'],
      [{ day: named((rollover?.day ?? today) - 1) }, 'there was no offer on that day'],
      ...(used ? ([[{ txid: used }, 'this payment is recorded already']] as const) : []),
    ),

    ...(payments[0] && !payments[0].isReversed && isQuiet ? [reversal] : []),
    ...(payments[0]?.isReversed ? [{ ...reversal, wrong: 'it was reversed before' }] : []),
    { ...reversal, txid: 'va-9', wrong: 'there is no such payment' },
    { ...reversal, reason: '', wrong: 'no reason is given' },
    {
      type: 'repaymentReversed',
      ...(proposal?.txid && isRefundOpen(book, proposal.txid) ? { wrong: 'it was refunded' } : {}),
    },
    { type: 'reversalRefused' },
    ...(isOwed && !book.isWrittenOff && overdueDays > 0
      ? isQuiet
        ? [writeOff]
        : []
      : [{ ...writeOff, wrong: 'nothing is owed, it is written off, or it is not overdue' }]),
    { ...writeOff, beyond: Math.max(0, overdueDays), wrong: 'it is not overdue long enough' },
    { ...writeOff, reason: '', wrong: 'no reason is given' },
    isOwed ? confirmed : { ...confirmed, wrong: 'nothing is owed' },
    { ...confirmed, beyond: Math.max(0, overdueDays), wrong: 'it is not overdue long enough' },
    { type: 'writeOffRefused' },
  ]
}

const opened: Try = {
  type: 'loanOpened',
  orderNo: 'LK1',
  terms: {
    principal,
    serviceFee: 0,
    handlingFee: 0,
    from: named(opening),
    instalments: 1,
    every: termDays,
    interest: 0,
    earlyFee: 0,
    lateFee: 0,
    lateFrom,
    feeDays: 90,
    cap: 10_000,
  },
}

/** Whether the credit without this payment would not cover what was refunded. */
const isRefundOpen = (book: Book, txid: string) => book.refunded > 0 && credit(withoutPayment(book, txid)) < 0
const withoutPayment = (book: Book, txid: string | null): Book => ({
  ...book,
  payments: book.payments.map((one) => (one.txid === txid ? { ...one, isReversed: true } : one)),
})

const after = (book: Book, { event }: Done<Facts>): Book => {
  const { by, at } = event
  const count = (name: keyof Book['told']) => ({ told: { ...book.told, [name]: book.told[name] + 1 } })
  switch (event.type) {
    case 'loanOpened':
      return {
        ...empty,
        payments: book.payments.filter(({ isReversed }) => isReversed),
        due: opening + termDays,
        changedAt: at,
        told: { ...book.told, opened: book.told.opened + 1 },
      }
    case 'repaid':
      return {
        ...book,
        payments: [...book.payments, { txid: event.txid, amount: event.amount, isReversed: false }],
        changedAt: at,
      }
    case 'creditRefunded':
      return { ...book, refunded: book.refunded + event.amount, changedAt: at, ...count('refunds') }
    case 'fellDue':
      return { ...book, reached: book.due }
    case 'settled':
    case 'dueDayChanged':
      return { ...book, reached: null }
    case 'reductionRequested': {
      const reduction = { by, amount: event.amount, until: numbered(event.until), isApproved: false }
      return { ...book, reduction, ...count('reductions') }
    }
    case 'reductionApproved':
    case 'largeReductionApproved':
      return { ...book, reduction: { ...book.reduction!, isApproved: true }, changedAt: at }
    case 'reductionRefused':
    case 'reductionExpired':
      return { ...book, reduction: null }
    case 'rolloverOffered': {
      const cost = Math.round(owed(book) * 0.03)
      const rollover = { cost, day: dayOf(at), until: numbered(event.until), days: event.days }
      return { ...book, rollover, ...count('rollovers') }
    }
    case 'rolloverPaid':
      return {
        ...book,
        due: Math.max(book.due, dayOf(at)) + book.rollover!.days,
        rolled: [...book.rolled, event.txid],
        rollover: null,
        changedAt: at,
      }
    case 'rolloverExpired':
      return { ...book, rollover: null }
    case 'reversalProposed':
      return { ...book, proposal: { by, txid: event.txid }, ...count('proposals') }
    case 'writeOffProposed':
      return { ...book, proposal: { by, txid: null }, ...count('proposals') }
    case 'repaymentReversed':
      return { ...withoutPayment(book, book.proposal!.txid), proposal: null, changedAt: at }
    case 'writeOffConfirmed':
      return { ...book, isWrittenOff: true, proposal: null, changedAt: at }
    case 'reversalRefused':
    case 'writeOffRefused':
      return { ...book, proposal: null }
    default:
      return book
  }
}

const empty: Book = {
  due: 0,
  reached: null,
  payments: [],
  refunded: 0,
  rolled: [],
  isWrittenOff: false,
  reduction: null,
  rollover: null,
  proposal: null,
  changedAt: 0,
  told: { opened: 0, reductions: 0, rollovers: 0, proposals: 0, refunds: 0 },
}

/** When the settlement moves on by itself. */
const settlementWaits = (book: Book, state: string): Record<string, number> => {
  const place = /settlement\.([a-zA-Z.]+)/.exec(state)?.[1] ?? ''
  const now = book.changedAt
  if (place === 'settled') return owed(book) > 0 ? { reopened: now } : {}
  if (place === '' || place === 'writtenOff') return {}
  const gone: Record<string, number> = place.startsWith('overdue') && book.isWrittenOff ? { writtenOff: now } : {}
  if (owed(book) === 0) return { settled: now, ...gone }
  const moved: Record<string, number> = place !== 'current' && book.due !== book.reached ? { dueDayChanged: now } : {}
  switch (place) {
    case 'current':
      return { fellDue: startOf(book.due) }
    case 'due':
      return { fellOverdue: startOf(book.due + 1), ...moved }
    case 'overdue.early':
      return { turnedLate: startOf(book.due + lateFrom), ...moved, ...gone }
    default:
      return { ...moved, ...gone }
  }
}

const promiseWaits = ({ reduction, rollover }: Book, state: string): Record<string, number> =>
  state === 'voided'
    ? {}
    : {
        ...(reduction && { reductionExpired: startOf(reduction.until + 1) }),
        ...(rollover && { rolloverExpired: startOf(rollover.until + 1) }),
      }

export const loanInvariants = demands<Book, Facts>({
  chart: 'loan',
  empty,
  forms: {
    loanOpened: ['SYS'],
    repaid: ['repay.record: txid, day, amount, method, payChannel'],
    creditRefunded: ['repay.refund: txid, day, amount'],
    loanVoided: ['SYS'],
    fellDue: ['SYS'],
    fellOverdue: ['SYS'],
    turnedLate: ['SYS'],
    dueDayChanged: ['SYS'],
    settled: ['SYS (success)'],
    reopened: ['SYS'],
    writtenOff: ['SYS'],
    reductionRequested: ['repay.requestReduction: amount, until, reason'],
    reductionApproved: ['repay.approveReduction (success)'],
    largeReductionApproved: ['repay.approveLargeReduction (success)'],
    reductionRefused: ['repay.refuseReduction (danger)'],
    reductionExpired: ['SYS'],
    rolloverOffered: ['repay.offerRollover: days, until'],
    rolloverPaid: ['repay.recordRollover: txid, day, amount, method, payChannel (success)'],
    rolloverExpired: ['SYS'],
    reversalProposed: ['repay.proposeReversal: txid, reason (danger)'],
    repaymentReversed: ['repay.confirmReversal (danger)'],
    reversalRefused: ['repay.refuseReversal (danger)'],
    writeOffProposed: ['repay.proposeWriteOff: reason (danger)'],
    writeOffConfirmed: ['repay.confirmWriteOff (danger)'],
    writeOffRefused: ['repay.refuseWriteOff (danger)'],
  },
  tries,
  after,
  wrong: ({ reduction, proposal }, { event: { type, by } }) => [
    /[rR]eduction(Approved|Refused)/.test(type) &&
      by === reduction?.by &&
      'one person asked for a reduction and decided it',
    /^(repaymentReversed|reversalRefused)$/.test(type) &&
      by === proposal?.by &&
      'one person asked for a reversal and decided it',
    /^writeOff(Confirmed|Refused)$/.test(type) &&
      by === proposal?.by &&
      'one person asked for a write-off and decided it',
  ],
  standing: (book, state) => [
    state === 'voided' && paidIn(book) > 0 && 'a loan is void although something was repaid',
    /settlement\.writtenOff/.test(state) && !book.isWrittenOff && 'it is written off without two people',
  ],
  asksFor: Object.fromEntries(
    [
      'loanOpened',
      'loanVoided',
      'repaid',
      'creditRefunded',
      'reductionApproved',
      'largeReductionApproved',
      'rolloverPaid',
      'repaymentReversed',
      'writeOffConfirmed',
    ].map((type) => [type, ['followLoan']]),
  ),
  waits: (book, state) => ({ ...settlementWaits(book, state), ...promiseWaits(book, state) }),
  waitsAnywhere: promiseWaits,
  // The customer has paid, or may still pay.
  ends: [
    'new',
    'voided',
    'open.settlement.overdue.late|reduction.none|rollover.none|proposal.none',
    'open.settlement.settled|reduction.none|rollover.none|proposal.none',
    'open.settlement.writtenOff|reduction.none|rollover.none|proposal.none',
  ],
})
