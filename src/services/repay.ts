import * as z from 'zod/mini'
import { answer, endpoint, plainLines, positive, text, whole } from './endpoint.ts'

const day = z.iso.date()
const rupiah = positive.check(z.maximum(1e12, 'range'))
const txid = text(60)
const reason = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(500, 'tooLong'), plainLines)

/** A command on one order's loan: the path below `/repay/`, and what its form says. */
const command = <Said extends z.core.$ZodLooseShape>(name: string, path: string, said: Said) =>
  endpoint({
    id: `repay.${name}`,
    method: 'POST',
    path: `/repay/${path}`,
    permission: 'granted',
    body: z.strictObject({ orderNo: text(40), version: whole, ...said }),
    data: answer,
  })

export const record = command('record', 'record', { txid, day, amount: rupiah })
export const refund = command('refund', 'refund', { txid, day, amount: rupiah })
export const requestReduction = command('requestReduction', 'reduction/request', { amount: rupiah, until: day, reason })
export const approveReduction = command('approveReduction', 'reduction/approve', {})
export const approveLargeReduction = command('approveLargeReduction', 'reduction/approve_large', {})
export const refuseReduction = command('refuseReduction', 'reduction/refuse', {})
export const offerRollover = command('offerRollover', 'rollover/offer', { days: positive, until: day })
export const recordRollover = command('recordRollover', 'rollover/record', { txid, day, amount: rupiah })
export const proposeReversal = command('proposeReversal', 'reversal/propose', { txid, reason })
export const confirmReversal = command('confirmReversal', 'reversal/confirm', {})
export const refuseReversal = command('refuseReversal', 'reversal/refuse', {})
export const proposeWriteOff = command('proposeWriteOff', 'write_off/propose', { reason })
export const confirmWriteOff = command('confirmWriteOff', 'write_off/confirm', {})
export const refuseWriteOff = command('refuseWriteOff', 'write_off/refuse', {})
