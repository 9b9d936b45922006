import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MachineFinding } from '../../../src/machines/approval.facts.ts'
import { machineOutcome } from '../../../src/machines/approval.facts.ts'
import { firstRules, firstVersion } from '../../../src/machines/rules.first.ts'
import { fieldNames, fields, limits, type RuleContent, type RuleInputs } from '../../../src/machines/rules.ts'
import { compileRules, problemsOf } from '../../../src/server/risk/compile.ts'
import { expressionOf } from '../../../src/server/risk/expression.ts'

const inputs: RuleInputs = {
  age: 30,
  gender: 'female',
  monthlyIncome: 5_000_000,
  employedMonths: 24,
  province: '31',
  amount: 2_000_000,
  term: 30,
  product: 'KILAT',
  app: 'DK',
  channel: 'organic',
  customerType: 'new',
  round: 1,
  loanQuality: 1,
  remainingLoan: 0,
  maxDaysPastDue: 0,
  openLoans: 1,
  inquiries30: 2,
  loanCount: 0,
  failedOrderCount: 0,
  daysSinceRejection: 99_999,
  reapplyDays: 30,
}

const setOf = (...expressions: string[]): RuleContent => ({
  ...firstRules,
  rules: expressions.map((expression, index) => ({ ...firstRules.rules[0]!, name: `rule${index}`, expression })),
})
const hits = (expression: string, more: Partial<RuleInputs> = {}) => {
  const [answer] = compileRules('test', setOf(expression)).answers({ ...inputs, ...more })
  return answer!.outcome
}
const problem = (expression: string) => {
  const read = expressionOf(expression)
  return 'problem' in read ? `${read.problem} ${read.start}–${read.end}` : 'none'
}

test.each([
  ['age < 21 || age > 60', 'notHit'],
  ['amount * 2 > monthlyIncome / 3 + 1000', 'hit'],
  ['province in ["31", "32"] && !(gender == "male")', 'hit'],
  ['(term == 30 ? amount : monthlyIncome) >= 2000000', 'hit'],
  ['channel.startsWith("org") && product != "CICIL"', 'hit'],
  ['-age < -20.5', 'hit'],
  ['app + "/" + channel == "DK/organic"', 'hit'],
  ['age in [10, 20, 30]', 'hit'],
])('%s is: %s', (expression, expected) => expect(hits(expression)).toBe(expected))

describe('an expression is refused with the place where it is wrong', () => {
  test.each([
    ['', 'empty 0–0'],
    ['   ', 'empty 0–3'],
    ['agee > 21', 'unknownField 0–4'],
    ['amount * 2 > incme', 'unknownField 13–18'],
    ['age > 1 && constructor == "x"', 'unknownField 11–22'],
    ['gender > 21', 'wrongType 0–11'],
    ['age > 100 && gender > 21 + 22', 'wrongType 13–29'],
    ['age + 1', 'notYesOrNo 0–7'],
    ['1 < 2', 'readsNothing 0–5'],
    ['age >', 'notReadable 5–5'],
    ['age > null', 'notAllowed 6–10'],
    ['age > 0x10', 'notAllowed 6–10'],
    ['age > 1e999', 'notReadable 6–11'],
    ['dyn(age) > 1.0', 'notAllowed 0–8'],
    ['gender.matches("(a+)+$")', 'notAllowed 0–24'],
    ['[1, 2].all(x, x > age)', 'notAllowed 0–22'],
    ['[age].map(x, x * 2.0)[0] > 1.0', 'notAllowed 0–24'],
    ['[age] == [30]', 'notAllowed 0–13'],
    ['timestamp("2026-01-01T00:00:00Z") < age', 'notAllowed 0–33'],
    ['gender == b"x"', 'notAllowed 10–14'],
  ])('%s: %s', (expression, expected) => expect(problem(expression)).toBe(expected))

  test.each([
    ['a megabyte', 'a'.repeat(1 << 20), 'tooLong'],
    ['parentheses without end', '('.repeat(100_000), 'tooLong'],
    ['as many parentheses as fit', '('.repeat(limits.expression), 'tooComplex'],
    ['as many negations as fit', `${'!'.repeat(limits.expression - 1)}a`, 'tooComplex'],
    ['as many conditions as fit', 'age>1?'.repeat(300), 'tooComplex'],
    ['a list that is too long', `age in [${'1,'.repeat(500)}1]`, 'tooComplex'],
    ['a number without end', '9'.repeat(limits.expression), 'notAllowed'],
    ['half a text', `gender == "${'x'.repeat(1000)}`, 'notReadable'],
  ])('%s', (_, expression, expected) => expect(problem(expression).split(' ')[0]).toBe(expected))
})

describe('a rule without an answer never lets an application pass', () => {
  test.each([
    ['a missing input', 'age < 21', { age: null }, 'missing'],
    ['an input that is no number', 'age < 21', { age: Number.NaN }, 'missing'],
    ['an infinite input', 'daysSinceRejection < 30', { daysSinceRejection: Infinity }, 'missing'],
    ['a missing input behind an answer', 'amount > 1 || age < 21', { age: null }, 'missing'],
    ['a division by zero', 'amount / remainingLoan < 1', {}, 'failed'],
    ['nothing divided by nothing', 'openLoans / remainingLoan < 1', { openLoans: 0 }, 'failed'],
    ['a product without bounds', 'amount * 1e308 * 1e308 < 1', {}, 'failed'],
  ] as const)('%s', (_, expression, more, expected) => {
    expect(hits(expression, more)).toBe(expected)
    const judged = compileRules('test', setOf(expression)).judge({ ...inputs, ...more })
    expect([machineOutcome(judged), judged.rating]).toEqual(['machineReferred', 'U'])
  })

  test('a rule that failed is named beside what is missing', () => {
    const judged = compileRules('test', setOf('amount / remainingLoan < 1', 'age < 21')).judge({ ...inputs, age: null })
    expect(judged).toMatchObject({ missing: ['age', 'rule0'], failed: ['rule0'] })
  })

  test('and a knock-out that hits rejects, whatever else has no answer', () => {
    const judged = compileRules('test', setOf('amount / remainingLoan < 1', 'amount > 1')).judge(inputs)
    expect(machineOutcome(judged)).toBe('machineRejected')
  })
})

const number = fc.oneof(fc.integer({ min: -5, max: 100 }), fc.double(), fc.constantFrom(0, 1e308, 2_500_000))
const valueOf: Record<'double' | 'string', fc.Arbitrary<number | string>> = { double: number, string: fc.string() }
const anyInputs = fc.record(
  Object.fromEntries(fieldNames.map((name) => [name, fc.option(valueOf[fields[name].type], { freq: 5 })])),
) as fc.Arbitrary<RuleInputs>

const word = fc.constantFrom(
  ...'age amount gender agee 0 1 1.5 1e308 "31" true null / * + - < >= == != && || ! ? : ( ) [ ] , in'.split(' '),
  '.matches("(a+)+")',
  '.all(x, x)',
  '\\',
  '"',
)
const anyText = fc.oneof(
  fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 3000 }),
)

test('whatever is typed, it is a rule or it is refused; nothing is thrown', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = expressionOf(text)
      if (!('problem' in read)) return
      expect(read.start).toBeGreaterThanOrEqual(0)
      expect(read.end).toBeLessThanOrEqual(Math.max(text.length, 0))
      expect(read.text.length).toBeLessThanOrEqual(60)
    }),
    { numRuns: 2000 },
  )
})

/** An expression as text, and as a function that computes the same. */
type Told<Value> = { text: string; told: (of: Numbers) => Value }
type Numbers = Readonly<Record<string, number>>

const sums: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}
const comparisons: Record<string, (left: number, right: number) => boolean> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
}
const both = <From, To>(
  one: fc.Arbitrary<Told<From>>,
  signs: Record<string, (left: From, right: From) => To>,
): fc.Arbitrary<Told<To>> =>
  fc.tuple(one, fc.constantFrom(...Object.keys(signs)), one).map(([left, sign, right]) => ({
    text: `(${left.text} ${sign} ${right.text})`,
    told: (of) => signs[sign]!(left.told(of), right.told(of)),
  }))

const { bool: anyBool } = fc.letrec<{ number: Told<number>; bool: Told<boolean> }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4 },
    fc
      .constantFrom('age', 'amount', 'monthlyIncome', 'openLoans')
      .map((text) => ({ text, told: (of: Numbers) => of[text]! })),
    fc.constantFrom('0', '2', '1e300', '0.5').map((text) => ({ text, told: () => Number(text) })),
    both(tie('number'), sums),
  ),
  bool: fc.oneof(
    { maxDepth: 3 },
    both(tie('number'), comparisons),
    both(tie('bool'), { '&&': (left, right) => left && right, '||': (left, right) => left || right }),
    tie('bool').map(({ text, told }) => ({ text: `!${text}`, told: (of: Numbers) => !told(of) })),
  ),
}))

test('what is calculated is what anybody calculates, unless it has no finite answer', () => {
  const seen = { missing: 0, failed: 0, hit: 0, notHit: 0 }
  fc.assert(
    fc.property(anyBool, anyInputs, ({ text, told: calculated }, of) => {
      const read = expressionOf(text)
      if ('problem' in read) return
      const [answer] = compileRules('test', setOf(text)).answers(of)
      const { outcome: given } = answer!
      seen[given] += 1
      const isMissing = read.reads.some((name) => !Number.isFinite(of[name]))
      const told = isMissing ? 'missing' : calculated(of as unknown as Numbers) ? 'hit' : 'notHit'
      // An expression with a non-finite intermediate result fails, even if a comparison would hide it.
      expect([told, isMissing ? 'missing' : 'failed']).toContain(given)
      expect(given === 'failed' && !/[-+*/]/.test(text)).toBe(false)
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10)
})

/** The built-in rules as they were in code, before rules could be written as data. */
const before = ({ rules }: RuleContent, of: RuleInputs): Pick<MachineFinding, 'hits' | 'missing' | 'score'> => {
  const known = (...values: unknown[]) => values.every((value) => value !== null && Number.isFinite(value))
  const { age, monthlyIncome, amount, loanQuality, maxDaysPastDue, openLoans, inquiries30 } = of as unknown as Record<
    string,
    number
  >
  const { daysSinceRejection, reapplyDays } = of as unknown as Record<string, number>
  const answers: [string, number[], boolean, number][] = [
    ['ageOutOfRange', [age!], age! < 21 || age! > 60, 0],
    ['reappliedTooSoon', [daysSinceRejection!, reapplyDays!], daysSinceRejection! < reapplyDays!, 0],
    ['bureauOverdue', [maxDaysPastDue!], maxDaysPastDue! > 90, 0],
    ['bureauPoorQuality', [loanQuality!], loanQuality! >= 4, 0],
    ['incomeTooLow', [monthlyIncome!], monthlyIncome! < 2_500_000, 120],
    ['amountAboveIncome', [amount!, monthlyIncome!], amount! > monthlyIncome!, 90],
    ['tooManyOpenLoans', [openLoans!], openLoans! > 3, 80],
    ['tooManyInquiries', [inquiries30!], inquiries30! > 5, 60],
  ]
  expect(answers.map(([name]) => name)).toEqual(rules.map(({ name }) => name))
  const hit = answers.filter(([, reads, is]) => known(...reads) && is)
  const missing = answers.flatMap(([name, reads]) =>
    expressionReads(rules.find((rule) => rule.name === name)!.expression).filter((_, index) => !known(reads[index])),
  )
  return {
    hits: hit.map(([rule, , , points]) => ({ rule, knockOut: points === 0 })),
    missing: [...new Set(missing)],
    score: 800 - hit.reduce((sum, [, , , points]) => sum + points, 0),
  }
}
const expressionReads = (text: string) => {
  const read = expressionOf(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.reads
}

test('the rules that came with the program decide as they did before they were written as expressions', async () => {
  expect(await problemsOf(firstRules)).toEqual([])
  const { judge } = compileRules(firstVersion, firstRules)
  fc.assert(
    fc.property(anyInputs, (of) => {
      const { hits: hit, missing, score } = judge(of)
      expect({ hits: hit, missing, score }).toEqual(before(firstRules, of))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  [800, 'A'],
  [760, 'A'],
  [759, 'B'],
  [520, 'D'],
  [519, 'E'],
])('a score of %d is rated %s', (best, rating) => {
  const bands = firstRules.bands
  expect(compileRules('test', { ...setOf('age > 100'), best, bands }).judge(inputs)).toMatchObject({
    score: best,
    rating,
  })
})

describe('a content with problems is told all of them', () => {
  const [rule] = firstRules.rules as [RuleContent['rules'][number]]
  const found = async (content: Partial<RuleContent>) => {
    const problems = await problemsOf({ ...firstRules, ...content })
    return problems.map((one) => `${one.rule} ${one.field} ${one.problem}`)
  }

  test.each<[string, Partial<RuleContent>, string[]]>([
    ['no rules', { rules: [] }, ['null rules none']],
    [
      'more rules than fit',
      { rules: Array.from({ length: 201 }, (_, n) => ({ ...rule, name: `r${n}` })) },
      ['null rules tooMany'],
    ],
    ['a name twice', { rules: [rule, rule] }, ['1 name nameTwice']],
    ["an input's name", { rules: [{ ...rule, name: 'age' }] }, ['0 name name']],
    ['words in two languages', { rules: [{ ...rule, words: { ...rule.words, zh: ' ' } }] }, ['0 words.zh words']],
    ['a weighted rule without points', { rules: [{ ...rule, kind: 'weighted' }] }, ['0 points points']],
    ['a knock-out with points', { rules: [{ ...rule, points: 5 }] }, ['0 points pointsOfKnockOut']],
    ['bands that rise', { bands: firstRules.bands.toReversed() }, ['null bands bands']],
    ['a band above the best score', { best: 700 }, ['null bands bands']],
    [
      'two expressions',
      {
        rules: [
          { ...rule, expression: '' },
          { ...rule, name: 'x', expression: 'x' },
        ],
      },
      ['0 expression empty', '1 expression unknownField'],
    ],
  ])('%s', async (_, content, expected) => expect(await found(content)).toEqual(expected))

  test('rule after rule, while others are answered in between', async () => {
    const rules = Array.from({ length: limits.rules }, (_, n) => ({ ...rule, name: `r${n}` }))
    let others = 0
    const another = () => {
      others += 1
      turn = setImmediate(another)
    }
    let turn = setImmediate(another)
    expect(await found({ rules })).toEqual([])
    clearImmediate(turn)
    expect(others).toBeGreaterThanOrEqual(limits.rules)
  })
})
