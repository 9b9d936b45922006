import * as z from 'zod/mini'
import { longest, orderNoPart } from './approve.ts'
import { endpoint, nothing, serial, text, whole } from './endpoint.ts'
import { longestText } from './order.ts'

const orderNo = text(40)
const instant = whole
const day = z.iso.date()
const limit = z.optional(whole.check(z.minimum(1), z.maximum(200)))

/** How an instalment stands on the day it is looked at. */
export const instalmentStates = ['pending', 'due', 'overdue', 'settled', 'writtenOff', 'voided'] as const
/** What a movement of money was for. */
export const repaymentKinds = ['repaid', 'rolledOver', 'refunded'] as const

/** Days are asked for as the instants `[from, to)` of whole days in Jakarta. */
const ofLoan = {
  /** A whole number, or any part of one. */
  orderNo: z.optional(text(longest.orderNo).check(z.toUpperCase(), z.minLength(orderNoPart, 'tooShort'))),
  phone: z.optional(text(longest.phone)),
  nik: z.optional(text(longest.nik)),
  fullName: z.optional(text(longestText.name)),
  app: z.optional(text(longest.app)),
  channel: z.optional(text(longestText.code)),
  product: z.optional(text(longestText.code)),
}
const duringDays = { from: z.optional(instant), to: z.optional(instant) }
const planFilters = {
  ...ofLoan,
  status: z.optional(z.enum(instalmentStates)),
  dueFrom: duringDays.from,
  dueTo: duringDays.to,
}
const paymentFilters = {
  ...ofLoan,
  kind: z.optional(z.enum(repaymentKinds)),
  reversed: z.optional(z.boolean()),
  txid: z.optional(text(60)),
  paidFrom: duringDays.from,
  paidTo: duringDays.to,
}
const overdueFilters = {
  app: ofLoan.app,
  channel: ofLoan.channel,
  product: ofLoan.product,
  dueFrom: duringDays.from,
  dueTo: duringDays.to,
}

/** Whose it is and how it came; names and numbers of people are masked. */
const customer = {
  orderNo: z.string(),
  customer: z.string(),
  phone: z.string(),
  nik: z.string(),
  app: z.string(),
  channel: z.string(),
  product: z.string(),
}

/** One instalment as it is owed on the day of the call: amounts in rupiah, `fee` the overdue fee up to that day. */
export const instalment = z.object({
  ...customer,
  term: whole,
  terms: whole,
  due: z.string(),
  originalDue: z.string(),
  status: z.enum(instalmentStates),
  amount: whole,
  interest: whole,
  principal: whole,
  fee: whole,
  paid: whole,
  reduced: whole,
  remaining: whole,
  daysOverdue: whole,
  loanState: z.string(),
  loanVersion: whole,
  virtualAccount: z.nullable(z.string()),
})
export type Instalment = z.infer<typeof instalment>

const sums = <Named extends string>(...names: Named[]) =>
  z.optional(z.object(Object.fromEntries(names.map((name) => [name, whole])) as Record<Named, typeof whole>))
const counted = <Named extends string>(...names: Named[]) =>
  z.object({ count: whole, capped: z.boolean(), sums: sums(...names) })

/** A page of all instalments, the last due day first unless `sort` says otherwise; `next` continues it. */
export const plan = endpoint({
  id: 'repay.plan',
  method: 'POST',
  path: '/repay/plan',
  permission: 'granted',
  body: z.strictObject({
    ...planFilters,
    sort: z.optional(z.enum(['due', '-due'])),
    after: z.optional(z.strictObject({ due: day, orderNo, term: serial })),
    limit,
  }),
  data: z.object({
    rows: z.array(instalment),
    next: z.nullable(z.object({ due: z.string(), orderNo: z.string(), term: whole })),
  }),
})

/** How many instalments a filter finds, exact up to 10,000 or when asked to be, and then what they come to on the day of the call. */
export const planCount = endpoint({
  id: 'repay.planCount',
  interface: plan.interface,
  method: 'POST',
  path: '/repay/plan/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...planFilters, exact: z.optional(z.boolean()) }),
  data: counted('amount', 'fee', 'paid', 'reduced', 'remaining'),
})

/** One movement of money and what it went to: all of it is interest, principal, overdue fee, a rollover's charge or a credit, unless it was reversed or a refund. */
export const repayment = z.object({
  ...customer,
  n: whole,
  txid: z.string(),
  kind: z.enum(repaymentKinds),
  day: z.string(),
  amount: whole,
  interest: whole,
  principal: whole,
  fee: whole,
  charge: whole,
  credit: whole,
  reversed: z.boolean(),
  loanState: z.string(),
  loanVersion: whole,
})
export type Repayment = z.infer<typeof repayment>

/** A page of all that was paid, the last day first unless `sort` says otherwise. */
export const payments = endpoint({
  id: 'repay.payments',
  method: 'POST',
  path: '/repay/payments',
  permission: 'granted',
  body: z.strictObject({
    ...paymentFilters,
    sort: z.optional(z.enum(['day', '-day'])),
    after: z.optional(z.strictObject({ day, orderNo, n: serial })),
    limit,
  }),
  data: z.object({
    rows: z.array(repayment),
    next: z.nullable(z.object({ day: z.string(), orderNo: z.string(), n: whole })),
  }),
})

/** How many a filter finds, and what those that stand come to; refunds are not in the sum of amounts. */
export const paymentsCount = endpoint({
  id: 'repay.paymentsCount',
  interface: payments.interface,
  method: 'POST',
  path: '/repay/payments/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...paymentFilters, exact: z.optional(z.boolean()) }),
  data: counted('amount', 'interest', 'principal', 'fee', 'charge', 'credit'),
})

/** All that is overdue of one due day, on the day of the call. */
export const overdueDay = z.object({
  due: z.string(),
  daysOverdue: whole,
  instalments: whole,
  orders: whole,
  amount: whole,
  fee: whole,
  paid: whole,
  reduced: whole,
  remaining: whole,
})
export type OverdueDay = z.infer<typeof overdueDay>

/** The due days of which anything is overdue, the last first unless `sort` says otherwise. */
export const overdue = endpoint({
  id: 'repay.overdue',
  method: 'POST',
  path: '/repay/overdue',
  permission: 'granted',
  body: z.strictObject({
    ...overdueFilters,
    sort: z.optional(z.enum(['due', '-due'])),
    after: z.optional(z.strictObject({ due: day })),
    limit,
  }),
  data: z.object({ rows: z.array(overdueDay), next: z.nullable(z.object({ due: z.string() })) }),
})

/** Of how many due days anything is overdue, and how much in all. */
export const overdueCount = endpoint({
  id: 'repay.overdueCount',
  interface: overdue.interface,
  method: 'POST',
  path: '/repay/overdue/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...overdueFilters, exact: z.optional(z.boolean()) }),
  data: counted('instalments', 'amount', 'fee', 'paid', 'reduced', 'remaining'),
})

/** What the filters of these lists offer: products with their names, and the channels that orders came by. */
export const choices = endpoint({
  id: 'repay.choices',
  interface: plan.interface,
  method: 'GET',
  path: '/repay/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    products: z.array(z.object({ code: z.string(), name: z.string() })),
    channels: z.array(z.string()),
  }),
})
