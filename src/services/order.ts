import * as z from 'zod/mini'
import { editKinds } from '../machines/customerEdit.fields.ts'
import { ages, rolledTo } from '../machines/loan.course.ts'
import { byOrderNo, longest, noteLength, order as reviewed, stages } from './approval.ts'
import { customer } from './customer.ts'
import { answer, chosenDay, endpoint, nothing, plain, plainLines, sentFile, serial, text, whole } from './endpoint.ts'

const orderNo = text(40)
const instant = whole
export const customerTypes = ['new', 'old', 'globalOld'] as const
export const yesOrNo = ['yes', 'no'] as const
/** The ages of the outstanding principal of a loan that orders are found by. */
export const firstInstalments = ['due', 'late'] as const
export const balanceAges = ['outstanding', 'upTo90', ...rolledTo] as const
export const borrowedWithin = ['within7', 'within30', 'within90'] as const
export const results = ['pass', 'reject'] as const
export const appCustomerTypes = ['new', 'old'] as const

/** The most characters of a code, and of a name that is searched for. */
export const longestText = { code: 40, name: 100, whiteType: 20 } as const

/** The filters by whose order it is, of every list of orders, payouts, loans or cases. */
export const byCustomer = {
  orderNo: byOrderNo,
  phone: z.optional(text(longest.phone)),
  nik: z.optional(text(longest.nik)),
  /** A customer's full name, present or former. */
  fullName: z.optional(text(longestText.name)),
  app: z.optional(text(longest.app)),
}

const filters = {
  ...byCustomer,
  channel: z.optional(text(longestText.code)),
  product: z.optional(text(longestText.code)),
  customerType: z.optional(z.enum(customerTypes)),
  appCustomerType: z.optional(z.enum(appCustomerTypes)),
  whiteType: z.optional(text(longestText.whiteType)),
  stage: z.optional(z.enum(stages)),
  firstReviewer: z.optional(text(longest.reviewer)),
  finalReviewer: z.optional(text(longest.reviewer)),
  /** A change of the customer's data waits for a second person. */
  editWaits: z.optional(z.boolean()),
  appliedFrom: z.optional(instant),
  appliedTo: z.optional(instant),
  machineFrom: z.optional(instant),
  machineTo: z.optional(instant),
  firstFrom: z.optional(instant),
  firstTo: z.optional(instant),
  finalFrom: z.optional(instant),
  finalTo: z.optional(instant),
  /** By the days since which the order is in its stage, or in the hands of its reviewer. */
  sinceFrom: z.optional(instant),
  sinceTo: z.optional(instant),
  ruleSet: z.optional(text(longestText.code)),
  machineResult: z.optional(z.enum(results)),
  firstResult: z.optional(z.enum(results)),
  finalResult: z.optional(z.enum(results)),
  referred: z.optional(z.enum(yesOrNo)),
  paidOut: z.optional(z.boolean()),
  /** No decision ended the review yet. */
  undecided: z.optional(z.boolean()),
  /** By the days on which the loan was settled, and the customer's next loan after that. */
  settledFrom: z.optional(instant),
  settledTo: z.optional(instant),
  again: z.optional(z.enum(borrowedWithin)),
  /** By the days at whose close the loan had an outstanding principal, and the age of its arrears then. */
  balanceFrom: z.optional(chosenDay),
  balanceTo: z.optional(chosenDay),
  age: z.optional(z.enum(balanceAges)),
  /** Its age at the close of the month before the last of those days. */
  ageBefore: z.optional(z.enum(ages)),
  /** The day of the first instalment is over; something of it was unpaid at the close of that day. */
  firstInstalment: z.optional(z.enum(firstInstalments)),
}

/** One order with all its data. People's names and numbers are masked; amounts are rupiah. */
export const order = z.extend(reviewed, {
  appCustomerType: z.nullable(z.enum(appCustomerTypes)),
  whiteType: z.nullable(z.string()),
  serviceFee: whole,
  handlingFee: whole,
  arrivalAmount: whole,
  nik: z.string(),
  email: z.string(),
  city: z.string(),
  province: z.string(),
  bank: z.string(),
  account: z.string(),
  /** The cost of the channel for this application; null where no cost was set. */
  channelCost: z.nullable(whole),
  /** The channel of the payout, and the transaction id of its last sending. */
  payout: z.nullable(z.object({ channel: z.string(), txid: z.nullable(z.string()) })),
  /** The loan on the day of the call, days as 'YYYY-MM-DD'; `amount` is the debt with its overdue fee. */
  loan: z.nullable(
    z.object({
      state: z.string(),
      virtualAccount: z.nullable(z.string()),
      principal: whole,
      paidOutOn: z.string(),
      lastDue: z.string(),
      lastPaidOn: z.nullable(z.string()),
      paid: whole,
      reduced: whole,
      amount: whole,
      fee: whole,
      remaining: whole,
      overdueSince: z.nullable(z.string()),
      daysOverdue: whole,
    }),
  ),
})
export type Order = z.infer<typeof order>

/** A page of all orders, the newest application first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'order.list',
  method: 'POST',
  path: '/order/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['appliedAt', '-appliedAt'])),
    after: z.optional(z.strictObject({ sortedAt: instant, orderNo })),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(order), next: z.nullable(z.object({ sortedAt: instant, orderNo: z.string() })) }),
})

/** The number of orders that match, exact up to 10,000 or on request, and then the sum of the amounts applied for. */
export const count = endpoint({
  id: 'order.count',
  interface: 'order.list',
  method: 'POST',
  path: '/order/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.optional(z.object({ amount: whole })) }),
})

/** The options of the list's filters: products and staff with their names, and the orders' channels. */
export const choices = endpoint({
  id: 'order.choices',
  interface: 'order.list',
  method: 'GET',
  path: '/order/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    products: z.array(z.object({ code: z.string(), name: z.string() })),
    channels: z.array(z.string()),
    reviewers: z.array(z.object({ id: z.string(), name: z.string() })),
    ruleSets: z.array(z.string()),
  }),
})

const { name, gender, birthday, phone, email, nik } = customer.shape
const { street, city, province } = customer.shape.address.shape
const { employer, job, monthlyIncome, since } = customer.shape.employment.shape
const { name: bank, account, holder, card } = customer.shape.bank.shape

const edit = <Fields extends z.core.$ZodShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `order.${name}`,
    method: 'POST',
    path: `/order/edit/${path}`,
    permission: 'granted',
    /** A field that is left out does not change. */
    body: z.strictObject({ orderNo, ...fields }),
    data: answer,
  })

export const editUserInfo = edit('editUserInfo', 'user_info', {
  name: z.optional(name),
  gender: z.optional(gender),
  birthday: z.optional(birthday),
  phone: z.optional(phone),
  email: z.optional(email),
  street: z.optional(street),
  city: z.optional(city),
  province: z.optional(province),
  employer: z.optional(employer),
  job: z.optional(job),
  monthlyIncome: z.optional(monthlyIncome),
  employedSince: z.optional(since),
})
export const editNik = edit('editNik', 'nik', { nik: z.optional(nik) })
export const editBankName = edit('editBankName', 'bank_name', { bank: z.optional(bank) })
export const editBankCard = edit('editBankCard', 'bank_card', {
  bank: z.optional(bank),
  account: z.optional(account),
  accountHolder: z.optional(holder),
  card,
})

/** The endpoint of each kind of edit. */
export const edits = { userInfo: editUserInfo, nik: editNik, bankName: editBankName, bankCard: editBankCard }

const check = <Fields extends z.core.$ZodShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `order.${name}`,
    method: 'POST',
    path: `/order/edit/${path}`,
    permission: 'granted',
    body: z.strictObject({ id: text(60), version: whole, ...fields }),
    data: answer,
  })

export const confirmEdit = check('confirmEdit', 'confirm', {})
export const refuseEdit = check('refuseEdit', 'refuse', {
  note: z._default(z.string().check(z.trim(), z.maxLength(noteLength, 'tooLong'), plainLines), ''),
})

/** The endpoint of each event that a second person may fire. */
export const editCommands = { editConfirmed: confirmEdit, editRefused: refuseEdit }

/**
 * Changes of a customer's data on an order, newest first, with old and new values. They are masked unless the caller
 * holds the order or may confirm a waiting change; the audit records that.
 */
export const editsOf = endpoint({
  id: 'order.edits',
  interface: 'approve.detail',
  method: 'POST',
  path: '/order/edits',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ orderNo }),
  data: z.object({
    edits: z.array(
      z.object({
        id: z.string(),
        version: whole,
        state: z.string(),
        kind: z.enum(editKinds),
        proposer: z.string(),
        proposerName: z.string(),
        checkerName: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        note: z.string(),
        proposedAt: instant,
        endedAt: z.nullable(instant),
        masked: z.boolean(),
        /** The versions of the customer's record before and after the change. */
        records: z.object({ before: whole, after: whole }),
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
})

/** Reads the order numbers of a spreadsheet and looks them up in the background; refuses an unreadable file at once. */
export const uploadSheet = endpoint({
  id: 'order.uploadSheet',
  method: 'POST',
  path: '/order/sheet/upload',
  permission: 'granted',
  // A file of 5 MB in base64, and its name.
  limit: 7 * 1024 * 1024,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.maxLength(200, 'tooLong'), plain),
    /** An .xlsx or .csv as base64. */
    content: sentFile('invalid'),
  }),
  data: answer,
})

export const cancelSheet = endpoint({
  id: 'order.cancelSheet',
  interface: 'order.uploadSheet',
  method: 'POST',
  path: '/order/sheet/cancel',
  permission: 'granted',
  body: z.strictObject({ id: text(60) }),
  data: answer,
})

const sheet = z.object({
  id: z.string(),
  state: z.string(),
  /** The uploaded file's name and its number of sheets; only the first sheet is read. */
  upload: z.string(),
  sheets: whole,
  rows: whole,
  /** The rows looked up so far; 0 of an upload that was called off or failed. */
  done: whole,
  counts: z.nullable(z.object({ known: whole, unknown: whole, duplicate: whole, invalid: whole })),
  name: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  requestedAt: instant,
  fileDue: z.nullable(instant),
})
export type Sheet = z.infer<typeof sheet>

/** The caller's recent uploads, newest first. */
export const sheetsOf = endpoint({
  id: 'order.sheets',
  interface: 'order.uploadSheet',
  method: 'GET',
  path: '/order/sheet/list',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ sheets: z.array(sheet) }),
})

export const badResults = ['unknown', 'duplicate', 'invalid'] as const

/** The rows of an upload without an order, by their number in the file; `next` continues them. */
export const sheetRows = endpoint({
  id: 'order.sheetRows',
  interface: 'order.uploadSheet',
  method: 'POST',
  path: '/order/sheet/rows',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id: text(60), after: z.optional(serial) }),
  data: z.object({
    rows: z.array(z.object({ n: whole, text: z.string(), result: z.enum(badResults) })),
    next: z.nullable(whole),
  }),
})

/** A chunk of a finished file as base64; `next` is the following chunk's number. Only for the uploader. */
export const sheetChunk = endpoint({
  id: 'order.sheetChunk',
  interface: 'order.uploadSheet',
  method: 'POST',
  path: '/order/sheet/chunk',
  permission: 'granted',
  body: z.strictObject({ id: text(60), n: serial }),
  data: z.object({ data: z.string(), next: z.nullable(whole) }),
})
