import type { RuleContent } from '../../src/machines/rules.ts'
import type { RuleSetEvent } from '../../src/machines/ruleSet.ts'

export const content: RuleContent = {
  rules: [
    {
      name: 'tooYoung',
      category: 'identity',
      words: { id: 'Terlalu muda', en: 'Too young', zh: '年龄过小' },
      expression: 'age < 21',
      kind: 'knockOut',
      points: 0,
    },
    {
      name: 'incomeLow',
      category: 'income',
      words: { id: 'Penghasilan rendah', en: 'Low income', zh: '收入低' },
      expression: 'monthlyIncome < 2000000',
      kind: 'weighted',
      points: 100,
    },
  ],
  best: 800,
  bands: [
    { rating: 'A', from: 750 },
    { rating: 'C', from: 600 },
  ],
}

const onOrder = { kind: 'order', subject: 'LK261121000001', judged: 1, changed: 0 } as const
const backtest = { kind: 'backtest', subject: 'b-1', judged: 100_000, changed: 1200 } as const

/** The data of each event, without `by` and `at`. */
export const ruleSetFacts = {
  drafted: { number: 3, title: 'Tighter', base: 'builtin-1', content },
  edited: { title: 'Tighter yet', content },
  tried: { edition: 1, test: onOrder },
  backtested: { edition: 1, test: backtest },
  publishProposed: { replaces: 'builtin-1' },
  published: { replaces: 'builtin-1', place: 1 },
  publishRefused: { reason: 'Too many would be turned away' },
  discarded: {},
  retired: {},
} as const satisfies Record<RuleSetEvent['type'], object>
