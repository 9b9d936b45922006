import * as z from 'zod/mini'
import { nikProblem, normalPhone, provinces } from '../machines/identity.ts'
import { personName, text } from './endpoint.ts'

export const documentKinds = ['idFront', 'idBack', 'handheld', 'workLicence', 'incomeProof'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A NIK of 16 digits; an issue's message is the problem's key. */
export const nik = z.string().check(
  z.check<string>(({ value, issues }) => {
    const problem = nikProblem(value)
    if (problem) issues.push({ code: 'custom', message: problem, input: value })
  }),
)

/** Normalises any accepted spelling to '+628…'; an issue's message is 'phone'. */
export const phone = z.string().check(
  z.overwrite((text) => normalPhone(text) ?? text),
  z.refine((text) => normalPhone(text) === text, 'phone'),
)

/**
 * An application's data about a person. Amounts are rupiah a month, days 'YYYY-MM-DD', the province a two-digit code.
 */
export const customer = z.strictObject({
  name: personName(100),
  gender: z.enum(['male', 'female']),
  nik,
  birthday: z.iso.date(),
  phone,
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('email')),
  address: z.strictObject({
    street: text(200),
    city: text(100),
    province: z.string().check(z.refine((code) => Object.hasOwn(provinces, code), 'province')),
  }),
  employment: z.strictObject({
    employer: text(100),
    job: text(100),
    monthlyIncome: z.int().check(z.nonnegative()),
    since: z.iso.date(),
  }),
  bank: z.strictObject({
    name: text(50),
    // Large banks use 10 to 16 digits; the range leaves room for others.
    account: z.string().check(
      z.overwrite((text) => text.replaceAll(/[\s.-]/g, '')),
      z.regex(/^[0-9]{6,20}$/, 'account'),
    ),
    holder: personName(100),
    /** The number of the account's card. */
    card: z.optional(
      z.string().check(
        z.overwrite((text) => text.replaceAll(/[\s.-]/g, '')),
        z.regex(/^[0-9]{16,19}$/, 'card'),
      ),
    ),
  }),
  contacts: z
    .array(
      z.strictObject({
        name: personName(100),
        phone,
        relationship: z.enum(['spouse', 'parent', 'sibling', 'friend', 'colleague']),
        consented: z.boolean(),
      }),
    )
    .check(z.maxLength(5)),
})
export type Customer = z.infer<typeof customer>
