import * as z from 'zod/mini'
import { customer } from './customer.ts'
import { answer, endpoint, nothing, rupiah, text, whole } from './endpoint.ts'
import { longestText } from './order.ts'
import { evidence } from './payout.ts'
import { longest } from './statement.ts'

const instant = whole
const day = z.iso.date()
const txid = text(longest.txid)

export const withdrawalStates = [
  'requested',
  'sending',
  'processing',
  'unknown',
  'provingPaid',
  'provingUnpaid',
  'succeeded',
  'failed',
  'refused',
  'cancelled',
] as const

const filters = {
  txid: z.optional(txid),
  state: z.optional(z.enum(withdrawalStates)),
  channel: z.optional(text(longestText.code)),
  account: z.optional(text(longest.account)),
  requestedFrom: z.optional(instant),
  requestedTo: z.optional(instant),
}

/** Money out of one of the lender's accounts, in rupiah; the recipient's account number and name are masked. */
export const withdrawal = z.object({
  txid: z.string(),
  version: whole,
  state: z.enum(withdrawalStates),
  account: z.string(),
  bank: z.string(),
  card: z.string(),
  /** Masked. */
  holder: z.string(),
  amount: whole,
  channel: z.string(),
  purpose: z.string(),
  requester: z.string(),
  requesterName: z.string(),
  requestedAt: instant,
  checkerName: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  /** The provider's own status and code. */
  thirdStatus: z.nullable(z.string()),
  code: z.nullable(z.string()),
  endedAt: z.nullable(instant),
  /** Whether the provider gave contradictory results. */
  contradicted: z.boolean(),
  /** The people's finding and its author; without a day the money was not paid. */
  prover: z.nullable(z.string()),
  proverName: z.nullable(z.string()),
  proofDay: z.nullable(z.string()),
  evidence: z.nullable(z.string()),
  /** The person who confirmed the finding. */
  confirmerName: z.nullable(z.string()),
})
export type Withdrawal = z.infer<typeof withdrawal>

const at = z.object({ requestedAt: instant, txid })

/** A page of withdrawals, the newest first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'withdrawal.list',
  method: 'POST',
  path: '/withdrawal/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['requestedAt', '-requestedAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(withdrawal), next: z.nullable(at) }),
})

/** The number of withdrawals that match, exact up to 10,000 or on request, and then their sum. */
export const count = endpoint({
  id: 'withdrawal.count',
  interface: 'withdrawal.list',
  method: 'POST',
  path: '/withdrawal/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.optional(z.object({ amount: whole })) }),
})

/** The lender's own accounts, and the channels with their limits. */
export const choices = endpoint({
  id: 'withdrawal.choices',
  interface: 'withdrawal.list',
  method: 'GET',
  path: '/withdrawal/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    accounts: z.array(z.object({ code: z.string(), bank: z.string(), name: z.string() })),
    channels: z.array(z.object({ name: z.string(), most: whole })),
  }),
})

const { name: bank, account: card, holder } = customer.shape.bank.shape

/**
 * Requests a transfer from the account `account` to the bank account `card`, which must be in the given holder's name.
 */
export const request = endpoint({
  id: 'withdrawal.request',
  method: 'POST',
  path: '/withdrawal/request',
  permission: 'granted',
  body: z.strictObject({
    version: whole,
    account: text(longest.account),
    amount: rupiah,
    bank,
    card,
    holder,
    channel: text(longestText.code),
    purpose: text(200),
  }),
  data: answer,
})

/** A command on one withdrawal: the path below `/withdrawal/`, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `withdrawal.${name}`,
    method: 'POST',
    path: `/withdrawal/${path}`,
    permission: 'granted',
    body: z.strictObject({ txid, version: whole, ...fields }),
    data: answer,
  })
export const approve = command('approve', 'approve', {})
export const refuse = command('refuse', 'refuse', { reason: evidence })
export const cancel = command('cancel', 'cancel', {})
export const provePaid = command('provePaid', 'prove/paid', { day, evidence })
export const proveUnpaid = command('proveUnpaid', 'prove/unpaid', { evidence })
export const confirmProof = command('confirmProof', 'prove/confirm', {})
export const refuseProof = command('refuseProof', 'prove/refuse', { reason: evidence })

/** The endpoint of each event that staff may fire. */
export const commands = {
  withdrawalRequested: request,
  withdrawalApproved: approve,
  withdrawalRefused: refuse,
  withdrawalCancelled: cancel,
  paidProposed: provePaid,
  unpaidProposed: proveUnpaid,
  withdrawalResolved: confirmProof,
  proofRefused: refuseProof,
}
