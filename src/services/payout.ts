import * as z from 'zod/mini'
import { longest } from './approval.ts'
import { customer } from './customer.ts'
import { answer, endpoint, foreignWords, longText, nothing, rupiah, serial, text, whole } from './endpoint.ts'
import { byCustomer, longestText } from './order.ts'

const orderNo = text(40)
const instant = whole
const day = z.iso.date()

/** A person's finding, or the reason for a refusal. */
export const evidence = longText(300)

/** A provider's display name; a name of two letters is an abbreviation. */
export const providerName = (name: string) =>
  name.length === 2 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1)

export const stages = [
  'waiting',
  'checking',
  'sending',
  'processing',
  'unknown',
  'failed',
  'succeeded',
  'cancelled',
] as const
/**
 * `wait`: every unfinished payout; `change`: failed payouts and those with a proposed channel change; `all`: every
 * payout.
 */
export const lists = ['wait', 'change', 'all'] as const

const who = {
  ...byCustomer,
  product: z.optional(text(longestText.code)),
  channel: z.optional(text(longestText.code)),
}
const filters = {
  list: z.enum(lists),
  ...who,
  stage: z.optional(z.enum(stages)),
  contradicted: z.optional(z.boolean()),
  openedFrom: z.optional(instant),
  openedTo: z.optional(instant),
}

/** One payout on a list. Money is rupiah; people's names and numbers are masked. */
export const payout = z.object({
  orderNo: z.string(),
  version: whole,
  state: z.string(),
  since: instant,
  sortedAt: instant,
  customer: z.string(),
  phone: z.string(),
  app: z.string(),
  product: z.string(),
  amount: whole,
  /** The proposed destination and channel, or the current ones. */
  bank: z.string(),
  account: z.string(),
  channel: z.string(),
  openedAt: instant,
  proposal: z.nullable(z.string()),
  proposer: z.nullable(z.string()),
  /** The person who proposed it, or who clarified a sending's outcome. */
  proposerName: z.nullable(z.string()),
  evidence: z.nullable(z.string()),
  prover: z.nullable(z.string()),
  proofDay: z.nullable(z.string()),
  changedBy: z.array(z.string()),
  refusal: z.nullable(z.string()),
  attempts: whole,
  txid: z.nullable(z.string()),
  /** The provider's own status, code and message for the last sending. */
  thirdStatus: z.nullable(z.string()),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  makerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  /** The sending for which a provider gave contradictory results. */
  contradicted: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

const at = { sortedAt: instant, orderNo }
const page = z.optional(whole.check(z.minimum(1), z.maximum(200)))

/** A page of payouts, the longest waiting first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'loan.list',
  method: 'POST',
  path: '/loan/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['since', '-since'])),
    after: z.optional(z.strictObject(at)),
    limit: page,
  }),
  data: z.object({ rows: z.array(payout), next: z.nullable(z.object(at)) }),
})

/** The number of payouts that match, exact up to 10,000 or on request, and then their sum. */
export const count = endpoint({
  id: 'loan.count',
  interface: 'loan.list',
  method: 'POST',
  path: '/loan/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.optional(z.object({ amount: whole })) }),
})

/** The options of filters and forms: products, and channels with their limits. */
export const choices = endpoint({
  id: 'loan.choices',
  interface: 'loan.list',
  method: 'GET',
  path: '/loan/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    products: z.array(z.object({ code: z.string(), name: z.string() })),
    channels: z.array(z.object({ name: z.string(), most: whole })),
  }),
})

const arrivals = {
  channel: z.optional(text(longestText.code)),
  app: z.optional(text(longest.app)),
  product: z.optional(text(longestText.code)),
  dayFrom: z.optional(instant),
  dayTo: z.optional(instant),
}
const totals = { paid: whole, amount: whole, returned: whole, returnedAmount: whole }

/** Arrived money by day, newest day first; `returned` is the part that has come back since. */
export const days = endpoint({
  id: 'loan.days',
  method: 'POST',
  path: '/loan/days',
  permission: 'granted',
  body: z.strictObject({
    ...arrivals,
    sort: z.optional(z.enum(['day', '-day'])),
    after: z.optional(z.strictObject({ day })),
    limit: page,
  }),
  data: z.object({
    rows: z.array(z.object({ day, ...totals })),
    next: z.nullable(z.object({ day })),
  }),
})
export type PayoutDay = z.infer<typeof days.data>['rows'][number]

/** The number of days with arrivals, exact up to 10,000 arrivals or on request, and then their sum. */
export const dayCount = endpoint({
  id: 'loan.dayCount',
  interface: 'loan.days',
  method: 'POST',
  path: '/loan/day_count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...arrivals, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.optional(z.object(totals)) }),
})

export const arrival = z.object({
  orderNo: z.string(),
  txid: z.string(),
  arrivedAt: instant,
  sortedAt: instant,
  customer: z.string(),
  phone: z.string(),
  bank: z.string(),
  account: z.string(),
  app: z.string(),
  product: z.string(),
  amount: whole,
  channel: z.string(),
  makerName: z.string(),
  checkerName: z.string(),
  returnedAt: z.nullable(instant),
  code: z.nullable(z.string()),
})
export type Arrival = z.infer<typeof arrival>

/** The returned amount of an arrival: all of it, or null. */
export const returnedOf = ({ amount, returnedAt }: Arrival): number | null => (returnedAt === null ? null : amount)

const ofDay = { day, ...who, returned: z.optional(z.boolean()) }

/** The arrivals of a day, earliest first. */
export const dayList = endpoint({
  id: 'loan.dayList',
  interface: 'loan.days',
  method: 'POST',
  path: '/loan/day',
  permission: 'granted',
  body: z.strictObject({
    ...ofDay,
    sort: z.optional(z.enum(['arrivedAt', '-arrivedAt'])),
    after: z.optional(z.strictObject(at)),
    limit: page,
  }),
  data: z.object({ rows: z.array(arrival), next: z.nullable(z.object(at)) }),
})

/** The sum of a day's arrivals, and the part returned since; always exact. */
export const dayTotals = endpoint({
  id: 'loan.dayTotals',
  interface: 'loan.days',
  method: 'POST',
  path: '/loan/day_totals',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...ofDay, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.object({ amount: whole, returnedAmount: whole }) }),
})

/** The destination account, masked; `record` is the version of the customer's record that names it. */
const payee = z.object({ record: whole, bank: z.string(), account: z.string(), accountHolder: z.string() })

const attempt = z.object({
  txid: z.string(),
  channel: z.string(),
  amount: whole,
  payee,
  makerName: z.string(),
  checkerName: z.string(),
  sentAt: instant,
  status: z.string(),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  endedAt: z.nullable(instant),
  arrivedOn: z.nullable(z.string()),
  contradiction: z.nullable(z.object({ word: z.string(), code: z.string(), at: instant })),
})

/** An event of a payout; `details` are its content, with the previous value where one changed. */
const step = z.object({
  version: whole,
  type: z.string(),
  state: z.string(),
  by: z.string(),
  byName: z.string(),
  at: instant,
  details: z.object({
    amount: z.optional(whole),
    channel: z.optional(z.string()),
    channelBefore: z.optional(z.string()),
    payee: z.optional(payee),
    payeeBefore: z.optional(payee),
    txid: z.optional(z.string()),
    day: z.optional(day),
    /** A provider's result, code and message. */
    word: z.optional(z.string()),
    code: z.optional(z.string()),
    message: z.optional(z.string()),
    evidence: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
})

/**
 * An order's payout with all its sendings and events, oldest first; null before approval. `proposed` is an account that
 * waits for a second person. `until` gives the payout as of then; the history stays complete.
 */
export const ofOrder = endpoint({
  id: 'loan.ofOrder',
  interface: 'approve.detail',
  method: 'POST',
  path: '/loan/of_order',
  permission: 'granted',
  body: z.strictObject({ orderNo, until: z.optional(instant) }),
  data: z.object({
    /** The requested `until`; null for the present. */
    asOf: z.nullable(instant),
    payout: z.nullable(z.extend(payout, { payee, proposed: z.nullable(payee) })),
    attempts: z.array(attempt),
    history: z.array(step),
  }),
})
export type PayoutStep = z.infer<typeof step>
export type PayoutAttempt = z.infer<typeof attempt>
export type Payee = z.infer<typeof payee>

/** Unexpected messages of providers, newest first, until staff acknowledge them. */
export const alarms = endpoint({
  id: 'loan.alarms',
  interface: 'loan.list',
  method: 'GET',
  path: '/loan/alarms',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    more: z.boolean(),
    alarms: z.array(
      z.object({
        id: z.string(),
        provider: z.string(),
        txid: z.string(),
        orderNo: z.nullable(z.string()),
        word: z.string(),
        code: z.string(),
        outcome: z.string(),
        count: whole,
        lastAt: instant,
      }),
    ),
  }),
})
export type Alarm = z.infer<typeof alarms.data>['alarms'][number]

export const alarmSeen = endpoint({
  id: 'loan.alarmSeen',
  method: 'POST',
  path: '/loan/alarm_seen',
  permission: 'granted',
  body: z.strictObject({ id: text(60), count: serial }),
  data: nothing,
})

/** The payout provider's callback. A repeated one changes nothing. */
export const callback = endpoint({
  id: 'loan.callback',
  method: 'POST',
  path: '/channels/:provider/callback',
  permission: 'signed',
  body: z.strictObject({
    txid: text(60),
    word: z.enum(['accepted', 'succeeded', 'failed', 'bounced']),
    code: z.string().check(z.regex(/^[\w.-]{0,60}$/)),
    message: foreignWords(300),
    amount: rupiah,
    at: instant.check(z.nonnegative()),
  }),
  data: nothing,
})

/** A command on one order's payout: the path below `/loan/`, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `loan.${name}`,
    method: 'POST',
    path: `/loan/${path}`,
    permission: 'granted',
    body: z.strictObject({ orderNo, version: whole, ...fields }),
    data: answer,
  })

const { name: bank, account } = customer.shape.bank.shape

/** `amount` is the amount to send; left out, the approved amount. */
export const submit = command('submit', 'submit', { amount: z.optional(rupiah) })
export const approve = command('approve', 'approve', {})
export const refuse = command('refuse', 'refuse', { reason: evidence })
export const retry = command('retry', 'retry', { evidence })
export const changeChannel = command('changeChannel', 'change_channel', { channel: text(longestText.code), evidence })
export const changeAccount = command('changeAccount', 'change_account', { bank, account, evidence })
export const provePaid = command('provePaid', 'prove/paid', { day, evidence })
export const proveUnpaid = command('proveUnpaid', 'prove/unpaid', { evidence })
export const confirmProof = command('confirmProof', 'prove/confirm', {})
export const refuseProof = command('refuseProof', 'prove/refuse', { reason: evidence })

/** The endpoint of each event that staff may fire. */
export const commands = {
  payoutSubmitted: submit,
  payoutApproved: approve,
  payoutRefused: refuse,
  payoutRetried: retry,
  channelChanged: changeChannel,
  accountChanged: changeAccount,
  paidProposed: provePaid,
  unpaidProposed: proveUnpaid,
  payoutResolved: confirmProof,
  proofRefused: refuseProof,
}
