import * as z from 'zod/mini'
import { endpoint, nothing, positive, text, whole } from './endpoint.ts'

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
  }),
  data: nothing,
})
