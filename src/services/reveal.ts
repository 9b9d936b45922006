import * as z from 'zod/mini'
import { longest } from './approval.ts'
import { endpoint, plainLines, positive, text, whole } from './endpoint.ts'

/** The purposes of seeing a customer's data; `other` needs a free text. */
export const purposes = [
  'customerAsks',
  'identity',
  'correction',
  'payment',
  'complaint',
  'authority',
  'other',
] as const
export type Purpose = (typeof purposes)[number]

/** The fewest and the most characters of the free text. */
export const wordsLength = { least: 10, most: 500 } as const

// The audit keeps the text for good, so it must not contain customer data.
const isPersonal = /\d(?:[\s.-]?\d){5,}|\S@\S/

/** A free-text reason for an action on a customer's data. */
export const ownWords = z.string().check(
  z.trim(),
  z.minLength(wordsLength.least, 'tooShort'),
  z.maxLength(wordsLength.most, 'tooLong'),
  plainLines,
  z.refine((value) => !isPersonal.test(value), 'personal'),
)

/** Text of one line that an event keeps for good: it has no numbers or addresses of customers. */
export const impersonal = (most: number) => text(most).check(z.refine((value) => !isPersonal.test(value), 'personal'))

const namesSomebody = /\d(?:[\s.-]?\d){8,}|\S@\S/
/** A name that staff choose and an event keeps for good: it may have a date, and no number or address of a customer. */
export const impersonalName = (most: number) =>
  text(most).check(z.refine((value) => !namesSomebody.test(value), 'personal'))

/** The purpose of seeing the data. */
export const why = {
  purpose: z.enum(purposes),
  words: z.optional(ownWords),
}
export type Why = { purpose: Purpose; words?: string | undefined }

/** Whether the purpose is complete: `other` needs a free text. */
export const isTold = ({ purpose, words }: Why) => purpose !== 'other' || words !== undefined
export const untold = { path: ['words'], error: 'required' }

/** The fields of a customer's record that can be revealed, one at a time; a contact's with its index. */
export const fields = [
  'name',
  'nik',
  'birthday',
  'phone',
  'email',
  'street',
  'employer',
  'monthlyIncome',
  'account',
  'accountHolder',
  'card',
  'contactName',
  'contactPhone',
] as const
export type RevealedField = (typeof fields)[number]

/**
 * Reveals one field of an order's customer: now, at order version `at`, or at record version `record`, which a change
 * or the payout must name. '' when it is absent or erased. The audit records each call.
 */
export const reveal = endpoint({
  id: 'approve.reveal',
  method: 'POST',
  path: '/approve/reveal',
  permission: 'granted',
  body: z
    .strictObject({
      orderNo: text(longest.orderNo),
      at: z.optional(positive),
      record: z.optional(positive),
      field: z.enum(fields),
      contact: z.optional(whole.check(z.nonnegative())),
      ...why,
    })
    .check(z.refine(isTold, untold)),
  data: z.object({ value: z.string() }),
})
