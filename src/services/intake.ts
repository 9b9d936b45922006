import * as z from 'zod/mini'
import { mendFields } from '../machines/approval.reasons.ts'
import { customer, documentKinds, phone } from './customer.ts'
import { answer, endpoint, nothing, positive, sentFile, text, whole } from './endpoint.ts'

/** Images as base64 of JPEG, PNG or WebP; the server re-encodes them before it stores them. */
const documents = z
  .array(z.strictObject({ kind: z.enum(documentKinds), image: sentFile('image') }))
  .check(z.maxLength(documentKinds.length, 'tooMany'))

// Five photographs of a phone's camera, in base64.
const limit = 20 * 1024 * 1024

const orderNo = text(40)

export const apply = endpoint({
  id: 'intake.apply',
  method: 'POST',
  path: '/intake/applications',
  permission: 'customerApp',
  limit,
  body: z.strictObject({
    app: text(40),
    channel: text(40),
    product: text(40),
    amount: positive,
    term: positive,
    /** The app's id of the device: the same on each application from it, and unique to it. */
    device: z.optional(text(100)),
    /** The batch of customers that the app counts this one in. */
    whiteType: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,20}$/, 'code'))),
    customer,
    documents,
  }),
  data: z.object({ orderNo: z.string(), version: whole }),
})

/** An application's status, as its customer app may show it. */
export const status = endpoint({
  id: 'intake.status',
  method: 'GET',
  path: '/intake/applications/status',
  permission: 'customerApp',
  body: z.strictObject({ orderNo }),
  data: z.object({ orderNo: z.string(), version: whole, state: z.string(), mend: z.array(z.enum(mendFields)) }),
})

export const resubmit = endpoint({
  id: 'intake.resubmit',
  method: 'POST',
  path: '/intake/resubmissions',
  permission: 'customerApp',
  limit,
  body: z.strictObject({ orderNo, customer, documents }),
  data: answer,
})

export const withdraw = endpoint({
  id: 'intake.withdraw',
  method: 'POST',
  path: '/intake/withdrawals',
  permission: 'customerApp',
  body: z.strictObject({ orderNo }),
  data: answer,
})

const visiting = {
  app: text(40),
  channel: text(40),
  /** A day in Jakarta, today or one of the last 30. */
  day: z.iso.date(),
  /** The same as an application's. */
  device: text(100),
}

/** A device used the app on a day. A repeated one changes nothing. */
export const visit = endpoint({
  id: 'intake.visit',
  method: 'POST',
  path: '/intake/visits',
  permission: 'customerApp',
  body: z.strictObject(visiting),
  data: nothing,
})

/** Whoever has this phone registered on a device on a day, which counts as a visit. A repeated one changes nothing. */
export const register = endpoint({
  id: 'intake.register',
  method: 'POST',
  path: '/intake/registrations',
  permission: 'customerApp',
  body: z.strictObject({ ...visiting, phone }),
  data: nothing,
})

/** Checks the code that a seller read to whoever has this phone. A code is used once; any other answer is 422. */
export const verifyCode = endpoint({
  id: 'intake.verifyCode',
  method: 'POST',
  path: '/intake/verify-codes',
  permission: 'customerApp',
  body: z.strictObject({ phone, code: z.string().check(z.regex(/^\d{6}$/, 'sixDigits')) }),
  data: nothing,
})

/** Whoever has this phone wants no marketing from now on. */
export const optOut = endpoint({
  id: 'intake.optOut',
  method: 'POST',
  path: '/intake/opt-outs',
  permission: 'customerApp',
  body: z.strictObject({ phone }),
  data: nothing,
})
