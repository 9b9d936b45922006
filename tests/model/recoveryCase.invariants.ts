import { collectionStages } from '../../src/machines/collectionStages.ts'
import { demands, type Done, type Try } from './invariants.ts'

const dayMs = 24 * 3_600_000
const jakarta = 7 * 3_600_000
const dayOf = (at: number) => Math.floor((at + jakarta) / dayMs)
const startOf = (day: number) => day * dayMs - jakarta
const named = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const numbered = (day: string) => Date.parse(day) / dayMs

const rules = { from: '2020-01-01', pre: 1, s2: 2, m2: 3, m3: 4, m4: 5, horizon: 1, grace: 0, heldBack: 1 }
const owed = 100
type Bounds = Record<'s2' | 'm2' | 'm3' | 'm4', number>
const firstDaysOf = ({ s2, m2, m3, m4 }: Bounds) => [1, s2, m2, m3, m4]

type PromiseBook = {
  amount: number
  last: number
  /** The last day on which it waits for the bank statement. */
  waits: number | null
  paid: number
  isJudged: boolean
  verdict: string | null
}
type Book = {
  holder: string | null
  due: number
  /** The first day overdue of each stage after the first one. */
  firstDays: number[]
  /** The stage that the case was told last, by how many of the first days have come. */
  stage: number
  changedAt: number
  promise: PromiseBook | null
  hold: { from: number; until: number } | null
  /** The last days of the holds that are over. */
  holds: number[]
  /** The channel of the attempt whose outcome is not noted yet; '' for none. */
  awaits: string
  /** The agency that it is placed with; '' for none. */
  company: string
  /** The last day on which the holder keeps it through a change of stage. */
  retained: number | null
  told: {
    episodes: number
    given: number
    contacts: number
    promises: number
    moved: number
    callBacks: number
    placed: number
    retained: number
  }
}

type Facts = {
  channel: string
  holder: string
  company: string
  due: string
  rules: Bounds
  amount: number
  owed: number
  statementDays?: number
  day: string
  paid: number
  from: string
  until: string
}

const stageOf = ({ due, firstDays }: Pick<Book, 'due' | 'firstDays'>, day: number) =>
  firstDays.filter((first) => first <= day - due).length
const isOpen = (promise: PromiseBook | null) => promise !== null && !promise.isJudged
const verdict = ({ paid, amount }: PromiseBook) => (paid >= amount ? 'Kept' : paid > 0 ? 'PartlyKept' : 'Broken')

/** Nothing was done yet that a visit could come after: it differs in its outcome alone. */
const isFresh = ({ contacts, promises, placed, retained }: Book['told']) =>
  contacts + promises + placed + retained === 0

const tries = (book: Book, state: string, at: number): Try[] => {
  const today = dayOf(at)
  const day = named(today)
  const { told, company } = book
  const opening = { orderNo: 'LK1', order: { person: 'p', app: 'DK', product: 'KILAT' }, rules }
  const open = { type: 'episodeOpened', ...opening, due: named(today + 1) }
  if (state === 'quiet') return [open]
  const complained = { type: 'complained', topic: 'hours', channel: 'phone', words: 'w', by: 'first' }
  if (state === 'settled')
    return told.episodes > 1
      ? [complained]
      : [complained, open, { ...open, type: 'episodeReopened', due: named(book.due) }]
  const promise = {
    type: 'promised',
    amount: owed,
    day,
    owed,
    horizon: 1,
    grace: 0,
    paidToday: 0,
    by: book.holder ?? 'second',
  }
  const held = { type: 'held', reason: 'dispute', from: day, until: day, heldBack: 1, by: 'first' }
  const retained = { type: 'retained', until: named(today + 1), longest: 1, retains: 0, cap: 1, by: 'first' }
  const holder = book.holder === 'second' ? 'third' : 'second'
  const allotted = {
    type: 'allotted',
    holder: 'second',
    company,
    group: 'g',
    stages: collectionStages,
    apps: [],
    capacity: 2,
    holds: 1,
    dailyCap: 2,
    givenToday: 1,
    certifiedUntil: day,
    strategy: 's',
  }
  return [
    ...(told.given < 2 ? [{ type: 'dispatched', holder: 'second', company, by: 'first' }] : []),
    ...(told.given < 2 ? [{ type: 'reassigned', holder, company, by: 'first' }] : []),
    ...(book.holder
      ? [{ type: 'reassigned', holder: book.holder, company, by: 'first', wrong: 'it has that holder' }]
      : []),
    { type: 'recalled', by: 'first' },
    ...(told.retained < 1 ? [retained] : []),
    { ...retained, until: named(today - 1), wrong: 'the retention is over' },
    { ...retained, until: named(today + 2), wrong: 'the retention lasts too long' },
    { ...retained, retains: 1, wrong: 'the holder keeps enough' },
    ...(told.given < 2 ? [allotted, { ...allotted, apps: ['DK'] }] : []),
    ...[
      { type: 'dispatched', holder: 'second', by: 'first' },
      { type: 'reassigned', holder, by: 'first' },
      allotted,
    ].map((one) => ({
      ...one,
      company: company === '' ? 'an agency' : '',
      wrong: 'the collector is of another company',
    })),
    ...(told.placed < 1 ? [{ type: 'placementBegan', company: 'an agency', until: day }] : []),
    ...(company === '' ? [] : [{ type: 'placementEnded' }]),
    { ...allotted, stages: [], wrong: 'the group does not work at its stage' },
    { ...allotted, apps: ['PW'], wrong: 'the group works for another app' },
    { ...allotted, holds: 2, wrong: 'the collector holds enough' },
    { ...allotted, givenToday: 2, wrong: 'the collector has the day’s cases' },
    { ...allotted, certifiedUntil: named(today - 1), wrong: 'the certificate has run out' },
    { type: 'memberLeft', reason: 'disabled' },
    ...(told.contacts < 1 ? [{ type: 'contacted', attempt: 'a', channel: 'phone' }] : []),
    ...(isFresh(told) ? [{ type: 'contacted', attempt: 'a', channel: 'visit' }] : []),
    { type: 'outcomeNoted', outcome: 'reached' },
    { type: 'visited', outcome: 'reached', proof: 'photo' },
    { type: 'visited', outcome: 'reached', proof: '', wrong: 'nothing proves the visit' },
    { type: 'whereaboutsAsked', attempt: 'w', channel: 'phone' },
    ...(told.callBacks < 1 ? [{ type: 'callBackSet', day, horizon: 1 }] : []),
    { type: 'callBackSet', day: named(today - 1), horizon: 1, wrong: 'the day is over' },
    ...(told.promises < 1 ? [promise, { ...promise, by: 'first' }] : []),
    ...(isFresh(told) ? [{ ...promise, statementDays: 1 }] : []),
    { type: 'statementBooked', through: named(book.promise?.last ?? today) },
    { type: 'statementBooked', through: named((book.promise?.last ?? today) - 1), wrong: 'the statement ends before' },
    { ...promise, amount: 0, wrong: 'it is about no money' },
    { ...promise, amount: owed + 1, wrong: 'it is above what is owed' },
    { ...promise, day: named(today - 1), wrong: 'the day is over' },
    { ...promise, day: named(today + 2), wrong: 'the day is too far ahead' },
    { type: 'paymentsFollowed', paid: owed },
    { type: 'paymentsFollowed', paid: 1 },
    { type: 'promiseCorrected', paid: book.promise?.verdict === 'Kept' ? 0 : owed },
    ...(book.holds.length < 1 ? [held] : []),
    { ...held, from: named(today - 2), wrong: 'it begins too long ago' },
    { ...held, from: named(today + 1), until: named(today + 1), wrong: 'it has not begun' },
    { ...held, until: named(today - 1), wrong: 'it is over' },
    ...(book.holds.length > 0 ? [{ ...held, from: named(book.holds.at(-1)!), wrong: 'there was another hold' }] : []),
    { type: 'holdLifted', by: 'first' },
    complained,
    ...(told.moved < 1 ? [{ type: 'dueDayMoved', due: named(book.due - 1), rules }] : []),
    { type: 'episodeSettled', settlement: 'paid', paid: null },
  ]
}

/** What follows a visit is what follows a call: only its outcome and a promise are tried. */
const allTold = { episodes: 2, given: 2, contacts: 1, promises: 0, moved: 1, callBacks: 1, placed: 1, retained: 1 }

const after = (book: Book, { event }: Done<Facts>): Book => {
  const { type, at } = event
  const { told } = book
  const today = dayOf(at)
  switch (type) {
    case 'episodeOpened':
    case 'episodeReopened': {
      const counted = { due: numbered(event.due), firstDays: firstDaysOf(event.rules) }
      const again = type === 'episodeReopened' ? book : { ...empty, told: { ...empty.told, episodes: told.episodes } }
      return {
        ...again,
        holder: null,
        retained: null,
        ...counted,
        stage: stageOf(counted, today),
        changedAt: at,
        told: { ...again.told, episodes: told.episodes + 1 },
      }
    }
    case 'dueDayMoved':
      return {
        ...book,
        due: numbered(event.due),
        firstDays: firstDaysOf(event.rules),
        changedAt: at,
        told: { ...told, moved: told.moved + 1 },
      }
    case 'stageChanged': {
      const staged = { ...book, stage: stageOf(book, today), changedAt: at }
      return isOpen(book.promise) ? staged : { ...staged, retained: null, holder: null }
    }
    case 'stageKept':
      return { ...book, stage: stageOf(book, today), changedAt: at }
    case 'retained':
      return { ...book, retained: numbered(event.until), told: { ...told, retained: told.retained + 1 } }
    case 'retentionExpired':
      return { ...book, retained: null, holder: isOpen(book.promise) ? book.holder : null }
    case 'dispatched':
    case 'allotted':
    case 'reassigned':
      return { ...book, retained: null, holder: event.holder, told: { ...told, given: told.given + 1 } }
    case 'recalled':
    case 'memberLeft':
      return { ...book, retained: null, holder: null }
    case 'contacted':
      return {
        ...book,
        awaits: event.channel,
        told: event.channel === 'visit' ? allTold : { ...told, contacts: told.contacts + 1 },
      }
    case 'outcomeNoted':
    case 'visited':
      return { ...book, awaits: '' }
    case 'callBackSet':
      return { ...book, told: { ...told, callBacks: told.callBacks + 1 } }
    case 'promised': {
      const last = numbered(event.day)
      const waits = event.statementDays ? last + event.statementDays : null
      const promise = { amount: event.amount, last, waits, paid: 0, isJudged: false, verdict: null }
      return { ...book, promise, told: { ...told, promises: told.promises + 1 } }
    }
    case 'paymentsFollowed':
      return { ...book, promise: { ...book.promise!, paid: event.paid } }
    case 'statementBooked':
      return { ...book, promise: { ...book.promise!, waits: null } }
    case 'promiseCorrected': {
      const promise = { ...book.promise!, paid: event.paid }
      return { ...book, promise: { ...promise, verdict: verdict(promise) } }
    }
    case 'promiseKept':
    case 'promisePartlyKept':
    case 'promiseBroken':
      return { ...book, promise: { ...book.promise!, isJudged: true, verdict: type.slice('promise'.length) } }
    case 'held':
      return { ...book, hold: { from: numbered(event.from), until: numbered(event.until) } }
    case 'holdEnded':
    case 'holdLifted':
      return {
        ...book,
        hold: null,
        holds: [...book.holds, type === 'holdEnded' ? book.hold!.until : Math.max(book.hold!.from, today - 1)],
      }
    case 'placementBegan':
    case 'placementEnded': {
      const isKept = isOpen(book.promise)
      const placed = type === 'placementBegan'
      return {
        ...book,
        holder: isKept ? book.holder : null,
        retained: isKept ? book.retained : null,
        company: placed ? event.company : '',
        told: { ...told, placed: told.placed + (placed ? 1 : 0) },
      }
    }
    case 'episodeSettled':
      return {
        ...book,
        company: '',
        retained: null,
        promise: book.promise && { ...book.promise, isJudged: true },
        hold: null,
        holds: book.hold === null ? book.holds : [...book.holds, book.hold.until],
      }
    default:
      return book
  }
}

const empty: Book = {
  holder: null,
  due: 0,
  firstDays: [],
  stage: 0,
  changedAt: 0,
  promise: null,
  hold: null,
  holds: [],
  awaits: '',
  company: '',
  retained: null,
  told: { episodes: 0, given: 0, contacts: 0, promises: 0, moved: 0, callBacks: 0, placed: 0, retained: 0 },
}

const byHolder = ['contacted', 'outcomeNoted', 'visited', 'callBackSet', 'promised']
const isPromised = (state: string) => state.endsWith('.promised')

/** A retained case keeps its holder in the next stage, unless it is the lender's own and the last one. */
const stageWaits = ({ due, firstDays, stage, changedAt, retained, company }: Book): Record<string, number> => {
  const toNext = (at: number) => {
    const isLast = stageOf({ due, firstDays }, dayOf(at)) === firstDays.length
    return { [retained !== null && (company !== '' || !isLast) ? 'stageKept' : 'stageChanged']: at }
  }
  const told = dayOf(changedAt)
  if (stageOf({ due, firstDays }, told) !== stage) return toNext(changedAt)
  const next = firstDays.find((first) => first > told - due)
  return next === undefined ? {} : toNext(startOf(due + next))
}

/** The demands on the collection of a loan: one holder, promises of what is owed, and a verdict by money alone. */
export const recoveryCaseInvariants = demands<Book, Facts>({
  chart: 'recoveryCase',
  empty,
  forms: {
    episodeOpened: ['SYS'],
    episodeReopened: ['SYS'],
    dueDayMoved: ['SYS'],
    stageChanged: ['SYS'],
    stageKept: ['SYS'],
    retentionExpired: ['SYS'],
    retained: ['recoveryCase.retain: until'],
    paymentsFollowed: ['SYS'],
    promiseCorrected: ['SYS'],
    statementBooked: ['SYS'],
    promiseKept: ['SYS'],
    promisePartlyKept: ['SYS'],
    promiseBroken: ['SYS'],
    allotted: ['SYS'],
    memberLeft: ['SYS'],
    placementBegan: ['SYS'],
    placementEnded: ['SYS'],
    holdEnded: ['SYS'],
    episodeSettled: ['SYS (success)'],
    dispatched: ['recoveryCase.dispatch: holder'],
    reassigned: ['recoveryCase.reassign: holder'],
    recalled: ['recoveryCase.recall'],
    contacted: ['recoveryCase.contact: channel'],
    outcomeNoted: ['recoveryCase.noteOutcome: outcome'],
    visited: ['recoveryCase.noteOutcome: outcome, proof'],
    whereaboutsAsked: ['SYS'],
    callBackSet: ['recoveryCase.callBack: day'],
    promised: ['recoveryCase.promise: day, amount (success)'],
    held: ['recoveryCase.hold: reason, from, until'],
    holdLifted: ['recoveryCase.liftHold'],
    complained: ['recoveryCase.complain: topic, channel, words, hold'],
  },
  tries,
  after,
  wrong: (book, { event }) => {
    const { type, by, at } = event
    const judges = /^promise(Kept|PartlyKept|Broken)$/.test(type)
    return [
      byHolder.includes(type) && by !== book.holder && 'somebody else than the holder works on the case',
      byHolder.includes(type) && book.hold !== null && 'the customer is contacted during a hold',
      type === 'promised' && event.amount > event.owed && 'more is promised than is owed',
      (type === 'dispatched' || type === 'allotted') &&
        book.holder !== null &&
        'a case with a holder is given to another',
      /^(dispatched|reassigned|allotted)$/.test(type) &&
        event.company !== book.company &&
        'the collector is of another company',
      /^(dispatched|reassigned|allotted)$/.test(type) &&
        book.company === '' &&
        book.stage === book.firstDays.length &&
        'the lender’s own staff get a case of the last stage',
      judges && type !== `promise${verdict(book.promise!)}` && 'the verdict is not what the money says',
      judges && dayOf(at) <= book.promise!.last && 'a promise is judged before its day is over',
      judges && dayOf(at) <= (book.promise!.waits ?? 0) && 'a promise is judged before the bank statement',
      type === 'statementBooked' &&
        (!isOpen(book.promise) || book.promise!.waits === null) &&
        'a statement is told that nobody waits for',
      /^(outcomeNoted|visited)$/.test(type) && book.awaits === '' && 'an outcome of no attempt is noted',
      type === 'outcomeNoted' && book.awaits === 'visit' && 'a visit has no proof',
      type === 'visited' && book.awaits === 'phone' && 'a call is told as a visit',
      (type === 'recalled' || type === 'memberLeft') && book.holder === null && 'a case of nobody is recalled',
    ]
  },
  standing: ({ holder, promise, hold }, state) => [
    state.endsWith('.unassigned') && holder !== null && `${state} has a holder`,
    /\.(assigned|following|promised)$/.test(state) && holder === null && `${state} has no holder`,
    isPromised(state) !== (promise !== null && !promise.isJudged) && `${state} forgets the promise`,
    state.startsWith('open.held') !== (hold !== null) && `${state} forgets the hold`,
  ],
  asksFor: { episodeSettled: ['tellPlacement'] },
  waits: (book, state) => {
    if (!state.startsWith('open.')) return {}
    const { promise, hold } = book
    return {
      ...stageWaits(book),
      ...(book.retained !== null && { retentionExpired: startOf(book.retained + 1) }),
      ...(hold !== null && { holdEnded: startOf(hold.until + 1) }),
      ...(promise &&
        !promise.isJudged && { [`promise${verdict(promise)}`]: startOf((promise.waits ?? promise.last) + 1) }),
    }
  },
  waitsAnywhere: () => ({}),
  ends: ['quiet', 'settled', 'open.unassigned', 'open.assigned', 'open.following'],
})
