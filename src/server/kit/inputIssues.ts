import type * as z from 'zod/mini'
import { reasonOf } from '../../services/reasons.ts'
import type { Language } from '../../services/user.ts'
import { say } from './i18n.ts'
import { Refused } from './refused.ts'

export type FieldIssue = { field: string; reason: string }
export type NamedIssue = FieldIssue & { message: string }

// More than any form has fields. Without a limit, a body of unknown fields got an answer eight times its own size.
const mostNamed = 20

/** A 400 for invalid input: the first 20 issues in words, and the count of the others. Reads `issues` one by one. */
export const refusedInput = <Issue>(issues: Iterable<Issue>, named: (issue: Issue) => NamedIssue): Refused => {
  const first: NamedIssue[] = []
  let all = 0
  for (const issue of issues) {
    all += 1
    if (all <= mostNamed) first.push(named(issue))
  }
  const more = all - first.length
  return more > 0
    ? new Refused(400, 'errors:invalidMore', { issues: first, more })
    : new Refused(400, 'errors:invalid', { issues: first })
}

/** A 400 for invalid input: each field with its reason (a key under `errors:field`) and that in words. */
export const badInput = (issues: Iterable<FieldIssue>, language: Language): Refused =>
  refusedInput(issues, ({ field, reason }) => ({ field, reason, message: say(language, `errors:field.${reason}`) }))

/** A schema's issues, one for each field; each unknown field is an issue of its own. */
export function* fieldIssues(issues: readonly z.core.$ZodIssue[], input: unknown): Generator<FieldIssue> {
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) yield { field: [...issue.path, key].join('.'), reason: 'unknown' }
    else yield { field: issue.path.join('.'), reason: reasonOf(issue, input) }
}
