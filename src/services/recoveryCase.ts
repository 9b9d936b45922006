import * as z from 'zod/mini'
import { collectionStages } from '../machines/collectionStages.ts'
import { channels, outcomes } from '../machines/contact.facts.ts'
import {
  complaintChannels,
  complaintTopics,
  holdReasons,
  settlements,
  visitOutcomes,
} from '../machines/recoveryCase.facts.ts'
import { longest } from './approval.ts'
import { answer, chosenDay, endpoint, nothing, rupiah, text, whole } from './endpoint.ts'
import { byCustomer } from './order.ts'
import { placementStates } from './placement.ts'
import { impersonal, impersonalName } from './reveal.ts'

const instant = whole
const orderNo = text(longest.orderNo)
const day = z.iso.date()
const holder = text(40)

export const phases = ['open', 'settled'] as const
export const caseKinds = ['pre', 'post'] as const
export const caseStates = [
  'open.unassigned',
  'open.assigned',
  'open.following',
  'open.promised',
  'open.held.unassigned',
  'open.held.assigned',
  'open.held.following',
  'open.held.promised',
  'settled',
] as const
/** The states of a case that somebody works on. */
export const working = ['open.assigned', 'open.following', 'open.promised'] as const
export const promiseOutcomes = ['open', 'kept', 'partlyKept', 'broken', 'superseded', 'ended'] as const

const stage = z.enum(collectionStages)

/** Bands of days overdue: from the first to the second. */
export const dayBands = {
  upTo3: [1, 3],
  upTo7: [4, 7],
  upTo15: [8, 15],
  upTo30: [16, 30],
  upTo60: [31, 60],
  upTo90: [61, 90],
  over90: [91, 36_500],
} as const
/** The same of days that are left, as negative ones, to the due day. */
export const nearBands = { today: [0, 0], in1: [-1, -1], in2: [-2, -2], in3: [-3, -3], ahead: [-36_500, -4] } as const
/** The days overdue of each band, from the first to the second. */
export const everyDayBand = { ...dayBands, ...nearBands }
const bandOf = <Band extends string>(bands: Readonly<Record<Band, unknown>>) =>
  z.optional(z.enum(Object.keys(bands) as [Band, ...Band[]]))

const filters = {
  phase: z.optional(z.enum(phases)),
  kind: z.optional(z.enum(caseKinds)),
  retained: z.optional(z.boolean()),
  /** Only cases that somebody works on. */
  working: z.optional(z.boolean()),
  ...byCustomer,
  stage: z.optional(stage),
  state: z.optional(z.enum(caseStates)),
  promise: z.optional(z.enum(promiseOutcomes)),
  /** The agency that the case is placed with. */
  company: z.optional(text(100)),
  dueFrom: z.optional(instant),
  dueTo: z.optional(instant),
  /** That of the last contact. */
  outcome: z.optional(z.enum(outcomes)),
  /** That of the holder; `none` for cases of nobody, or of somebody who is in no group. */
  group: z.optional(text(40)),
  /** The day of the next contact. */
  callBackFrom: z.optional(instant),
  callBackTo: z.optional(instant),
}

/** What only the list of all cases is filtered by. */
const ofAll = {
  holder: z.optional(holder),
  days: bandOf(everyDayBand),
  /** Whom the payment that settled the case is credited to; `none` for nobody. */
  creditedTo: z.optional(holder),
  settledFrom: z.optional(chosenDay),
  settledTo: z.optional(chosenDay),
}

/** One case as of the day of the call: amounts in rupiah; the name and numbers of the customer are masked. */
const recoveryCase = z.object({
  orderNo: z.string(),
  version: whole,
  state: z.enum(caseStates),
  kind: z.enum(caseKinds),
  customer: z.string(),
  phone: z.string(),
  nik: z.string(),
  app: z.string(),
  product: z.string(),
  stage,
  due: z.string(),
  daysOverdue: whole,
  daysLeft: whole,
  /** The instalment of the due day, null when none is due then, and the number of all. */
  term: z.nullable(whole),
  terms: whole,
  /** The amount due and not paid, by part, and all that is left of the loan. */
  principal: whole,
  interest: whole,
  fee: whole,
  owed: whole,
  paid: whole,
  remaining: whole,
  holder: z.nullable(z.string()),
  holderName: z.nullable(z.string()),
  former: z.nullable(z.string()),
  formerName: z.nullable(z.string()),
  attempts: whole,
  contactedAt: z.nullable(instant),
  outcome: z.nullable(z.enum(outcomes)),
  callBack: z.nullable(z.string()),
  promiseAmount: z.nullable(whole),
  promiseDay: z.nullable(z.string()),
  promisePaid: z.nullable(whole),
  promiseOutcome: z.nullable(z.enum(promiseOutcomes)),
  /** The agency that the case is placed with, and its last day. */
  company: z.nullable(z.string()),
  placedUntil: z.nullable(z.string()),
  /** The state of the order's placement with an agency; null without any. */
  placementState: z.nullable(z.enum(placementStates)),
  placementVersion: whole,
  /** The last day on which the holder keeps the case through a change of its stage. */
  retainedUntil: z.nullable(z.string()),
  holdReason: z.nullable(z.enum(holdReasons)),
  holdUntil: z.nullable(z.string()),
  openedAt: instant,
  settledAt: z.nullable(instant),
  settlement: z.nullable(z.enum(settlements)),
  /** The days from the beginning of the episode to its end. */
  tookDays: z.nullable(whole),
  /**
   * Whom the payment that settled the case is credited to, empty where nobody held it; null where no payment did, and
   * until the credits are counted.
   */
  creditedTo: z.nullable(z.string()),
  creditedToName: z.nullable(z.string()),
})
export type RecoveryCase = z.infer<typeof recoveryCase>

/** The place of a case in its list, by each column that the list can be sorted by. */
const at = z.strictObject({ due: day, settledAt: z.nullable(instant), urgency: z.nullable(text(20)), orderNo })
const sorts = ['due', '-due', 'settledAt', '-settledAt'] as const
const page = {
  after: z.optional(at),
  limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
}
const rows = z.object({ rows: z.array(recoveryCase), next: z.nullable(at) })
const counted = z.object({ count: whole, capped: z.boolean() })

/**
 * A page of the cases, the earliest due day first, or of settled ones the last settled first, unless `sort` differs;
 * `next` continues it.
 */
export const list = endpoint({
  id: 'recoveryCase.list',
  method: 'POST',
  path: '/recovery_case/list',
  permission: 'granted',
  body: z.strictObject({ ...filters, ...ofAll, sort: z.optional(z.enum(sorts)), ...page }),
  data: rows,
})

/** The number of cases that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'recoveryCase.count',
  interface: 'recoveryCase.list',
  method: 'POST',
  path: '/recovery_case/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, ...ofAll, exact: z.optional(z.boolean()) }),
  data: counted,
})

/** A page of the cases that the caller holds; first what waits for the caller today, unless `sort` differs. */
export const mine = endpoint({
  id: 'recoveryCase.mine',
  method: 'POST',
  path: '/recovery_case/mine',
  permission: 'granted',
  body: z.strictObject({ ...filters, sort: z.optional(z.enum([...sorts, 'urgency'])), ...page }),
  data: rows,
})

export const mineCount = endpoint({
  id: 'recoveryCase.mineCount',
  interface: 'recoveryCase.mine',
  method: 'POST',
  path: '/recovery_case/mine/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: counted,
})

/** The certified members of collection groups, with the number of cases that each holds. */
export const holders = endpoint({
  id: 'recoveryCase.holders',
  interface: 'recoveryCase.list',
  method: 'GET',
  path: '/recovery_case/holders',
  permission: 'granted',
  body: nothing,
  data: z.object({
    /** `company` is the agency's name, '' for the lender's own staff. */
    holders: z.array(z.object({ id: z.string(), name: z.string(), company: z.string(), holds: whole })),
  }),
})

/** Why a case that waits is given to nobody, the first thing that lacks; `soon`: somebody is about to get it. */
export const waitReasons = [
  'noGroup',
  'noAgency',
  'nobodyCertified',
  'nobodyAtWork',
  'offShift',
  'capReached',
  'full',
  'soon',
] as const
export type WaitReason = (typeof waitReasons)[number]

/** Bands of the amount due, in rupiah: from the first to below the second. */
export const amountBands = {
  upTo500k: [0, 500_000],
  upTo1m: [500_000, 1_000_000],
  upTo2m: [1_000_000, 2_000_000],
  upTo5m: [2_000_000, 5_000_000],
  over5m: [5_000_000, Number.MAX_SAFE_INTEGER],
} as const
const waitingCase = z.extend(recoveryCase, {
  why: z.enum(waitReasons),
  /** Whom a lead would give it to, at work or not: the certified member with the fewest cases. */
  proposed: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The names of those who held the case in this episode, the last one first. */
  formers: z.array(z.string()),
})
export type WaitingCase = z.infer<typeof waitingCase>

const ofWaiting = {
  kind: z.optional(z.enum(caseKinds)),
  ...byCustomer,
  stage: z.optional(stage),
  why: z.optional(z.enum(waitReasons)),
  amount: bandOf(amountBands),
  days: bandOf(everyDayBand),
  /** Cases that this group may be given. */
  group: z.optional(text(40)),
  company: z.optional(text(100)),
  dueFrom: z.optional(instant),
  dueTo: z.optional(instant),
}

/** A page of the cases that wait for a holder, the earliest due day first; `next` continues it. */
export const waiting = endpoint({
  id: 'recoveryCase.waiting',
  interface: 'recoveryCase.dispatch',
  method: 'POST',
  path: '/recovery_case/waiting',
  permission: 'granted',
  body: z.strictObject({ ...ofWaiting, sort: z.optional(z.enum(['due', '-due'])), ...page }),
  data: z.object({ rows: z.array(waitingCase), next: z.nullable(at) }),
})

/** The number of waiting cases that match, exact up to 10,000 or on request. */
export const waitingCount = endpoint({
  id: 'recoveryCase.waitingCount',
  interface: 'recoveryCase.dispatch',
  method: 'POST',
  path: '/recovery_case/waiting/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...ofWaiting, exact: z.optional(z.boolean()) }),
  data: counted,
})

/** One order's case with its history, and what is owed on the day of the call; null without a case. */
export const detail = endpoint({
  id: 'recoveryCase.detail',
  method: 'POST',
  path: '/recovery_case/detail',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({
    today: z.string(),
    row: z.nullable(recoveryCase),
    /** The debt on the day of the open promise if nothing is paid by then; null without one. */
    owedThen: z.nullable(whole),
    /** `owedThen` by part. */
    partsThen: z.nullable(z.object({ principal: whole, interest: whole, fee: whole })),
    /** The last day for which a payment may be promised, and the first one from which a hold may begin. */
    lastPromise: z.string(),
    firstHold: z.string(),
    /** The last day up to which the case may be retained. */
    lastRetained: z.string(),
    history: z.array(
      z.object({
        version: whole,
        type: z.string(),
        state: z.string(),
        by: z.string(),
        byName: z.string(),
        at: whole,
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    promises: z.array(
      z.object({
        amount: whole,
        day: z.string(),
        madeOn: z.string(),
        paid: whole,
        outcome: z.enum(promiseOutcomes),
        byName: z.string(),
        /** The last day on which the verdict waits for the bank statement; null where it does not. */
        waitsUntil: z.nullable(z.string()),
      }),
    ),
  }),
})

/**
 * The telephone number of the case's customer, for the holder alone, while the case may be worked on. The audit records
 * each call.
 */
export const revealPhone = endpoint({
  id: 'recoveryCase.revealPhone',
  interface: 'recoveryCase.contact',
  method: 'POST',
  path: '/recovery_case/phone',
  permission: 'granted',
  body: z.strictObject({ orderNo }),
  data: z.object({ phone: z.string() }),
})

/** The documents of the case's order, and whether the caller may open them: as its holder, while it may be worked on. */
export const documents = endpoint({
  id: 'recoveryCase.documents',
  method: 'POST',
  path: '/recovery_case/documents',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({ open: z.boolean(), documents: z.array(z.object({ id: z.string(), kind: z.string() })) }),
})

/** One of these documents, as base64 of WebP with the caller's watermark. The audit records each viewing. */
export const document = endpoint({
  id: 'recoveryCase.document',
  interface: 'recoveryCase.documents',
  method: 'POST',
  path: '/recovery_case/document',
  permission: 'granted',
  body: z.strictObject({ orderNo, id: text(100) }),
  data: z.object({ mime: z.string(), image: z.string() }),
})

/** A command on one case: its name, the path below `/recovery_case/`, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `recoveryCase.${name}`,
    method: 'POST',
    path: `/recovery_case/${path}`,
    permission: 'granted',
    body: z.strictObject({ orderNo, version: whole, ...fields }),
    data: answer,
  })

/** As the holder: whom the list of waiting cases proposes. */
export const asProposed = 'proposed'
/** Gives a waiting case to a collector, or to whom the system proposes. */
export const dispatch = command('dispatch', 'dispatch', { holder })
export const reassign = command('reassign', 'reassign', { holder })
export const recall = command('recall', 'recall', {})
/** Notes an attempt to reach the customer before it is made. A rule of contact that forbids it is the answer. */
export const contact = command('contact', 'contact', { channel: z.enum(channels) })
export const noteOutcome = command('noteOutcome', 'outcome', { outcome: z.enum(outcomes) })
/** What came of a visit, with where its proof is: the name of a photograph, the number of a form. */
export const visit = {
  ...command('visit', 'visit', { outcome: z.enum(visitOutcomes), proof: impersonalName(200) }),
  interface: 'recoveryCase.noteOutcome',
}
export const callBack = command('callBack', 'call_back', { day })
export const promise = command('promise', 'promise', { amount: rupiah, day })
export const hold = command('hold', 'hold', { reason: z.enum(holdReasons), from: day, until: day })
/** For how many days a complaint stops collection: the day on which it is recorded, and those after it. */
export const complaintHolds = ['none', '3', '7', '14'] as const
/** Records a complaint of the customer about collection. With a hold, which takes the right to it, the case stops at once. */
export const complain = command('complain', 'complain', {
  topic: z.enum(complaintTopics),
  channel: z.enum(complaintChannels),
  words: impersonal(300),
  hold: z.optional(z.enum(complaintHolds)),
})
/** Lets the holder keep the case up to a day, also when its stage changes. */
export const retain = command('retain', 'retain', { until: day })
export const liftHold = command('liftHold', 'hold/lift', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  dispatched: dispatch,
  reassigned: reassign,
  recalled: recall,
  retained: retain,
  contacted: contact,
  outcomeNoted: noteOutcome,
  visited: visit,
  callBackSet: callBack,
  promised: promise,
  held: hold,
  holdLifted: liftHold,
  complained: complain,
}
