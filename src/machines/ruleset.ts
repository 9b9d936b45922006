import type { MachineFinding } from './approval.facts.ts'

/** What the machine looks at; null where an input is not to be had. Amounts are rupiah, ages whole years. */
export type RuleInputs = {
  age: number | null
  monthlyIncome: number | null
  amount: number
  loanQuality: number | null
  maxDaysPastDue: number | null
  openLoans: number | null
  inquiries30: number | null
  /** Infinity for somebody who was never rejected. */
  daysSinceRejection: number
  reapplyDays: number
}

type Rule = {
  name: string
  knockOut: boolean
  /** Points that a hit takes from the score. */
  points: number
  needs: readonly (keyof RuleInputs)[]
  /** The value that hit; undefined when it did not. Its needs are there when it is asked. */
  hit: (inputs: { [Name in keyof RuleInputs]: number }) => number | undefined
}

const when = (value: number, hits: boolean) => (hits ? value : undefined)

export const ruleSet = {
  version: 'builtin-1',
  rules: [
    {
      name: 'ageOutOfRange',
      knockOut: true,
      points: 0,
      needs: ['age'],
      hit: ({ age }) => when(age, age < 21 || age > 60),
    },
    {
      name: 'reappliedTooSoon',
      knockOut: true,
      points: 0,
      needs: ['daysSinceRejection'],
      hit: ({ daysSinceRejection, reapplyDays }) => when(daysSinceRejection, daysSinceRejection < reapplyDays),
    },
    {
      name: 'bureauOverdue',
      knockOut: true,
      points: 0,
      needs: ['maxDaysPastDue'],
      hit: ({ maxDaysPastDue }) => when(maxDaysPastDue, maxDaysPastDue > 90),
    },
    {
      name: 'bureauPoorQuality',
      knockOut: true,
      points: 0,
      // The supervisor's grades: 3 substandard, 4 doubtful, 5 loss.
      needs: ['loanQuality'],
      hit: ({ loanQuality }) => when(loanQuality, loanQuality >= 4),
    },
    {
      name: 'incomeTooLow',
      knockOut: false,
      points: 120,
      needs: ['monthlyIncome'],
      hit: ({ monthlyIncome }) => when(monthlyIncome, monthlyIncome < 2_500_000),
    },
    {
      name: 'amountAboveIncome',
      knockOut: false,
      points: 90,
      needs: ['monthlyIncome'],
      hit: ({ amount, monthlyIncome }) => when(amount, amount > monthlyIncome),
    },
    {
      name: 'tooManyOpenLoans',
      knockOut: false,
      points: 80,
      needs: ['openLoans'],
      hit: ({ openLoans }) => when(openLoans, openLoans > 3),
    },
    {
      name: 'tooManyInquiries',
      knockOut: false,
      points: 60,
      needs: ['inquiries30'],
      hit: ({ inquiries30 }) => when(inquiries30, inquiries30 > 5),
    },
  ] satisfies Rule[] as readonly Rule[],
} as const

const best = 800
const bands = [
  { rating: 'A', from: 760 },
  { rating: 'B', from: 680 },
  { rating: 'C', from: 600 },
  { rating: 'D', from: 520 },
] as const

const ratingOf = (score: number) => bands.find(({ from }) => score >= from)?.rating ?? 'E'

/** The rule set over one application's inputs: what hit, what could not be judged, the score and its band. */
export const judge = (
  inputs: RuleInputs,
): Pick<MachineFinding, 'ruleSet' | 'hits' | 'missing' | 'score' | 'rating'> => {
  const known = ruleSet.rules.filter(({ needs }) => needs.every((name) => inputs[name] !== null))
  const missing = ruleSet.rules.flatMap(({ needs }) => needs.filter((name) => inputs[name] === null))
  const hits = known.flatMap((rule) => {
    const value = rule.hit(inputs as { [Name in keyof RuleInputs]: number })
    return value === undefined ? [] : [{ rule: rule.name, knockOut: rule.knockOut, points: rule.points, value }]
  })
  const score = best - hits.reduce((sum, { points }) => sum + points, 0)
  return {
    ruleSet: ruleSet.version,
    hits: hits.map(({ points: _, ...hit }) => hit),
    missing: [...new Set(missing)],
    score,
    // A score that some rules had no say in would comfort falsely.
    rating: missing.length > 0 ? 'U' : ratingOf(score),
  }
}
