import * as z from 'zod/mini'
import { longest } from './approval.ts'
import { phone } from './customer.ts'
import { endpoint, text, whole } from './endpoint.ts'
import { ownWords } from './reveal.ts'

const orderNo = text(longest.orderNo).check(z.toUpperCase())

/**
 * Destroys all data stored under the key of an order's customer, irreversibly. `repeated` is the order number typed
 * again.
 */
export const erase = endpoint({
  id: 'customer.erase',
  method: 'POST',
  path: '/customer/erase',
  permission: 'granted',
  body: z
    .strictObject({
      orderNo,
      repeated: orderNo,
      reason: ownWords,
    })
    .check(z.refine((body) => body.orderNo === body.repeated, { path: ['repeated'], error: 'repeated' })),
  data: z.object({ erasedAt: whole, orders: whole }),
})

/** Erases the person of a lead in the same way; the person may have no order. */
export const eraseLead = endpoint({
  id: 'customer.eraseLead',
  interface: 'customer.erase',
  method: 'POST',
  path: '/customer/erase_lead',
  permission: 'granted',
  body: z.strictObject({ id: text(40), reason: ownWords }),
  data: z.object({ erasedAt: whole, orders: whole }),
})

/** Erases whoever registered in an app with a phone and never applied. `repeated` is the phone typed again. */
export const eraseRegistered = endpoint({
  id: 'customer.eraseRegistered',
  interface: 'customer.erase',
  method: 'POST',
  path: '/customer/erase_registered',
  permission: 'granted',
  body: z
    .strictObject({ phone, repeated: phone, reason: ownWords })
    .check(z.refine((body) => body.phone === body.repeated, { path: ['repeated'], error: 'repeated' })),
  data: z.object({ erasedAt: whole, orders: whole }),
})
