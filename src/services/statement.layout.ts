import * as z from 'zod/mini'
import { plain } from './endpoint.ts'

/** The kinds of columns of a bank's table. */
export const layoutRoles = [
  'day',
  'time',
  'valueDay',
  'info',
  'amount',
  'debit',
  'credit',
  'type',
  'balance',
  'txid',
  'account',
  'currency',
] as const
export type LayoutRole = (typeof layoutRoles)[number]

export const mostLayoutColumns = 60
const mostName = 100
const mostMark = 20

/** The flaw in the columns of a layout, as a key under `errors:field`; undefined for nothing. */
export const problemOf = (roles: readonly string[]): string | undefined => {
  const count = (role: LayoutRole) => roles.filter((one) => one === role).length
  if (layoutRoles.some((role) => role !== 'info' && count(role) > 1)) return 'layoutTwice'
  if (count('day') === 0) return 'layoutDay'
  const isByTwo = count('debit') === 1 && count('credit') === 1 && count('amount') === 0 && count('type') === 0
  const isByOne = count('amount') === 1 && count('debit') + count('credit') === 0
  return isByTwo || isByOne ? undefined : 'layoutAmount'
}

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, 'tooLong'), plain)

/** How a bank writes its table: the head as it stands there, and what each of its columns is, '' for none of these. */
export const bankLayout = z
  .strictObject({
    head: z.array(text(mostName)).check(z.maxLength(mostLayoutColumns, 'tooMany')),
    roles: z.array(z.enum(['', ...layoutRoles])).check(z.maxLength(mostLayoutColumns, 'tooMany')),
    dates: z.enum(['dmy', 'mdy']),
    sen: z.enum(['.', ',', 'either']),
    /** The reading of an amount without a sign. */
    unsigned: z.enum(['credit', 'refused']),
    /** The words of the column that tells the direction; '' for those that every bank uses. */
    creditMark: text(mostMark),
    debitMark: text(mostMark),
    id: z.enum(['unique', 'journal']),
  })
  .check(
    z.refine(({ head }) => new Set(head.filter(Boolean)).size > 1, { error: 'layoutHead', path: ['head'] }),
    z.refine(({ head, roles }) => head.length === roles.length, { error: 'invalid', path: ['roles'] }),
    z.superRefine(({ roles }, context) => {
      const problem = problemOf(roles)
      if (problem) context.issues.push({ code: 'custom', message: problem, path: ['roles'], input: roles })
    }),
    z.refine(({ creditMark, debitMark }) => Boolean(creditMark) === Boolean(debitMark), {
      error: 'layoutMarks',
      path: ['debitMark'],
    }),
    z.refine(({ creditMark, debitMark }) => !creditMark || creditMark.toLowerCase() !== debitMark.toLowerCase(), {
      error: 'layoutMarks',
      path: ['debitMark'],
    }),
  )
export type BankLayoutInput = z.infer<typeof bankLayout>
