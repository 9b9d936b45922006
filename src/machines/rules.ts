/** The fields that rules may read: type, display unit and source. Every number is a double. */
export const fields = {
  age: { type: 'double', unit: 'years', from: 'applicant' },
  gender: { type: 'string', unit: null, from: 'applicant' },
  monthlyIncome: { type: 'double', unit: 'rupiah', from: 'applicant' },
  employedMonths: { type: 'double', unit: 'months', from: 'applicant' },
  province: { type: 'string', unit: null, from: 'applicant' },
  amount: { type: 'double', unit: 'rupiah', from: 'application' },
  term: { type: 'double', unit: 'days', from: 'application' },
  product: { type: 'string', unit: null, from: 'application' },
  app: { type: 'string', unit: null, from: 'application' },
  channel: { type: 'string', unit: null, from: 'application' },
  customerType: { type: 'string', unit: null, from: 'application' },
  round: { type: 'double', unit: null, from: 'application' },
  loanQuality: { type: 'double', unit: null, from: 'bureau' },
  remainingLoan: { type: 'double', unit: 'rupiah', from: 'bureau' },
  maxDaysPastDue: { type: 'double', unit: 'days', from: 'bureau' },
  openLoans: { type: 'double', unit: null, from: 'bureau' },
  inquiries30: { type: 'double', unit: null, from: 'bureau' },
  loanCount: { type: 'double', unit: null, from: 'history' },
  failedOrderCount: { type: 'double', unit: null, from: 'history' },
  daysSinceRejection: { type: 'double', unit: 'days', from: 'history' },
  reapplyDays: { type: 'double', unit: 'days', from: 'history' },
} as const satisfies Record<string, Field>

type Field = {
  type: 'double' | 'string'
  unit: 'years' | 'months' | 'days' | 'rupiah' | null
  from: 'applicant' | 'application' | 'bureau' | 'history'
}

export type FieldName = keyof typeof fields
export const fieldNames = Object.keys(fields) as FieldName[]

type ValueOf = { double: number; string: string }

/** The machine's inputs for one application; null where an input is unavailable. Amounts are rupiah. */
export type RuleInputs = { [Name in FieldName]: ValueOf[(typeof fields)[Name]['type']] | null }

/** The days since the last rejection of a customer without any: inputs are stored as JSON, which has no infinity. */
export const neverRejected = 99_999

export const languages = ['id', 'en', 'zh'] as const
export const kinds = ['knockOut', 'weighted'] as const

export type Rule = {
  /** An identifier that findings use for the rule. */
  name: string
  category: string
  words: { [Language in (typeof languages)[number]]: string }
  expression: string
  /** A knock-out that hits rejects by itself; a weighted rule that hits deducts its points from the score. */
  kind: (typeof kinds)[number]
  points: number
}

export const ratings = ['A', 'B', 'C', 'D'] as const
/** `lowest` rates a score below every band. `unrated` rates a score that lacks the answer of some rules. */
export const lowest = 'E'
export const unrated = 'U'

export type RuleContent = {
  rules: Rule[]
  /** The score of an application without a hit. */
  best: number
  /** From the best rating down: the lowest score of each. */
  bands: { rating: (typeof ratings)[number]; from: number }[]
}

export const categories = ['identity', 'history', 'bureau', 'income', 'application'] as const

export const limits = {
  rules: 200,
  expression: 2_000,
  words: 120,
  points: 1_000,
  score: 10_000,
} as const

export type RuleOutcome = 'hit' | 'notHit' | 'missing' | 'failed'

/** The result of one rule for one application, with the values it read. */
export type RuleAnswer = {
  rule: string
  reads: readonly FieldName[]
  outcome: RuleOutcome
  values: Partial<RuleInputs>
}
