import * as z from 'zod/mini'
import { paymentMethods } from '../machines/paymentMethods.ts'
import { endpoint, nothing, positive, text, whole } from './endpoint.ts'
import { longestPayChannel } from './loan.ts'

/**
 * The callback of the virtual accounts' provider: `amount` rupiah arrived in `account` at an instant. A repeated one
 * changes nothing.
 */
export const received = endpoint({
  id: 'repay.received',
  method: 'POST',
  path: '/channels/:provider{va}/callback',
  permission: 'signed',
  body: z.strictObject({
    txid: text(60),
    account: z.string().check(z.regex(/^\d{8,30}$/)),
    amount: positive.check(z.maximum(1e12, 'range')),
    at: whole.check(z.nonnegative()),
    /** How the customer paid, and through which bank or shop; a provider may leave both out. */
    method: z._default(z.enum(paymentMethods), 'virtualAccount'),
    channel: z.optional(text(longestPayChannel)),
  }),
  data: nothing,
})
