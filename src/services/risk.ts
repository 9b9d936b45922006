import * as z from 'zod/mini'
import { fieldNames, kinds, limits, ratings } from '../machines/rules.ts'
import { answer, type DataOf, endpoint, longText, nothing, plain, plainLines, text, whole } from './endpoint.ts'

const instant = z.number()
const number = whole.check(z.positive('positive'))
/** A version's name: `builtin-1`, the built-in version, or its number. */
export const versionName = z.string().check(z.regex(/^(builtin-1|[1-9]\d{0,8})$/, 'ruleSet'))
const expression = z.string().check(z.maxLength(limits.expression, 'tooLong'), plainLines)
const words = z.string().check(z.trim(), z.maxLength(limits.words, 'tooLong'), plain)
const inWords = z.strictObject({ id: words, en: words, zh: words })

const rule = z.strictObject({
  name: text(40),
  category: text(40),
  words: inWords,
  expression,
  kind: z.enum(kinds),
  points: whole,
})

/** The rules, the score without a hit, and the lowest score of each rating. */
export const content = z.strictObject({
  rules: z.array(rule).check(z.maxLength(limits.rules, 'tooMany')),
  best: whole,
  bands: z.array(z.strictObject({ rating: z.enum(ratings), from: whole })),
})

/** The result of a rule for one application, with the values that it reads. */
export const judgedRule = z.object({
  name: z.string(),
  category: z.string(),
  words: z.object({ id: z.string(), en: z.string(), zh: z.string() }),
  kind: z.enum(kinds),
  points: whole,
  reads: z.readonly(z.array(z.enum(fieldNames))),
  outcome: z.enum(['hit', 'notHit', 'missing', 'failed']),
  values: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
})
export type JudgedRule = z.infer<typeof judgedRule>

const staff = z.object({ id: z.string(), name: z.string() })

const ruleSet = z.object({
  number,
  version: whole,
  state: z.string(),
  title: z.string(),
  base: z.string(),
  rules: whole,
  author: staff,
  createdAt: instant,
  editor: staff,
  editedAt: instant,
  proposer: z.nullable(staff),
  publisher: z.nullable(staff),
  publishedAt: z.nullable(instant),
})

/** The newest versions first, without the built-in one. */
export const versions = endpoint({
  id: 'risk.versions',
  method: 'GET',
  path: '/risk/rules',
  permission: 'granted',
  body: nothing,
  data: z.object({ inForce: z.string(), versions: z.array(ruleSet) }),
})
export type RuleSetRow = DataOf<typeof versions>['versions'][number]

/** One version with its content; `state` is the chart's state, null for the built-in version. */
export const version = endpoint({
  id: 'risk.version',
  interface: 'risk.versions',
  method: 'POST',
  path: '/risk/rules/version',
  permission: 'granted',
  body: z.strictObject({ version: versionName }),
  data: z.object({
    name: z.string(),
    row: z.nullable(ruleSet),
    content,
    tests: z.array(
      z.object({
        kind: z.enum(['order', 'backtest']),
        subject: z.string(),
        judged: whole,
        changed: whole,
        by: staff,
        at: instant,
      }),
    ),
    refusal: z.nullable(z.string()),
    state: z.nullable(
      z.object({
        version: whole,
        value: z.unknown(),
        context: z.record(z.string(), z.unknown()),
        armed: z.record(z.string(), z.object({ at: instant, version: whole })),
      }),
    ),
  }),
})
export type RuleVersion = DataOf<typeof version>

/** Checks an expression: answers the fields that it reads, or the problem and its position in characters from 0. */
export const check = endpoint({
  id: 'risk.check',
  interface: 'risk.save',
  method: 'POST',
  path: '/risk/rules/check',
  permission: 'granted',
  body: z.strictObject({ expression }),
  data: z.object({
    reads: z.array(z.enum(fieldNames)),
    problem: z.nullable(z.object({ message: z.string(), start: whole, end: whole })),
  }),
})

const decision = z.object({
  outcome: z.enum(['passed', 'rejected', 'referred']),
  ruleSet: z.string(),
  score: whole,
  rating: z.string(),
})

/** Evaluates a version on one order, with the inputs kept from its review, beside the result at the time. */
export const bench = endpoint({
  id: 'risk.bench',
  method: 'POST',
  path: '/risk/rules/bench',
  permission: 'granted',
  body: z.strictObject({ version: versionName, orderNo: text(40) }),
  data: z.object({
    orderNo: z.string(),
    round: whole,
    reviewedAt: instant,
    decided: decision,
    judged: decision,
    rules: z.array(judgedRule),
  }),
})
export type Benched = DataOf<typeof bench>

/** Creates a draft with the content of another version. */
export const draft = endpoint({
  id: 'risk.draft',
  method: 'POST',
  path: '/risk/rules/draft',
  permission: 'granted',
  body: z.strictObject({ title: text(80), base: versionName }),
  data: answer,
})

/**
 * Saves a whole draft. Refuses it with `rules.<place>.<part>` for each problem, with the position inside an expression.
 */
export const save = endpoint({
  id: 'risk.save',
  method: 'POST',
  path: '/risk/rules/save',
  permission: 'granted',
  limit: 1024 * 1024,
  body: z.strictObject({ number, version: whole, title: text(80), content }),
  data: answer,
})

const of = { number, version: whole }

/** Records that a version was tried on an order. */
export const test = endpoint({
  id: 'risk.test',
  method: 'POST',
  path: '/risk/rules/test',
  permission: 'granted',
  body: z.strictObject({ ...of, orderNo: text(40) }),
  data: answer,
})

export const propose = endpoint({
  id: 'risk.propose',
  method: 'POST',
  path: '/risk/rules/propose',
  permission: 'granted',
  body: z.strictObject(of),
  data: answer,
})

export const publish = endpoint({
  id: 'risk.publish',
  method: 'POST',
  path: '/risk/rules/publish',
  permission: 'granted',
  body: z.strictObject(of),
  data: answer,
})

export const refuse = endpoint({
  id: 'risk.refuse',
  method: 'POST',
  path: '/risk/rules/refuse',
  permission: 'granted',
  body: z.strictObject({ ...of, reason: longText(500) }),
  data: answer,
})

export const discard = endpoint({
  id: 'risk.discard',
  method: 'POST',
  path: '/risk/rules/discard',
  permission: 'granted',
  body: z.strictObject(of),
  data: answer,
})

export const commands = {
  drafted: draft,
  edited: save,
  tried: test,
  publishProposed: propose,
  published: publish,
  publishRefused: refuse,
  discarded: discard,
}
