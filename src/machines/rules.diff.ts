import type { Rule, RuleContent } from './rules.ts'

/** One difference between two contents: a part of a rule or of the scores, as text; null where a content lacks it. */
export type PartChange = { part: string; before: string | null; after: string | null }
export type RuleChange = { name: string; rule: Rule; change: 'added' | 'removed' | 'changed'; parts: PartChange[] }

const partsOf = ({ category, words, expression, kind, points }: Rule): Record<string, string> => ({
  expression,
  kind,
  points: String(points),
  category,
  'words.id': words.id,
  'words.en': words.en,
  'words.zh': words.zh,
})

const scoresOf = ({ best, bands }: RuleContent): Record<string, string> => ({
  best: String(best),
  ...Object.fromEntries(bands.map(({ rating, from }) => [rating, String(from)])),
})

const between = (before: Record<string, string>, after: Record<string, string>): PartChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((part) => ({ part, before: before[part] ?? null, after: after[part] ?? null }))
    .filter((change) => change.before !== change.after)

/**
 * The differences between two contents, by rule name: first in the order of the later content, then the removed rules.
 */
export const differencesOf = (
  before: RuleContent,
  after: RuleContent,
): { rules: RuleChange[]; scores: PartChange[] } => {
  const was = new Map(before.rules.map((rule) => [rule.name, rule]))
  const is = new Map(after.rules.map((rule) => [rule.name, rule]))
  const kept = after.rules.flatMap((rule): RuleChange[] => {
    const old = was.get(rule.name)
    const parts = between(old ? partsOf(old) : {}, partsOf(rule))
    return parts.length > 0 ? [{ name: rule.name, rule, change: old ? 'changed' : 'added', parts }] : []
  })
  const gone = before.rules
    .filter(({ name }) => !is.has(name))
    .map((rule): RuleChange => ({ name: rule.name, rule, change: 'removed', parts: between(partsOf(rule), {}) }))
  return { rules: [...kept, ...gone], scores: between(scoresOf(before), scoresOf(after)) }
}
