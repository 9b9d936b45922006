import { setImmediate } from 'node:timers/promises'
import type { MachineFinding } from '../../machines/approval.facts.ts'
import { type FoundProblem, problemsAround } from '../../machines/rules.problems.ts'
import {
  type FieldName,
  limits,
  lowest,
  type Rule,
  type RuleAnswer,
  type RuleContent,
  type RuleInputs,
  unrated,
} from '../../machines/rules.ts'
import { type Expression, expressionOf, type Problem } from './expression.ts'

export type ContentProblem = Partial<Problem> & FoundProblem

/** Lists every problem that keeps a content from being a rule set; empty when there is none. */
export const problemsOf = async (content: RuleContent): Promise<ContentProblem[]> => {
  const read = await inTurns(content.rules.slice(0, limits.rules), ({ expression }) => expressionOf(expression))
  return [
    ...problemsAround(content),
    ...read.flatMap((one, rule) => ('problem' in one ? [{ rule, field: 'expression', ...one }] : [])),
  ]
}

/** Makes each rule in turn and yields to the event loop before each: the largest set takes half a second. */
const inTurns = async <Made>(rules: readonly Rule[], make: (rule: Rule) => Made): Promise<Made[]> => {
  const all: Made[] = []
  for (const rule of rules) {
    await setImmediate()
    all.push(make(rule))
  }
  return all
}

export type Judgement = Pick<MachineFinding, 'ruleSet' | 'hits' | 'missing' | 'failed' | 'score' | 'rating'>

/** A compiled rule set: `judge` makes the finding of one application, `answers` the outcome of each rule. */
export type CompiledRules = {
  version: string
  content: RuleContent
  judge: (inputs: Partial<RuleInputs>) => Judgement
  answers: (inputs: Partial<RuleInputs>) => RuleAnswer[]
}

/** A rule set from its content; throws when the content has problems. */
export const compileRules = (version: string, content: RuleContent): CompiledRules =>
  compiled(version, content, content.rules.map(runnable))

/** Compiles a rule set like `compileRules`, but in turns, so that other requests get the event loop between them. */
export const compileInTurns = async (version: string, content: RuleContent): Promise<CompiledRules> =>
  compiled(version, content, await inTurns(content.rules, runnable))

type Runnable = Rule & Expression

const runnable = (rule: Rule): Runnable => {
  const expression = expressionOf(rule.expression)
  if ('problem' in expression) throw new Error(`rule ${rule.name}: ${expression.problem}`)
  return { ...rule, ...expression }
}

const compiled = (version: string, content: RuleContent, rules: readonly Runnable[]): CompiledRules => ({
  version,
  content,
  judge: (inputs) => judged(version, content, rules, inputs),
  answers: (inputs) =>
    rules.map((rule) => ({
      rule: rule.name,
      reads: rule.reads,
      outcome: outcomeOf(rule, inputs),
      values: valuesOf(rule.reads, inputs),
    })),
})

const outcomeOf = ({ reads, hits }: Expression, inputs: Partial<RuleInputs>): RuleAnswer['outcome'] => {
  if (reads.some((name) => isMissing(inputs[name]))) return 'missing'
  try {
    return hits(inputs as RuleInputs) ? 'hit' : 'notHit'
  } catch {
    return 'failed'
  }
}

// A non-finite number counts as missing: NaN compares as false with everything and would let an applicant pass.
const isMissing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))

const valuesOf = (reads: readonly FieldName[], inputs: Partial<RuleInputs>) =>
  Object.fromEntries(reads.map((name) => [name, inputs[name] ?? null])) as Partial<RuleInputs>

const judged = (
  version: string,
  { best, bands }: RuleContent,
  rules: readonly Runnable[],
  inputs: Partial<RuleInputs>,
): Judgement => {
  const hits: MachineFinding['hits'] = []
  const missing = new Set<string>()
  const failed: string[] = []
  let score = best
  for (const rule of rules) {
    const outcome = outcomeOf(rule, inputs)
    if (outcome === 'hit') {
      hits.push({ rule: rule.name, knockOut: rule.kind === 'knockOut' })
      score -= rule.points
    } else if (outcome === 'missing') {
      for (const name of rule.reads) if (isMissing(inputs[name])) missing.add(name)
    } else if (outcome === 'failed') {
      failed.push(rule.name)
    }
  }
  const isWhole = missing.size === 0 && failed.length === 0
  return {
    ruleSet: version,
    hits,
    // A failed rule counts as a missing input, so a reviewer looks at the application.
    missing: [...missing, ...failed],
    ...(failed.length > 0 && { failed }),
    score,
    // A score without the points of every rule would look better than it is.
    rating: isWhole ? (bands.find(({ from }) => score >= from)?.rating ?? lowest) : unrated,
  }
}
