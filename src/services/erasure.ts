import * as z from 'zod/mini'
import { longest } from './approve.ts'
import { endpoint, plainLines, text, whole } from './endpoint.ts'

/** The fewest and the most characters of why a customer is erased. */
export const reasonLength = { least: 10, most: 500 } as const

// It is kept in the audit for good, where a customer's data has no place.
const isPersonal = /\d(?:[\s.-]?\d){5,}|\S@\S/

const orderNo = text(longest.orderNo).check(z.toUpperCase())

/** Destroys all that is kept of the customer of an order under their key, for good. `repeated` is the order's number once more. */
export const erase = endpoint({
  id: 'customer.erase',
  method: 'POST',
  path: '/customer/erase',
  permission: 'granted',
  body: z
    .strictObject({
      orderNo,
      repeated: orderNo,
      reason: z.string().check(
        z.trim(),
        z.minLength(reasonLength.least, 'tooShort'),
        z.maxLength(reasonLength.most, 'tooLong'),
        plainLines,
        z.refine((said) => !isPersonal.test(said), 'personal'),
      ),
    })
    .check(z.refine((said) => said.orderNo === said.repeated, { path: ['repeated'], error: 'repeated' })),
  data: z.object({ erasedAt: whole, orders: whole }),
})
