import * as z from 'zod/mini'
import { longest } from './approval.ts'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'
import { longestText } from './order.ts'

const instant = whole
const id = text(60)
const lead = text(40)
const staff = text(40)

export const codeStates = ['issued', 'used', 'expired', 'voided'] as const

const filters = {
  state: z.optional(z.enum(codeStates)),
  seller: z.optional(staff),
  phone: z.optional(text(longest.phone)),
  fullName: z.optional(text(longestText.name)),
  issuedFrom: z.optional(instant),
  issuedTo: z.optional(instant),
}

/** A code that a seller read to a lead; the name and phone are masked, and the code itself is in no answer. */
const code = z.object({
  id,
  version: whole,
  state: z.enum(codeStates),
  lead,
  name: z.string(),
  phone: z.string(),
  issuer: z.string(),
  sellerName: z.string(),
  issuedAt: instant,
  expiresAt: instant,
  tries: whole,
  usedAt: z.nullable(instant),
})
export type VerifyCode = z.infer<typeof code>

const at = z.object({ issuedAt: instant, id })

/** A page of the codes, the newest first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'verifyCode.list',
  method: 'POST',
  path: '/telemarketing/codes/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['issuedAt', '-issuedAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(code), next: z.nullable(at) }),
})

/** The number of codes that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'verifyCode.count',
  interface: 'verifyCode.list',
  method: 'POST',
  path: '/telemarketing/codes/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The options of the list's filters. */
export const choices = endpoint({
  id: 'verifyCode.choices',
  interface: 'verifyCode.list',
  method: 'GET',
  path: '/telemarketing/codes/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({ sellers: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

/** Issues a code for a lead of the caller. The code is in this answer alone; null when an earlier call had it. */
export const issue = endpoint({
  id: 'verifyCode.issue',
  method: 'POST',
  path: '/telemarketing/codes/issue',
  permission: 'granted',
  body: z.strictObject({ lead }),
  data: z.extend(answer, { code: z.nullable(z.string()) }),
})

/** Voids a code that the caller issued. */
export const voidCode = endpoint({
  id: 'verifyCode.void',
  interface: 'verifyCode.issue',
  method: 'POST',
  path: '/telemarketing/codes/void',
  permission: 'granted',
  body: z.strictObject({ id, version: whole }),
  data: answer,
})

/** The endpoint of each event that staff may fire. */
export const commands = { codeIssued: issue, codeVoided: voidCode }
