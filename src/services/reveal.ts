import * as z from 'zod/mini'
import { longest } from './approve.ts'
import { endpoint, plainLines, positive, text, whole } from './endpoint.ts'

/** What a customer's data is needed for; `other` is said in one's own words. */
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

/** The fewest and the most characters of one's own words. */
export const wordsLength = { least: 10, most: 500 } as const

// What is said is kept in the audit for good, where a customer's data has no place.
const isPersonal = /\d(?:[\s.-]?\d){5,}|\S@\S/

/** One's own words of why something is done with a customer's data. */
export const ownWords = z.string().check(
  z.trim(),
  z.minLength(wordsLength.least, 'tooShort'),
  z.maxLength(wordsLength.most, 'tooLong'),
  plainLines,
  z.refine((said) => !isPersonal.test(said), 'personal'),
)

/** Why somebody wants to see it. */
export const why = {
  purpose: z.enum(purposes),
  words: z.optional(ownWords),
}
export type Why = { purpose: Purpose; words?: string | undefined }

/** Other purposes than those that have a name are told. */
export const isTold = ({ purpose, words: said }: Why) => purpose !== 'other' || said !== undefined
export const untold = { path: ['words'], error: 'required' }

/** What of a customer's record can be shown, one thing at a time; of a contact with its place in the list. */
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
  'contactName',
  'contactPhone',
] as const
export type RevealedField = (typeof fields)[number]

/**
 * One thing of an order's customer as it is: now, in version `at` of the order, or as version `record` of the customer's record has it,
 * which a change of their data or the order's payout must name. '' when it is not there or was erased. Each showing is in the audit.
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
