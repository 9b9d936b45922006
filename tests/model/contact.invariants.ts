import { usualRules } from '../../src/machines/contactRules.ts'
import { demands, type Try } from './invariants.ts'

const minute = 60_000
/** The search begins on 10 March 2026, a Tuesday, at noon in Jakarta. */
const sunday = Date.UTC(2026, 2, 15, 5)
const night = Date.UTC(2026, 2, 10, 14)

type Facts = {
  rules: { attempts: number }
  purpose: string
  channel: string
  attempt: string
  proof: string
  whom: string
  byLaw?: boolean
}
type Book = {
  bar: 'marketing' | 'all' | null
  /** Whether marketing is barred below a bar of all contact. */
  below: boolean
  proposer: string | null
  collected: number[]
  attempts: Record<string, { noted: boolean }>
  consent: boolean | null
  relative: boolean | null
  hours: boolean
}

const rules = { from: '2020-01-01', ...usualRules, attempts: 2, gap: 0 }
const inForce = { rules, zone: 'WIB', yearKnown: true, holiday: null }
const call = { channel: 'phone', whom: 'self', order: 'LK1', overdue: 3, ...inForce }
const holiday = { day: '2026-03-10', kind: 'national', name: 'Nyepi' }

const tries = (book: Book): Try[] => {
  const nth = Object.keys(book.attempts).length
  const collect = { type: 'attempted', purpose: 'collection', attempt: `c${nth}`, ...call }
  const sell = { type: 'attempted', purpose: 'marketing', attempt: `m${nth}`, ...call, channel: 'sms' }
  const hold = { ...collect, type: 'holderAttempted', attempt: `h${nth}` }
  const ask = { ...collect, type: 'whereaboutsAsked', attempt: `w${nth}`, whom: '1/1' }
  const more = nth < 3 ? [collect, hold, { ...collect, attempt: `s${nth}`, purpose: 'service' }, sell, ask] : []
  const noted = Object.keys(book.attempts)[0] ?? 'none'
  return [
    ...more,
    { ...collect, attempt: `l${nth}`, purpose: 'service', byLaw: true },
    { ...collect, attempt: `l${nth}`, byLaw: true, ...(book.bar === 'all' && { wrong: 'no law requires it' }) },
    { ...collect, at: sunday, wrong: 'it is Sunday' },
    { ...collect, at: night, wrong: 'it is night' },
    { ...collect, holiday, wrong: 'it is a holiday' },
    { ...collect, yearKnown: false, wrong: 'nobody knows the holidays' },
    { ...collect, zone: null, wrong: 'nobody knows the clock' },
    { ...collect, rules: null, wrong: 'there are no rules' },
    { ...collect, overdue: 91, wrong: 'the lender no longer collects' },
    ...[collect, ask].map((one) => ({
      ...one,
      overdue: 91,
      agency: true,
      rules: { ...rules, agencies: false },
      wrong: 'agencies no longer collect',
    })),
    ...[collect, ask].flatMap((one) => [
      { ...one, certifiedUntil: '2026-03-09', wrong: 'the certificate has run out' },
      { ...one, rests: 'nothingDue', wrong: 'nothing is due' },
      { ...one, rests: 'held', wrong: 'the case rests' },
    ]),
    { ...collect, attempt: `l${nth}`, purpose: 'service', byLaw: true, whom: '1/1', wrong: 'somebody else is told' },
    { ...collect, whom: '1/1', wrong: 'somebody else hears of the debt' },
    { ...ask, purpose: 'service', wrong: 'whereabouts are for collection' },
    { ...collect, rules: { ...rules, gap: 60 }, ...(book.collected.length === 0 ? {} : { wrong: 'it is too soon' }) },
    { ...collect, rules: { ...rules, attempts: 0 }, wrong: 'none is allowed' },
    { ...collect, channel: 'sms', rules: { ...rules, collectionSms: 0 }, wrong: 'no SMS is allowed' },
    { ...sell, rules: { ...rules, marketingAttempts: 0 }, wrong: 'none is allowed' },
    { ...collect, type: 'attemptBlocked', attempt: 'b', rule: 'spaced' },
    { type: 'optedOut', way: 'app' },
    { type: 'outcomeNoted', attempt: noted, outcome: 'reached', by: 'second' },
    { type: 'hoursAgreed', opens: '20:00', closes: '21:00', days: 'workdays', proof: 'call', by: 'first' },
    { type: 'hoursAgreed', opens: '21:00', closes: '20:00', days: 'workdays', proof: 'call', wrong: 'it ends first' },
    { type: 'hoursAgreed', opens: '20:00', closes: '21:00', days: 'workdays', proof: '', wrong: 'nothing proves it' },
    { type: 'hoursWithdrawn', by: 'first' },
    { type: 'consentGiven', purpose: 'marketing', channel: 'sms', proof: 'app', by: 'first' },
    { type: 'consentGiven', purpose: 'marketing', channel: 'sms', proof: '', wrong: 'nothing proves it' },
    { type: 'consentWithdrawn', purpose: 'marketing', channel: 'sms', by: 'first' },
    { type: 'relativeConfirmed', relative: '1/1', proof: 'call', by: 'first' },
    { type: 'relativeConfirmed', relative: '1/1', proof: '', wrong: 'nothing proves it' },
    { type: 'relativeRefused', relative: '1/1', by: 'first' },
    { type: 'marketingBarred', reason: 'asked', by: 'first' },
    { type: 'marketingBarred', reason: '', wrong: 'no reason is given' },
    { type: 'contactBarred', reason: 'complaint', by: 'first' },
    { type: 'contactBarred', reason: '', wrong: 'no reason is given' },
    { type: 'liftProposed', reason: 'asked', by: 'first' },
    { type: 'liftProposed', reason: '', wrong: 'no reason is given' },
    { type: 'liftConfirmed' },
    { type: 'contactLifted' },
    { type: 'liftRefused', reason: 'no proof' },
    { type: 'liftRefused', reason: '', wrong: 'no reason is given' },
  ]
}

const attemptTypes = ['attempted', 'holderAttempted', 'whereaboutsAsked']

export const contactInvariants = demands<Book, Facts>({
  chart: 'contact',
  empty: {
    bar: null,
    below: false,
    proposer: null,
    collected: [],
    attempts: {},
    consent: null,
    relative: null,
    hours: false,
  },
  forms: {
    attempted: ['SYS'],
    holderAttempted: ['SYS'],
    whereaboutsAsked: ['SYS'],
    attemptBlocked: ['SYS'],
    optedOut: ['SYS'],
    outcomeNoted: ['contact.noteOutcome: attempt, outcome'],
    hoursAgreed: ['contact.agreeHours: opens, closes, days, proof'],
    hoursWithdrawn: ['contact.agreeHours'],
    consentGiven: ['contact.consent: purpose, channel, proof'],
    consentWithdrawn: ['contact.consent: purpose, channel'],
    relativeConfirmed: ['contact.confirmRelative: relative, proof'],
    relativeRefused: ['contact.confirmRelative: relative'],
    marketingBarred: ['contact.bar: reason (danger)'],
    contactBarred: ['contact.bar: reason (danger)'],
    liftProposed: ['contact.proposeLift: reason'],
    liftConfirmed: ['contact.confirmLift (success)'],
    contactLifted: ['contact.confirmLift (success)'],
    liftRefused: ['contact.refuseLift: reason (danger)'],
  },
  tries,
  after: (book, { event }) => {
    switch (event.type) {
      case 'attempted':
      case 'holderAttempted':
      case 'whereaboutsAsked':
        return {
          ...book,
          attempts: { ...book.attempts, [event.attempt]: { noted: false } },
          collected: event.purpose === 'collection' ? [...book.collected, event.at] : book.collected,
        }
      case 'outcomeNoted': {
        return { ...book, attempts: { ...book.attempts, [event.attempt]: { noted: true } } }
      }
      case 'hoursAgreed':
      case 'hoursWithdrawn':
        return { ...book, hours: event.type === 'hoursAgreed' }
      case 'consentGiven':
      case 'consentWithdrawn':
        return { ...book, consent: event.type === 'consentGiven' }
      case 'relativeConfirmed':
      case 'relativeRefused':
        return { ...book, relative: event.type === 'relativeConfirmed' }
      case 'optedOut':
        return book.bar === 'all' ? { ...book, below: true } : { ...book, bar: 'marketing', proposer: null }
      case 'marketingBarred':
        return { ...book, bar: 'marketing', proposer: null }
      case 'contactBarred':
        return { ...book, bar: 'all', below: book.bar === 'marketing', proposer: null }
      case 'liftProposed':
        return { ...book, proposer: event.by }
      case 'liftConfirmed':
        return { ...book, bar: null, proposer: null }
      case 'contactLifted':
        return { ...book, bar: 'marketing', below: false, proposer: null }
      case 'liftRefused':
        return { ...book, proposer: null }
      default:
        return book
    }
  },
  wrong: (book, { event }) => {
    const { type, by, purpose, attempt, at, whom } = event
    const isAttempt = attemptTypes.includes(type)
    const sameDay = book.collected.filter((one) => at - one < 12 * 60 * minute)
    const isLift = ['liftConfirmed', 'contactLifted', 'liftRefused'].includes(type)
    return [
      isAttempt && book.bar === 'all' && event.byLaw !== true && 'somebody barred is contacted',
      isAttempt && purpose === 'marketing' && book.bar !== null && 'marketing to who does not want it',
      isAttempt && purpose === 'marketing' && book.consent !== true && 'marketing without consent',
      isAttempt &&
        purpose === 'collection' &&
        sameDay.length >= event.rules.attempts &&
        'more attempts than the cap allows',
      type === 'whereaboutsAsked' && book.relative !== true && 'an emergency contact is asked who did not agree',
      isAttempt && type !== 'whereaboutsAsked' && whom !== 'self' && 'an emergency contact is told',
      type === 'outcomeNoted' && book.attempts[attempt]?.noted === true && 'an outcome was noted twice',
      type === 'hoursWithdrawn' && !book.hours && 'hours are withdrawn that nobody agreed',
      type === 'consentGiven' && book.consent === true && 'the same consent is given twice',
      type === 'consentWithdrawn' && book.consent === false && 'the same consent is withdrawn twice',
      type === 'liftConfirmed' && book.below && 'the bar of marketing is lifted with another',
      type === 'contactLifted' && !book.below && 'marketing is barred by nobody',
      isLift && by === book.proposer && 'one person lifted a bar and confirmed it',
    ]
  },
  standing: ({ bar, proposer }, state) => [
    (bar === 'all') !== (state === 'noContact' || state === 'liftingContact') && `${state} forgets the bar`,
    (bar === 'marketing') !== (state === 'noMarketing' || state === 'liftingMarketing') && `${state} forgets the bar`,
    (proposer !== null) !== state.startsWith('lifting') && `${state} forgets who proposed`,
  ],
  asksFor: {
    'reachable optedOut': ['endLead'],
    'liftingMarketing optedOut': ['endLead'],
    marketingBarred: ['endLead'],
    contactBarred: ['endLead'],
    holderAttempted: ['tellAttempt'],
    outcomeNoted: ['tellOutcome'],
    whereaboutsAsked: ['tellWhereabouts'],
  },
  waits: () => ({}),
  ends: ['reachable', 'noMarketing', 'noContact'],
})
