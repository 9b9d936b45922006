import { demands, type Done, people, type Try } from './invariants.ts'

type Finding = { hits: { rule: string; knockOut: boolean }[]; missing: string[]; accountVerified: boolean }
type Facts = {
  to: string
  machineTtl: number
  claimTtl: number
  returnTtl: number
  finding: Finding
  personVersion: number
  checks: string[]
}

type Book = {
  round: number
  /** The version of the customer's record that the application is about. */
  record: number
  holder: string | null
  /** Who passed the first review of this round. */
  firstReviewer: string | null
  /** What the machine found; null when it gave no answer. */
  found: { knockedOut: boolean; isVerified: boolean } | null
  /** Whether the customer's record changed since the machine judged it. */
  isStale: boolean
  /** How many payouts are open. */
  payouts: number
  due: number
}

const application = {
  orderNo: 'LK1',
  person: 'p1',
  personVersion: 1,
  app: 'DK',
  channel: 'organic',
  product: 'p30',
  customerType: 'new',
  loanCount: 0,
  failedOrderCount: 0,
  serviceFee: 0,
  handlingFee: 0,
  amount: 2_000_000,
  term: 30,
}
const sound = { ruleSet: '1', hits: [], missing: [], score: 700, rating: 'B', bureau: null, accountVerified: true }
const unverified = { ...sound, accountVerified: false }
const incomplete = { ...sound, missing: ['loanQuality'] }
const hit = { ...sound, hits: [{ rule: 'tooYoung', knockOut: true }] }
const softHit = { ...sound, hits: [{ rule: 'incomeLow', knockOut: false }] }

/** The terms that a reviewer may pass: not beyond what was applied for, and as the product allows. */
const passes = (type: string, cap: number): Try[] => {
  const event = { type, amount: 1_500_000, term: 30, note: '', terms: [14, 30], floor: 500_000, cap }
  return [
    event,
    { ...event, amount: 2_000_001, cap: 9_000_000, wrong: 'it is more than the customer applied for' },
    { ...event, amount: 499_999, wrong: 'it is less than the product lends' },
    { ...event, term: 60, wrong: 'the product has no such term' },
  ]
}
const withReason = (event: Try): Try[] => [
  { ...event, reason: 'incomeUnclear', note: '' },
  { ...event, reason: '', note: '', wrong: 'no reason is given' },
]

const byMachine = ({ round, record }: Book): Try[] => {
  const about = { round, personVersion: record }
  const passed = { type: 'machinePassed', ...about, finding: sound }
  const referred = { type: 'machineReferred', ...about, finding: incomplete }
  const rejected = { type: 'machineRejected', ...about, finding: hit }
  const late = { round: round - 1, wrong: 'it is the answer of an earlier round' }
  const older = { personVersion: record - 1, wrong: 'it is about an older record of the customer' }
  return [
    passed,
    { ...passed, finding: unverified },
    { ...passed, finding: softHit },
    { ...passed, finding: incomplete, wrong: 'an input was missing' },
    { ...passed, finding: hit, wrong: 'a knock-out rule hit' },
    referred,
    { ...referred, finding: { ...hit, missing: ['loanQuality'] }, wrong: 'a knock-out rule hit' },
    rejected,
    { ...rejected, finding: softHit, wrong: 'no knock-out rule hit' },
    ...[passed, referred, rejected].flatMap((event) => [
      { ...event, ...late },
      { ...event, ...older },
    ]),
  ]
}

/** A change of the customer's record, and the checks that the system then makes again. */
const byChange = ({ round, record, isStale }: Book, state: string): Try[] => {
  const amended = {
    type: 'customerAmended',
    edit: 'customerEdit/1',
    kind: 'bankCard',
    fields: ['account'],
    before: record,
    personVersion: record + 1,
    checks: ['account'],
    proposedBy: 'support',
    confirmedBy: 'lead',
    payoutSent: false,
  }
  const isPassed = state === 'passed'
  const again = { type: 'rechecked', round, personVersion: record, finding: sound }
  const failed = { ...again, type: 'recheckFailed', finding: unverified }
  const older = { personVersion: record - 1, wrong: 'it is about an older record of the customer' }
  return [
    ...(record < 4 ? [amended, { ...amended, kind: 'nik', fields: ['nik'], checks: ['rules'] }] : []),
    { ...amended, before: record - 1, wrong: 'it changes an older record of the customer' },
    ...(isPassed
      ? [
          { ...amended, confirmedBy: null, wrong: 'nobody confirmed it after the approval' },
          { ...amended, confirmedBy: 'support', wrong: 'one person proposed and confirmed it' },
          { ...amended, payoutSent: true, wrong: 'the money is sent' },
        ]
      : []),
    // The system checks again when something changed.
    ...(isStale
      ? [
          again,
          failed,
          {
            ...again,
            finding: unverified,
            ...(isPassed && { wrong: 'the account is not verified' }),
          },
          { ...again, finding: hit, ...(isPassed && { wrong: 'a knock-out rule hit' }) },
        ]
      : []),
    { ...again, ...older },
    { ...failed, ...older },
  ]
}

const tries = (book: Book, state: string): Try[] => {
  const claimTtl = 1_800_000
  const { round, record, holder } = book
  const anotherRound = round < 2
  const dealt = (type: string) => people.map((to): Try => ({ type, to, claimTtl }))
  const moved = (type: string) =>
    people.map((to): Try => ({
      type,
      to,
      claimTtl,
      ...(to === holder && { wrong: 'it is given to who holds it already' }),
    }))
  const undone = { type: 'approvalUndone', payoutSent: false }
  const withdrawn = { type: 'withdrawn', by: 'app', payoutSent: false }
  const returned = { type: 'returned', mend: ['bank'], returnTtl: 604_800_000, mostReturns: 3 }
  return [
    { type: 'submitted', by: 'app', application, machineTtl: 120_000 },
    ...byMachine(book),
    ...byChange(book, state),
    { type: 'firstClaimed', claimTtl },
    ...dealt('firstAssigned'),
    ...dealt('firstDispatched'),
    ...passes('firstPassed', 3_000_000),
    ...withReason({ type: 'firstRejected' }),
    ...(anotherRound ? withReason(returned) : []),
    { ...returned, mend: [], reason: 'incomeUnclear', note: '', wrong: 'the customer is not told what to mend' },
    { ...returned, mostReturns: 0, reason: 'incomeUnclear', note: '', wrong: 'it was returned as often as is allowed' },
    { type: 'firstReleased' },
    { type: 'firstRecalled' },
    ...moved('firstReassigned'),
    { type: 'resubmitted', by: 'app', personVersion: record + 1, machineTtl: 120_000 },
    { type: 'finalClaimed', claimTtl },
    ...dealt('finalAssigned'),
    ...dealt('finalDispatched'),
    ...passes('finalPassed', 3_000_000),
    { ...passes('finalPassed', 1_499_999)[0]!, wrong: 'it is more than the cap' },
    ...withReason({ type: 'finalRejected' }),
    ...(anotherRound ? withReason({ type: 'sentBack' }) : []),
    { type: 'finalReleased' },
    { type: 'finalRecalled' },
    ...moved('finalReassigned'),
    ...withReason(undone),
    { ...undone, reason: 'incomeUnclear', note: '', payoutSent: true, wrong: 'the money is sent' },
    withdrawn,
    ...(state === 'passed' ? [{ ...withdrawn, payoutSent: true, wrong: 'the money is sent' }] : []),
  ]
}

const foundBy = ({ hits, accountVerified }: Finding) => ({
  knockedOut: hits.some(({ knockOut }) => knockOut),
  isVerified: accountVerified,
})
const newRound = { firstReviewer: null, holder: null }

const after = (book: Book, { event, from }: Done<Facts>): Book => {
  switch (event.type) {
    case 'submitted':
      return { ...book, round: 1, record: 1, due: event.at + event.machineTtl }
    case 'resubmitted':
      return {
        ...book,
        ...newRound,
        round: book.round + 1,
        record: event.personVersion,
        found: null,
        isStale: false,
        due: event.at + event.machineTtl,
      }
    case 'machinePassed':
    case 'machineReferred':
    case 'machineRejected':
      return { ...book, found: foundBy(event.finding) }
    case 'customerAmended': {
      const isJudged = from !== 'machineReview' && from !== 'returned'
      return {
        ...book,
        record: event.personVersion,
        isStale: book.isStale || isJudged,
        found:
          isJudged && book.found
            ? { ...book.found, isVerified: book.found.isVerified && !event.checks.includes('account') }
            : book.found,
        payouts: 0,
      }
    }
    case 'rechecked':
      return { ...book, found: foundBy(event.finding), isStale: false, payouts: from === 'passed' ? 1 : book.payouts }
    case 'recheckFailed':
      return { ...book, found: foundBy(event.finding), isStale: false }
    case 'firstClaimed':
    case 'finalClaimed':
      return { ...book, holder: event.by, due: event.at + event.claimTtl }
    case 'firstAssigned':
    case 'firstReassigned':
    case 'firstDispatched':
    case 'finalAssigned':
    case 'finalReassigned':
    case 'finalDispatched':
      return { ...book, holder: event.to, due: event.at + event.claimTtl }
    case 'firstPassed':
      return { ...book, holder: null, firstReviewer: event.by }
    case 'returned':
      return { ...book, holder: null, due: event.at + event.returnTtl }
    case 'sentBack':
      return { ...book, ...newRound, round: book.round + 1 }
    case 'finalPassed':
      return { ...book, holder: null, payouts: book.payouts + 1 }
    case 'approvalUndone':
    case 'withdrawn':
      return { ...book, holder: null, payouts: 0 }
    default:
      return { ...book, holder: null }
  }
}

const byHolder = [
  'firstPassed',
  'firstRejected',
  'returned',
  'firstReleased',
  'finalPassed',
  'finalRejected',
  'sentBack',
  'finalReleased',
]

const wrong = (book: Book, { event: { type, by } }: Done<Facts>) => [
  byHolder.includes(type) && by !== book.holder && 'somebody decided what another holds',
  type === 'finalPassed' && by === book.firstReviewer && 'one person passed both reviews',
  type === 'finalPassed' && book.isStale && 'it is passed before the changed record is checked',
  type === 'finalPassed' && book.found?.knockedOut === true && 'it is passed although a knock-out rule hit',
  type === 'finalPassed' && !book.found?.isVerified && 'it is passed although nobody verified the bank account',
]

const standing = ({ holder, firstReviewer, payouts, isStale }: Book, state: string) => [
  (holder !== null) !== state.endsWith('claimed') && `${holder} holds it in ${state}`,
  state.startsWith('finalReview') &&
    holder !== null &&
    holder === firstReviewer &&
    'the first reviewer holds the final review',
  payouts > 1 && 'two payouts are open',
  payouts === 1 && state !== 'passed' && `a payout is open in ${state}`,
  payouts === 0 && state === 'passed' && !isStale && 'it is passed, and no payout is open',
]

const reviewing = ['firstReview.wait', 'firstReview.claimed', 'finalReview.wait', 'finalReview.claimed']

export const approvalInvariants = demands<Book, Facts>({
  chart: 'approval',
  empty: {
    round: 0,
    record: 0,
    holder: null,
    firstReviewer: null,
    found: null,
    isStale: false,
    payouts: 0,
    due: 0,
  },
  forms: {
    submitted: ['intake.apply'],
    machinePassed: ['SYS'],
    machineReferred: ['SYS'],
    machineRejected: ['SYS'],
    machineTimedOut: ['SYS'],
    customerAmended: ['SYS'],
    rechecked: ['SYS'],
    recheckFailed: ['SYS'],
    firstClaimed: ['approve.firstClaim'],
    firstAssigned: ['approve.firstAssign: to'],
    firstDispatched: ['SYS'],
    firstPassed: ['approve.firstPass: amount, term, note (success)'],
    firstRejected: ['approve.firstReject: reason, note (danger)'],
    returned: ['approve.firstReturn: reason, mend, note'],
    firstReleased: ['approve.firstRelease'],
    firstRecalled: ['approve.firstRecall'],
    firstReassigned: ['approve.firstReassign: to'],
    firstClaimExpired: ['SYS'],
    resubmitted: ['intake.resubmit'],
    withdrawn: ['intake.withdraw'],
    returnExpired: ['SYS'],
    finalClaimed: ['approve.finalClaim'],
    finalAssigned: ['approve.finalAssign: to'],
    finalDispatched: ['SYS'],
    finalPassed: ['approve.finalPass: amount, term, note (success)'],
    finalRejected: ['approve.finalReject: reason, note (danger)'],
    sentBack: ['approve.finalSendBack: reason, note'],
    finalReleased: ['approve.finalRelease'],
    finalRecalled: ['approve.finalRecall'],
    finalReassigned: ['approve.finalReassign: to'],
    finalClaimExpired: ['SYS'],
    approvalUndone: ['approve.undo: reason, note (danger)'],
  },
  tries,
  after,
  wrong,
  standing,
  asksFor: {
    submitted: ['runMachineReview'],
    resubmitted: ['runMachineReview'],
    'customerAmended machineReview': ['runMachineReview'],
    ...Object.fromEntries(reviewing.map((state) => [`customerAmended ${state}`, ['recheckCustomer']])),
    'customerAmended passed': ['cancelPayout', 'recheckCustomer'],
    returned: ['askCustomer'],
    finalPassed: ['openPayout'],
    'rechecked passed': ['openPayout'],
    approvalUndone: ['cancelPayout'],
    'passed withdrawn': ['cancelPayout'],
  },
  waits: ({ due }, state): Record<string, number> => {
    const event = {
      machineReview: 'machineTimedOut',
      'firstReview.claimed': 'firstClaimExpired',
      'finalReview.claimed': 'finalClaimExpired',
      returned: 'returnExpired',
    }[state]
    return event ? { [event]: due } : {}
  },
  ends: ['passed', 'machineRejected', 'firstRejected', 'finalRejected', 'closed'],
})
