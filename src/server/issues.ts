import type * as z from 'zod/mini'
import { reasonOf } from '../services/reasons.ts'
import type { Language } from '../services/user.ts'
import { Refused } from './refused.ts'
import { say } from './words.ts'

export type FieldIssue = { field: string; reason: string }

/** Input refused: each field with its reason, a key under `errors:field`, and the words in the caller's language. */
export const badInput = (issues: readonly FieldIssue[], language: Language) =>
  new Refused(400, 'errors:invalid', {
    issues: issues.map(({ field, reason }) => ({ field, reason, message: say(language, `errors:field.${reason}`) })),
  })

/** A schema's issues, a line a field; unknown fields are named one by one. */
export const fieldIssues = (issues: readonly z.core.$ZodIssue[], input: unknown): FieldIssue[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), reason: 'unknown' }))
      : [{ field: issue.path.join('.'), reason: reasonOf(issue, input) }],
  )
