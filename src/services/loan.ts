import * as z from 'zod/mini'
import { longest, orderNoPart } from './approve.ts'
import { customer } from './customer.ts'
import { answer, endpoint, foreignWords, longText, nothing, rupiah, serial, text, whole } from './endpoint.ts'
import { longestText } from './order.ts'

const orderNo = text(40)
const instant = whole
const day = z.iso.date()

/** What somebody found out, and why somebody says no. */
export const evidence = longText(300)

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
/** `wait`: whatever is not over; `change`: what failed, or waits with a changed channel; `all`: every payout. */
export const lists = ['wait', 'change', 'all'] as const

const who = {
  /** A whole number, or any part of one. */
  orderNo: z.optional(text(longest.orderNo).check(z.toUpperCase(), z.minLength(orderNoPart, 'tooShort'))),
  phone: z.optional(text(longest.phone)),
  nik: z.optional(text(longest.nik)),
  fullName: z.optional(text(longestText.name)),
  app: z.optional(text(longest.app)),
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

/** One payout on a list. Money is rupiah; names and numbers of people are masked. */
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
  /** What is proposed, or where and through what it goes. */
  bank: z.string(),
  account: z.string(),
  channel: z.string(),
  openedAt: instant,
  proposal: z.nullable(z.string()),
  proposer: z.nullable(z.string()),
  /** Who proposed it, or found out what became of a sending. */
  proposerName: z.nullable(z.string()),
  evidence: z.nullable(z.string()),
  prover: z.nullable(z.string()),
  proofDay: z.nullable(z.string()),
  changedBy: z.array(z.string()),
  refusal: z.nullable(z.string()),
  attempts: whole,
  txid: z.nullable(z.string()),
  /** The provider's own status, code and words of the last sending. */
  thirdStatus: z.nullable(z.string()),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  makerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  /** The sending of which a provider said two things. */
  contradicted: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

const at = { sortedAt: instant, orderNo }
const page = z.optional(whole.check(z.minimum(1), z.maximum(200)))

/** A page of payouts, those that wait longest first unless `sort` says otherwise; `next` continues it. */
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

/** How many payouts a filter finds, exact up to 10,000 or when asked to be, and then how much that is in all. */
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

/** What filters and forms offer: products, and the channels with the most that each takes. */
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

/** What arrived by day, the newest day first; `returned` is what of it came back since. */
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

/** On how many days anything arrived, exact up to 10,000 arrivals or when asked to be, and then how much that was in all. */
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

/** How much of an arrival came back since: all of it, or null. */
export const returnedOf = ({ amount, returnedAt }: Arrival): number | null => (returnedAt === null ? null : amount)

const ofDay = { day, ...who, returned: z.optional(z.boolean()) }

/** What arrived on a day, the first first. */
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

/** How much arrived on a day, and how much of it came back since; exact always. */
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

/** Where money is to go, masked; `record` is the version of the customer's record that says so. */
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

/** What happened to a payout when, and by whom; `details` are what the event says, and what it was before where that was changed. */
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
    /** What a provider said, its code, and its own words. */
    word: z.optional(z.string()),
    code: z.optional(z.string()),
    message: z.optional(z.string()),
    evidence: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
})

/**
 * An order's payout with every sending of it and all that happened to it, the oldest first; null before it was approved. `proposed` is
 * another account that waits for a second person. With `until` it is as the events up to then left it, and the history is whole all the same.
 */
export const ofOrder = endpoint({
  id: 'loan.ofOrder',
  interface: 'approve.detail',
  method: 'POST',
  path: '/loan/of_order',
  permission: 'granted',
  body: z.strictObject({ orderNo, until: z.optional(instant) }),
  data: z.object({
    /** The `until` that it is told as of; null in the present. */
    asOf: z.nullable(instant),
    payout: z.nullable(z.extend(payout, { payee, proposed: z.nullable(payee) })),
    attempts: z.array(attempt),
    history: z.array(step),
  }),
})
export type PayoutStep = z.infer<typeof step>
export type PayoutAttempt = z.infer<typeof attempt>
export type Payee = z.infer<typeof payee>

/** What providers said that is not as it should be, the newest first, until somebody says that they saw it. */
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

/** What a payout provider calls back with; told again, it changes nothing. */
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
const command = <Said extends z.core.$ZodLooseShape>(name: string, path: string, said: Said) =>
  endpoint({
    id: `loan.${name}`,
    method: 'POST',
    path: `/loan/${path}`,
    permission: 'granted',
    body: z.strictObject({ orderNo, version: whole, ...said }),
    data: answer,
  })

const { name: bank, account } = customer.shape.bank.shape

/** `amount` is what whoever submits it means to send; left out, it is what was approved. */
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

/** The endpoint behind each of the chart's events that staff may fire. */
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
