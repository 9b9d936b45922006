import * as z from 'zod/mini'
import { daysAfterDue } from '../machines/loan.course.ts'
import { paymentMethods } from '../machines/paymentMethods.ts'
import { endpoint, nothing, serial, text, whole } from './endpoint.ts'
import { longestPayChannel } from './loan.ts'
import { byCustomer, longestText } from './order.ts'

const orderNo = text(40)
const instant = whole
const day = z.iso.date()
const limit = z.optional(whole.check(z.minimum(1), z.maximum(200)))

/** An instalment's state on the day of the call. */
export const instalmentStates = ['pending', 'due', 'overdue', 'settled', 'writtenOff', 'voided'] as const
/** Instalments of the report on due days: all but voided ones, those whose past changed, and those unpaid at a close. */
export const arrears = ['all', 'moved', ...daysAfterDue.map((days) => `after${days}` as const)] as const
/** The purpose of a movement of money. */
export const repaymentKinds = ['repaid', 'rolledOver', 'refunded'] as const

/** `notKnown`: recorded before methods were, or not told by whoever brought it. */
export const methodsListed = [...paymentMethods, 'notKnown'] as const

/** Filters by day take the instants `[from, to)` of whole days in Jakarta. */
const ofLoan = {
  ...byCustomer,
  channel: z.optional(text(longestText.code)),
  product: z.optional(text(longestText.code)),
}
const duringDays = { from: z.optional(instant), to: z.optional(instant) }
const planFilters = {
  ...ofLoan,
  status: z.optional(z.enum(instalmentStates)),
  dueFrom: duringDays.from,
  dueTo: duringDays.to,
  /** The first due day, which no rollover moves. */
  originalDueFrom: duringDays.from,
  originalDueTo: duringDays.to,
  arrears: z.optional(z.enum(arrears)),
  /** Unpaid amounts by the day of booking, not by the value day of payments. */
  basis: z.optional(z.enum(['booked'])),
}
const paymentFilters = {
  ...ofLoan,
  kind: z.optional(z.enum(repaymentKinds)),
  reversed: z.optional(z.boolean()),
  txid: z.optional(text(60)),
  method: z.optional(z.enum(methodsListed)),
  payChannel: z.optional(text(longestPayChannel)),
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

/** The customer and the order's origin; people's names and numbers are masked. */
const customer = {
  orderNo: z.string(),
  customer: z.string(),
  phone: z.string(),
  nik: z.string(),
  app: z.string(),
  channel: z.string(),
  product: z.string(),
}

/** One instalment as owed on the day of the call: amounts in rupiah, `fee` the overdue fee up to that day. */
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

/**
 * A page of all instalments; `next` continues it. Unless `sort` differs it begins at those due today and later, the
 * nearest first, and then goes back from yesterday.
 */
export const plan = endpoint({
  id: 'repay.plan',
  method: 'POST',
  path: '/repay/plan',
  permission: 'granted',
  body: z.strictObject({
    ...planFilters,
    sort: z.optional(z.enum(['due', '-due', 'next'])),
    after: z.optional(z.strictObject({ due: day, orderNo, term: serial })),
    limit,
  }),
  data: z.object({
    rows: z.array(instalment),
    next: z.nullable(z.object({ due: z.string(), orderNo: z.string(), term: whole })),
  }),
})

/**
 * The number of instalments that match, exact up to 10,000 or on request, and then their sums on the day of the call.
 */
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

/**
 * One movement and its allocation to interest, principal, overdue fee, rollover charge and credit. A reversed payment
 * and a refund have none.
 */
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
  method: z.nullable(z.enum(paymentMethods)),
  payChannel: z.nullable(z.string()),
  loanState: z.string(),
  loanVersion: whole,
})
export type Repayment = z.infer<typeof repayment>

/** A page of all movements, the latest day first unless `sort` differs. */
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

/** The number of movements that match, and the sums of those not reversed; the sum of amounts excludes refunds. */
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

/** The overdue amounts of one due day, on the day of the call. */
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

/** The due days with overdue amounts, the latest first unless `sort` differs. */
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

/** The number of due days with overdue amounts, and their sum. */
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

/** The options of these lists' filters: products with their names, and the orders' channels. */
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
    payChannels: z.array(z.string()),
  }),
})
