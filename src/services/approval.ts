import * as z from 'zod/mini'
import { mendFields, type Reasoned, reasonsFor } from '../machines/approval.reasons.ts'
import { answer, endpoint, longText, plainLines, positive, text, whole } from './endpoint.ts'
import { judgedRule } from './risk.ts'

const orderNo = text(40)
const instant = whole

/** The lists that staff work in; each defines its orders and the instant that it is sorted by. */
export const lists = [
  'machinePass',
  'machineReject',
  'firstWait',
  'firstPass',
  'firstReject',
  'finalWait',
  'finalPass',
  'finalReject',
  'all',
] as const

/** The stages of an order: the outermost states of its chart. */
export const stages = [
  'machineReview',
  'firstReview',
  'returned',
  'finalReview',
  'passed',
  'machineRejected',
  'firstRejected',
  'finalRejected',
  'closed',
] as const

const instants = ['since', 'appliedAt', 'firstAt', 'finalAt'] as const

/** The fewest characters of a partial order number: the search index is of trigrams. */
export const orderNoPart = 3

/** The most characters of each text filter. */
export const longest = { orderNo: 40, phone: 20, nik: 20, app: 40, reviewer: 40 } as const

/** A filter by a whole order number, or any part of one. */
export const byOrderNo = z.optional(text(longest.orderNo).check(z.toUpperCase(), z.minLength(orderNoPart, 'tooShort')))

const filters = {
  list: z.enum(lists),
  orderNo: byOrderNo,
  phone: z.optional(text(longest.phone)),
  nik: z.optional(text(longest.nik)),
  app: z.optional(text(longest.app)),
  customerType: z.optional(z.enum(['new', 'old', 'globalOld'])),
  appliedFrom: z.optional(instant),
  appliedTo: z.optional(instant),
  stage: z.optional(z.enum(stages)),
  refer: z.optional(z.boolean()),
  firstReviewer: z.optional(text(longest.reviewer)),
  finalReviewer: z.optional(text(longest.reviewer)),
  mine: z.optional(z.boolean()),
  /** A change of the customer's data waits for a second person. */
  editWaits: z.optional(z.boolean()),
}

/** One order on a list; the browser computes its offers from `chart`. People's names and numbers are masked. */
export const order = z.object({
  orderNo: z.string(),
  version: whole,
  state: z.string(),
  since: instant,
  sortedAt: instant,
  round: whole,
  refer: z.boolean(),
  holder: z.nullable(z.string()),
  holderName: z.nullable(z.string()),
  claimDue: z.nullable(instant),
  firstReviewer: z.nullable(z.string()),
  finalReviewer: z.nullable(z.string()),
  firstReviewerName: z.nullable(z.string()),
  finalReviewerName: z.nullable(z.string()),
  customer: z.string(),
  phone: z.string(),
  app: z.string(),
  channel: z.string(),
  product: z.string(),
  customerType: z.enum(['new', 'old', 'globalOld']),
  loanCount: whole,
  failedOrderCount: whole,
  amount: whole,
  term: whole,
  proposedAmount: z.nullable(whole),
  proposedTerm: z.nullable(whole),
  score: z.nullable(whole),
  rating: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  accountVerified: z.boolean(),
  appliedAt: instant,
  /** The decision's target time. */
  targetAt: instant,
  machineAt: z.nullable(instant),
  firstAt: z.nullable(instant),
  finalAt: z.nullable(instant),
})
export type Order = z.infer<typeof order>

/**
 * A page of a list; `next` continues it. Without `sort`, waiting lists begin with the oldest order and the others with
 * the newest.
 */
export const list = endpoint({
  id: 'approve.list',
  method: 'POST',
  path: '/approve/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    /** The list's instant, with a minus for the newest first; refuses any other. */
    sort: z.optional(z.enum(instants.flatMap((instant) => [instant, `-${instant}` as const]))),
    after: z.optional(z.strictObject({ sortedAt: instant, orderNo })),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    rows: z.array(order),
    next: z.nullable(z.object({ sortedAt: instant, orderNo: z.string() })),
  }),
})

/** The number of orders that match, exact up to 10,000 or on request, and then the sum of the amounts applied for. */
export const count = endpoint({
  id: 'approve.count',
  interface: 'approve.list',
  method: 'POST',
  path: '/approve/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.optional(z.object({ amount: whole })) }),
})

/**
 * The eight newest orders that match an order number, a part of one, a phone number or a NIK. `exact` is false for a
 * part only; `more` tells of others.
 */
export const find = endpoint({
  id: 'approve.find',
  interface: 'approve.detail',
  method: 'POST',
  path: '/approve/find',
  permission: 'granted',
  body: z.strictObject({ text: text(40).check(z.minLength(orderNoPart, 'tooShort')) }),
  data: z.object({
    exact: z.boolean(),
    more: z.boolean(),
    rows: z.array(z.object({ orderNo: z.string(), state: z.string(), customer: z.string(), appliedAt: instant })),
  }),
})

const finding = z.object({
  ruleSet: z.string(),
  hits: z.array(z.object({ rule: z.string(), knockOut: z.boolean() })),
  missing: z.array(z.string()),
  failed: z.optional(z.array(z.string())),
  score: whole,
  rating: z.string(),
  bureau: z.nullable(z.string()),
  accountVerified: z.boolean(),
})

const bureau = z.object({
  found: z.boolean(),
  loanQuality: z.nullable(whole),
  remainingLoan: whole,
  maxDaysPastDue: whole,
  openLoans: whole,
  inquiries30: whole,
})

const step = z.object({
  version: whole,
  type: z.string(),
  state: z.string(),
  by: z.string(),
  byName: z.string(),
  at: instant,
  details: z.record(z.string(), z.unknown()),
})

const person = z.object({
  name: z.string(),
  gender: z.string(),
  nik: z.string(),
  birthday: z.string(),
  phone: z.string(),
  email: z.string(),
  street: z.string(),
  city: z.string(),
  province: z.string(),
  employer: z.string(),
  job: z.string(),
  monthlyIncome: z.nullable(whole),
  employedSince: z.string(),
  bank: z.string(),
  account: z.string(),
  accountHolder: z.string(),
  /** '' where the app told none. */
  card: z.string(),
  contacts: z.array(
    z.object({ name: z.string(), phone: z.string(), relationship: z.string(), consented: z.boolean() }),
  ),
  warnings: z.array(z.string()),
})

/**
 * One application, now or at version `at`. Personal data is masked and documents are closed unless the caller holds the
 * claim. `asOf` is the instant of a past view's last event; the history is always complete.
 */
export const detail = endpoint({
  id: 'approve.detail',
  method: 'POST',
  path: '/approve/detail',
  permission: 'granted',
  body: z.strictObject({ orderNo, at: z.optional(positive) }),
  data: z.object({
    asOf: z.nullable(instant),
    /** When and by whom the customer's data was destroyed; null while it exists. */
    erased: z.nullable(z.object({ at: instant, byName: z.string() })),
    order,
    /** How the customer's app counts them. */
    appCustomerType: z.nullable(z.enum(['new', 'old'])),
    whiteType: z.nullable(z.string()),
    channelCost: z.nullable(whole),
    /** When the customer registered in the order's app, and last used it; null where the app has told nothing. */
    registeredOn: z.nullable(z.iso.date()),
    lastLoginOn: z.nullable(z.iso.date()),
    terms: z.object({
      minAmount: whole,
      maxAmount: whole,
      terms: z.array(whole),
      serviceFee: whole,
      handlingFee: whole,
      arrivalAmount: whole,
    }),
    masked: z.boolean(),
    person,
    documents: z.array(z.object({ id: z.string(), kind: z.string() })),
    finding: z.nullable(finding),
    /** Rule by rule, by the version that the finding names. Only the claim's holder receives the applicant's inputs. */
    rules: z.array(judgedRule),
    bureau: z.nullable(bureau),
    mend: z.array(z.string()),
    note: z.nullable(z.string()),
    history: z.array(step),
    /** Whether the money is on its way, after which the approval cannot change. */
    payoutSent: z.boolean(),
    mostReturns: whole,
    /** The stored chart state, from which the browser computes offers. */
    state: z.object({
      version: whole,
      value: z.unknown(),
      context: z.record(z.string(), z.unknown()),
      armed: z.record(z.string(), z.object({ at: instant, version: whole })),
    }),
  }),
})

export type Detail = z.infer<typeof detail.data>

const otherOrder = z.object({
  orderNo: z.string(),
  state: z.string(),
  reason: z.nullable(z.string()),
  customer: z.string(),
  amount: whole,
  appliedAt: instant,
})
export type OtherOrder = z.infer<typeof otherOrder>

/**
 * The links between two customers: `contactIs` when a contact of this customer is the other, `namedBy` when the other
 * names this one as a contact.
 */
export const links = ['phone', 'account', 'device', 'contact', 'contactIs', 'namedBy'] as const

/** The most entries of a customer's other orders, and of other customers with one link. */
export const mostRelated = 10

/**
 * The customer's other orders, newest first, and the newest order of each linked customer. Names are masked, amounts
 * are rupiah applied for; `more` tells of others.
 */
export const related = endpoint({
  id: 'approve.related',
  interface: 'approve.detail',
  method: 'POST',
  path: '/approve/related',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({
    own: z.object({ orders: z.array(otherOrder), more: z.boolean() }),
    shared: z.array(
      z.object({
        link: z.enum(links),
        /** The index of this customer's contact, from 0, if the link is one. */
        contact: z.nullable(whole),
        masked: z.string(),
        orders: z.array(otherOrder),
        more: z.boolean(),
      }),
    ),
  }),
})

/**
 * One document of an application, now or at version `at`, as base64 of WebP with the caller's watermark. Only for the
 * claim's holder.
 */
export const document = endpoint({
  id: 'approve.document',
  interface: 'approve.detail',
  method: 'POST',
  path: '/approve/document',
  permission: 'granted',
  body: z.strictObject({ orderNo, id: text(100), at: z.optional(positive) }),
  data: z.object({ mime: z.string(), image: z.string() }),
})

/** The most characters of a note, alone or with a decision. */
export const noteLength = 1000

/** The staff's notes on an order, newest first; a text is null after the customer's erasure. */
export const notes = endpoint({
  id: 'approve.notes',
  interface: 'approve.detail',
  method: 'POST',
  path: '/approve/notes',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({
    notes: z.array(
      z.object({ id: z.string(), at: instant, by: z.string(), byName: z.string(), text: z.nullable(z.string()) }),
    ),
  }),
})

/** Adds a note, which nobody can change or delete. */
export const addNote = endpoint({
  id: 'approve.addNote',
  interface: 'approve.detail',
  method: 'POST',
  path: '/approve/notes/add',
  permission: 'granted',
  body: z.strictObject({
    orderNo,
    text: longText(noteLength),
  }),
  data: z.object({ id: z.string() }),
})

/**
 * The possible assignees of a claim: active staff who may decide at this stage, with their present claims, login state
 * and groups.
 */
export const reviewers = endpoint({
  id: 'approve.reviewers',
  interface: 'approve.list',
  method: 'POST',
  path: '/approve/reviewers',
  permission: 'granted',
  body: z.strictObject({ stage: z.enum(['first', 'final']) }),
  data: z.object({
    reviewers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        holds: whole,
        atWork: z.boolean(),
        groups: z.array(z.string()),
      }),
    ),
  }),
})

const none = {}
const to = { to: text(40) }
const note = { note: z._default(z.string().check(z.trim(), z.maxLength(noteLength, 'tooLong'), plainLines), '') }
const terms = { amount: positive, term: positive, ...note }
const verdict = <Event extends Reasoned>(event: Event) => ({ reason: z.enum(reasonsFor[event], 'reason'), ...note })

const command = <Fields extends z.core.$ZodShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `approve.${name}`,
    method: 'POST',
    path: `/approve/${path}`,
    permission: 'granted',
    /** `version` is the version that the decision was made on; the answer is 409 when it is outdated. */
    body: z.strictObject({ orderNo, version: whole, ...fields }),
    data: answer,
  })

export const firstClaim = command('firstClaim', 'first/claim', none)
export const firstAssign = command('firstAssign', 'first/assign', to)
export const firstRelease = command('firstRelease', 'first/release', none)
export const firstRecall = command('firstRecall', 'first/recall', none)
export const firstReassign = command('firstReassign', 'first/reassign', to)
export const firstPass = command('firstPass', 'first/pass', terms)
export const firstReject = command('firstReject', 'first/reject', verdict('firstRejected'))
export const firstReturn = command('firstReturn', 'first/return', {
  ...verdict('returned'),
  mend: z.array(z.enum(mendFields)).check(z.minLength(1, 'required')),
})

export const finalClaim = command('finalClaim', 'final/claim', none)
export const finalAssign = command('finalAssign', 'final/assign', to)
export const finalRelease = command('finalRelease', 'final/release', none)
export const finalRecall = command('finalRecall', 'final/recall', none)
export const finalReassign = command('finalReassign', 'final/reassign', to)
export const finalPass = command('finalPass', 'final/pass', terms)
export const finalReject = command('finalReject', 'final/reject', verdict('finalRejected'))
export const finalSendBack = command('finalSendBack', 'final/send_back', verdict('sentBack'))
export const undo = command('undo', 'undo', verdict('approvalUndone'))

/** The endpoint of each event that staff may fire. */
export const commands = {
  firstClaimed: firstClaim,
  firstAssigned: firstAssign,
  firstReleased: firstRelease,
  firstRecalled: firstRecall,
  firstReassigned: firstReassign,
  firstPassed: firstPass,
  firstRejected: firstReject,
  returned: firstReturn,
  finalClaimed: finalClaim,
  finalAssigned: finalAssign,
  finalReleased: finalRelease,
  finalRecalled: finalRecall,
  finalReassigned: finalReassign,
  finalPassed: finalPass,
  finalRejected: finalReject,
  sentBack: finalSendBack,
  approvalUndone: undo,
}
