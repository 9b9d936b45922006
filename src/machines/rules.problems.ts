import { fieldNames, languages, limits, type Rule, type RuleContent } from './rules.ts'

/**
 * A problem of a rule set: the rule's index (null: the whole set), the field, and the problem as a key of
 * `risk:problem`.
 */
export type FoundProblem = { rule: number | null; field: string; problem: string }

const isField = (name: string) => (fieldNames as string[]).includes(name)
const isBetween = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to

const found = (rule: number | null, field: string, problem: string, is: boolean): FoundProblem[] =>
  is ? [{ rule, field, problem }] : []

/** The problems of one rule other than its expression; `names` are those of the preceding rules. */
export const ruleProblems = (rule: Rule, index: number, names: readonly string[]): FoundProblem[] => [
  ...found(index, 'name', 'name', !/^[a-z]\w{0,39}$/i.test(rule.name) || isField(rule.name)),
  ...found(index, 'name', 'nameTwice', names.includes(rule.name)),
  ...found(index, 'category', 'category', rule.category.trim() === ''),
  ...languages.flatMap((language) =>
    found(
      index,
      `words.${language}`,
      'words',
      rule.words[language].trim() === '' || rule.words[language].length > limits.words,
    ),
  ),
  ...found(index, 'points', 'points', rule.kind === 'weighted' && !isBetween(rule.points, 1, limits.points)),
  ...found(index, 'points', 'pointsOfKnockOut', rule.kind === 'knockOut' && rule.points !== 0),
]

/** The problems of a content other than its expressions. */
export const problemsAround = ({ rules, best, bands }: RuleContent): FoundProblem[] => {
  const names = rules.map(({ name }) => name)
  const isFalling = bands.every(({ from }, index) => isBetween(from, 1, (bands[index - 1]?.from ?? best + 1) - 1))
  return [
    ...found(null, 'rules', 'tooMany', rules.length > limits.rules),
    ...found(null, 'rules', 'none', rules.length === 0),
    ...found(null, 'best', 'best', !isBetween(best, 1, limits.score)),
    ...found(null, 'bands', 'bands', !isFalling),
    ...found(null, 'bands', 'bandTwice', new Set(bands.map(({ rating }) => rating)).size !== bands.length),
    ...rules.slice(0, limits.rules).flatMap((rule, index) => ruleProblems(rule, index, names.slice(0, index))),
  ]
}
