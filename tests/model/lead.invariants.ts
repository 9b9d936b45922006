import { demands, type Try } from './invariants.ts'

const hour = 3_600_000
const dayMs = 24 * hour
const jakarta = 7 * hour
const dayOf = (at: number) => Math.floor((at + jakarta) / dayMs)
const named = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

const rules = { from: '2020-01-01', held: 1, idle: 2, horizon: 1, credit: 1 }

type Book = {
  seller: string | null
  activeAt: number
  callBack: number | null
  isDue: boolean
  isNoticed: boolean
  awaitsOutcome: boolean
  told: { requests: number; given: number; contacts: number; callBacks: number; steps: number; ends: number }
}
type Facts = { seller: string; day: string; time: string; outcome?: string }

const empty: Book = {
  seller: null,
  activeAt: 0,
  callBack: null,
  isDue: false,
  isNoticed: false,
  awaitsOutcome: false,
  told: { requests: 0, given: 0, contacts: 0, callBacks: 0, steps: 0, ends: 0 },
}

const origin = { batch: 'B-1', source: 'event' }

const tries = ({ seller, told }: Book, state: string, at: number): Try[] => {
  if (state === 'new') return [{ type: 'leadImported', ...origin }]
  const today = dayOf(at)
  const claimed = { type: 'claimed', rules, held: 0, mostHeld: 1 }
  const callBack = { type: 'callBackSet', day: named(today + 1), time: '00:00' }
  const other = seller === 'second' ? 'third' : 'second'
  return [
    ...(told.requests < 2 ? [{ type: 'requestedAgain', ...origin }] : []),
    ...(told.given < 2 ? [claimed, { type: 'assigned', seller: 'second', rules, by: 'first' }] : []),
    { ...claimed, held: 1, wrong: 'the seller has as many leads as allowed' },
    ...(told.given < 2 ? [{ type: 'reassigned', seller: other, rules, by: 'first' }] : []),
    ...(seller ? [{ type: 'reassigned', seller, rules, by: 'first', wrong: 'it is that seller’s' }] : []),
    { type: 'released' },
    { type: 'recalled', by: 'first' },
    ...(told.contacts < 1 ? [{ type: 'contacted', attempt: 'a', channel: 'phone' }] : []),
    { type: 'outcomeNoted', outcome: 'reached' },
    ...(told.callBacks < 1 ? [callBack, { ...callBack, outcome: 'reached' }] : []),
    { ...callBack, day: named(today - 1), wrong: 'the time is over' },
    { ...callBack, day: named(today + 3), wrong: 'the time is too far ahead' },
    ...(told.ends < 2 ? [{ type: 'finished', result: 'agreed' }] : []),
    ...(told.ends < 2 ? [{ type: 'invalidated', reason: 'wrongNumber' }] : []),
    ...(told.ends < 2 ? [{ type: 'withdrawn', reason: 'doNotContact' }] : []),
    { type: 'reopened', by: 'first' },
    ...(told.steps < 1 ? [{ type: 'registered', credit: 1 }] : []),
    ...(told.steps < 1 ? [{ type: 'applied', orderNo: 'LK1', credit: 1 }] : []),
  ]
}

const rest = { seller: null, callBack: null, isDue: false, isNoticed: false }
const ends = ['finished', 'invalidated', 'withdrawn']

const bySeller = ['contacted', 'outcomeNoted', 'callBackSet', 'finished', 'invalidated', 'released']

/** The demands on a lead: one seller, who alone works on it, and who loses it when it rests. */
export const leadInvariants = demands<Book, Facts>({
  chart: 'lead',
  empty,
  forms: {
    leadImported: ['SYS'],
    requestedAgain: ['SYS'],
    claimed: ['lead.claim (success)'],
    assigned: ['lead.assign: seller'],
    reassigned: ['lead.reassign: seller'],
    released: ['lead.release'],
    recalled: ['lead.recall'],
    reopened: ['lead.reopen'],
    contacted: ['lead.contact: channel'],
    outcomeNoted: ['lead.noteOutcome: outcome'],
    callBackSet: ['lead.callBack: time, day, outcome'],
    callBackDue: ['SYS'],
    idleNoticed: ['SYS'],
    returnedIdle: ['SYS'],
    finished: ['lead.finish: result (success)'],
    invalidated: ['lead.invalidate: reason (danger)'],
    withdrawn: ['SYS'],
    registered: ['SYS'],
    applied: ['SYS'],
  },
  tries,
  after: (book, { event }) => {
    const { type, by, at } = event
    const { told } = book
    const acts = { activeAt: at, isNoticed: false }
    const count = (name: keyof Book['told']) => ({ told: { ...told, [name]: told[name] + 1 } })
    switch (type) {
      case 'leadImported':
      case 'requestedAgain':
        return { ...book, ...count('requests') }
      case 'claimed':
        return { ...book, ...acts, ...count('given'), seller: by }
      case 'assigned':
      case 'reassigned':
        return { ...book, ...acts, ...count('given'), seller: event.seller }
      case 'contacted':
        return { ...book, ...acts, ...count('contacts'), awaitsOutcome: true, callBack: null, isDue: false }
      case 'outcomeNoted':
        return { ...book, ...acts, awaitsOutcome: false }
      case 'callBackSet':
        return {
          ...book,
          ...acts,
          ...count('callBacks'),
          ...(event.outcome && { awaitsOutcome: false }),
          callBack: Date.parse(`${event.day}T${event.time}:00+07:00`),
          isDue: false,
        }
      case 'callBackDue':
        return { ...book, isDue: true }
      case 'idleNoticed':
        return { ...book, isNoticed: true }
      case 'released':
      case 'recalled':
      case 'returnedIdle':
        return { ...book, ...rest }
      case 'registered':
        return { ...book, ...count('steps') }
      case 'applied':
        return { ...book, ...rest, ...count('steps') }
      default:
        return ends.includes(type) ? { ...book, ...rest, ...count('ends') } : book
    }
  },
  wrong: (book, { event: { type, by, at, outcome } }) => [
    bySeller.includes(type) && by !== book.seller && 'somebody else than the seller works on the lead',
    outcome !== undefined && !book.awaitsOutcome && 'an outcome of no attempt is noted',
    (type === 'claimed' || type === 'assigned') && book.seller !== null && 'a lead with a seller is given to another',
    type === 'callBackDue' && (book.isDue || at < book.callBack!) && 'a call-back is due twice or too early',
    type === 'returnedIdle' && at < book.activeAt + 2 * dayMs && 'a lead that was worked on goes back',
  ],
  standing: ({ seller }, state) => [
    (state === 'following') !== (seller !== null) && `${state} and the seller is ${seller ?? 'nobody'}`,
  ],
  asksFor: {
    finished: ['sampleVisit'],
    invalidated: ['sampleVisit'],
    'following applied': ['sampleVisit'],
    'following withdrawn': ['sampleVisit'],
  },
  waits: ({ activeAt, callBack, isDue, isNoticed }, state): Record<string, number> => {
    if (state !== 'following') return {}
    const from = Math.max(activeAt, callBack ?? 0)
    return {
      ...(callBack !== null && !isDue && { callBackDue: callBack }),
      ...(!isNoticed && { idleNoticed: from + dayMs }),
      returnedIdle: from + 2 * dayMs,
    }
  },
  waitsAnywhere: () => ({}),
  ends: ['new', 'waiting', 'finished', 'invalid'],
})
