import type * as z from 'zod/mini'
import type { Language } from '../services/user.ts'
import { Refused } from './refused.ts'
import { knows, say } from './words.ts'

export type FieldIssue = { field: string; reason: string }

/** Input refused: each field with its reason, a key under `errors:field`, and the words in the caller's language. */
export const badInput = (issues: readonly FieldIssue[], language: Language) =>
  new Refused(400, 'errors:invalid', {
    issues: issues.map(({ field, reason }) => ({ field, reason, message: say(language, `errors:field.${reason}`) })),
  })

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

const byCode: Record<string, string> = {
  invalid_value: 'choice',
  too_big: 'range',
  too_small: 'range',
  invalid_format: 'invalid',
}

const reasonOf = (issue: z.core.$ZodIssue, input: unknown) => {
  // A check's message is its reason's key.
  if (knows(`errors:field.${issue.message}`)) return issue.message
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_union') return byCode[issue.code] ?? 'invalid'
  return at(input, issue.path) === undefined ? 'required' : 'type'
}

/** A schema's issues, a line a field; unknown fields are named one by one. */
export const fieldIssues = (issues: readonly z.core.$ZodIssue[], input: unknown): FieldIssue[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), reason: 'unknown' }))
      : [{ field: issue.path.join('.'), reason: reasonOf(issue, input) }],
  )
