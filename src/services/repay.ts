import * as z from 'zod/mini'
import { answer, endpoint, longText, positive, rupiah, text, whole } from './endpoint.ts'

const day = z.iso.date()
const txid = text(60)
const reason = longText(500)
/** Nobody promises anything for longer than ten years. */
export const mostPromisedDays = 3650
const promisedDays = positive.check(z.maximum(mostPromisedDays, 'range'))
const lastDay = day.check(z.refine((said) => said < '2100-01-01', 'range'))

const orderNo = text(40)

/** One order's loan with all that happened to it, the oldest first; null while nothing was paid out. `today` is the server's; the name is masked. */
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
    /** In force now, by the chart's event and the limit's name. */
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
        /** The chart's state as it is stored, for the browser to compute offers from. */
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

/** The fewest characters that a loan is searched for by. */
export const leastFound = 3

/** At most eight loans that a whole order number, a part of one, a phone, a NIK or a whole name leads to, the newest first; `more` when there are others. */
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
const command = <Said extends z.core.$ZodLooseShape>(name: string, path: string, said: Said) =>
  endpoint({
    id: `repay.${name}`,
    method: 'POST',
    path: `/repay/${path}`,
    permission: 'granted',
    body: z.strictObject({ orderNo, version: whole, ...said }),
    data: answer,
  })

export const record = command('record', 'record', { txid, day, amount: rupiah })
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
export const recordRollover = command('recordRollover', 'rollover/record', { txid, day, amount: rupiah })
export const proposeReversal = command('proposeReversal', 'reversal/propose', { txid, reason })
export const confirmReversal = command('confirmReversal', 'reversal/confirm', {})
export const refuseReversal = command('refuseReversal', 'reversal/refuse', {})
export const proposeWriteOff = command('proposeWriteOff', 'write_off/propose', { reason })
export const confirmWriteOff = command('confirmWriteOff', 'write_off/confirm', {})
export const refuseWriteOff = command('refuseWriteOff', 'write_off/refuse', {})

/** The endpoint behind each event that staff may fire. */
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
