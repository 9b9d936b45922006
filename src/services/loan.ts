import * as z from 'zod/mini'
import { paymentMethods } from '../machines/paymentMethods.ts'
import { answer, endpoint, longText, plain, positive, rupiah, text, whole } from './endpoint.ts'

const day = z.iso.date()
const txid = text(60)
const reason = longText(500)
/** The longest promise is ten years. */
export const mostPromisedDays = 3650
const promisedDays = positive.check(z.maximum(mostPromisedDays, 'range'))
const lastDay = day.check(z.refine((value) => value < '2100-01-01', 'range'))

const orderNo = text(40)

/** The longest name of a bank, shop or wallet that money came through. */
export const longestPayChannel = 40
const received = {
  txid,
  day,
  amount: rupiah,
  method: z.optional(z.enum(paymentMethods)),
  payChannel: z._default(z.string().check(z.trim(), z.maxLength(longestPayChannel, 'tooLong'), plain), ''),
}

/**
 * One order's loan with all its events, oldest first; null before the payout. `today` is the server's day; the name is
 * masked.
 */
export const loan = endpoint({
  id: 'repay.loan',
  method: 'POST',
  path: '/repay/loan',
  permission: 'granted',
  body: z.strictObject({ orderNo }),
  data: z.object({
    orderNo: z.string(),
    customer: z.string(),
    product: z.string(),
    app: z.string(),
    today: z.string(),
    /** The limits in force, by the chart's event and the limit's name. */
    limits: z.record(z.string(), z.record(z.string(), whole)),
    loan: z.nullable(
      z.object({
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
        /** The stored chart state, from which the browser computes offers. */
        state: z.object({
          version: whole,
          value: z.unknown(),
          context: z.record(z.string(), z.unknown()),
          armed: z.record(z.string(), z.object({ at: whole, version: whole })),
        }),
      }),
    ),
  }),
})

/** The fewest characters of a loan search. */
export const leastFound = 3

/**
 * The eight newest loans that match an order number or a part of one, a phone number, a NIK or a full name; `more`
 * tells of others.
 */
export const find = endpoint({
  id: 'repay.find',
  interface: 'repay.loan',
  method: 'POST',
  path: '/repay/find',
  permission: 'granted',
  body: z.strictObject({ text: text(100).check(z.minLength(leastFound, 'tooShort')) }),
  data: z.object({
    more: z.boolean(),
    rows: z.array(z.object({ orderNo: z.string(), customer: z.string(), appliedAt: whole })),
  }),
})

/** A command on one order's loan: the path below `/repay/`, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `repay.${name}`,
    method: 'POST',
    path: `/repay/${path}`,
    permission: 'granted',
    body: z.strictObject({ orderNo, version: whole, ...fields }),
    data: answer,
  })

export const record = command('record', 'record', received)
export const refund = command('refund', 'refund', { txid, day, amount: rupiah })
export const requestReduction = command('requestReduction', 'reduction/request', {
  amount: rupiah,
  until: lastDay,
  reason,
})
export const approveReduction = command('approveReduction', 'reduction/approve', {})
export const approveLargeReduction = command('approveLargeReduction', 'reduction/approve_large', {})
export const refuseReduction = command('refuseReduction', 'reduction/refuse', {})
export const offerRollover = command('offerRollover', 'rollover/offer', { days: promisedDays, until: lastDay })
export const recordRollover = command('recordRollover', 'rollover/record', received)
export const proposeReversal = command('proposeReversal', 'reversal/propose', { txid, reason })
export const confirmReversal = command('confirmReversal', 'reversal/confirm', {})
export const refuseReversal = command('refuseReversal', 'reversal/refuse', {})
export const proposeWriteOff = command('proposeWriteOff', 'write_off/propose', { reason })
export const confirmWriteOff = command('confirmWriteOff', 'write_off/confirm', {})
export const refuseWriteOff = command('refuseWriteOff', 'write_off/refuse', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  repaid: record,
  creditRefunded: refund,
  reductionRequested: requestReduction,
  reductionApproved: approveReduction,
  largeReductionApproved: approveLargeReduction,
  reductionRefused: refuseReduction,
  rolloverOffered: offerRollover,
  rolloverPaid: recordRollover,
  reversalProposed: proposeReversal,
  repaymentReversed: confirmReversal,
  reversalRefused: refuseReversal,
  writeOffProposed: proposeWriteOff,
  writeOffConfirmed: confirmWriteOff,
  writeOffRefused: refuseWriteOff,
}
