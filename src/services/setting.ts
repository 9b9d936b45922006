import * as z from 'zod/mini'
import { holidayKinds } from '../machines/decree.ts'
import { basisPoints } from '../machines/money.ts'
import { onlyCode, type SettingKind, settingKinds } from '../machines/setting.facts.ts'
import { longestSignInHours } from '../machines/staffRules.ts'
import { answer, type DataOf, endpoint, longText, nothing, plainLines, positive, text, whole } from './endpoint.ts'

const instant = whole
const kind = z.enum(settingKinds)
/** The permanent code by which other records refer to it. */
const code = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,20}$/, 'code'))
const upTo = (most: number) => whole.check(z.minimum(0, 'range'), z.maximum(most, 'range'))
const rupiah = upTo(1e12)
const points = upTo(10_000)
const days = positive.check(z.maximum(3650, 'range'))
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))

export const mostTerms = 12
export const mostOfReason = 300
export const longest = {
  name: 60,
  bank: 40,
  number: 34,
  province: 5,
  decree: 100,
  lines: 20_000,
  registration: 60,
  link: 60,
  item: 80,
  script: 2000,
} as const
const mostProvinces = 100
const mostItems = 20

const of = { version: whole, code }
/** The fields of every proposal: the version that it was made from, and the reason. */
const proposal = { version: whole, reason: longText(mostOfReason) }
const ofProposal = { ...proposal, code }
const app = z.strictObject({ ...ofProposal, kind: z.literal('app'), name: text(longest.name) })
const product = z
  .strictObject({
    ...ofProposal,
    kind: z.literal('product'),
    name: text(longest.name),
    minAmount: rupiah.check(z.positive('positive')),
    maxAmount: rupiah,
    /** In days. */
    terms: z.array(days).check(
      z.minLength(1, 'required'),
      z.maxLength(mostTerms, 'tooMany'),
      z.refine((terms) => new Set(terms).size === terms.length, 'twice'),
    ),
    /** Basis points of the amount. */
    serviceFee: points,
    handlingFee: rupiah,
  })
  .check(
    z.refine(({ minAmount, maxAmount }) => minAmount <= maxAmount, { error: 'belowLeast', path: ['maxAmount'] }),
    z.refine(({ minAmount, serviceFee, handlingFee }) => basisPoints(minAmount, serviceFee) + handlingFee < minAmount, {
      error: 'feesTakeAll',
      path: ['handlingFee'],
    }),
  )
/** Applies from a day on; rates in basis points a day, `cap` in basis points of the principal. */
const rate = z.strictObject({
  ...ofProposal,
  kind: z.literal('rate'),
  from: z.iso.date(),
  every: days,
  interest: points,
  earlyFee: points,
  lateFee: points,
  lateFrom: days,
  feeDays: upTo(3650),
  cap: whole.check(z.minimum(0, 'range'), z.maximum(10_000, 'overPrincipal')),
})
const bankAccount = z.strictObject({
  ...ofProposal,
  kind: z.literal('bankAccount'),
  bank: text(longest.bank),
  name: text(longest.name),
  number: z.string().check(
    z.overwrite((text) => text.replaceAll(/[\s.-]/g, '')),
    z.regex(/^\d{5,34}$/, 'account'),
  ),
})

const contactRules = z
  .strictObject({
    ...proposal,
    code: z.literal(onlyCode),
    kind: z.literal('contactRules'),
    from: z.iso.date(),
    opens: timeOfDay,
    closes: timeOfDay,
    /** 1 is Monday, 7 Sunday. */
    weekdays: z.array(positive.check(z.maximum(7, 'range'))).check(
      z.minLength(1, 'required'),
      z.maxLength(7, 'tooMany'),
      z.refine((all) => new Set(all).size === all.length, 'twice'),
    ),
    attempts: upTo(100),
    /** In minutes. */
    gap: upTo(24 * 60),
    collectionSms: upTo(100),
    marketingAttempts: upTo(100),
    lastDay: upTo(3650),
    agencies: z.boolean(),
    jointLeave: z.boolean(),
    consent: z.boolean(),
  })
  .check(z.refine(({ opens, closes }) => opens < closes, { error: 'hoursOrder', path: ['closes'] }))

/** Days: before the due day, the first of each stage overdue, and the limits of promises and holds. */
const collectionRules = z
  .strictObject({
    ...proposal,
    code: z.literal(onlyCode),
    kind: z.literal('collectionRules'),
    from: z.iso.date(),
    pre: upTo(30),
    s2: days,
    m2: days,
    m3: days,
    m4: days,
    horizon: upTo(365),
    grace: upTo(30),
    heldBack: upTo(30),
    placementDays: days,
    retainDays: upTo(90),
    retainMost: upTo(1000),
    /** 0: a promise is judged in the morning after its last day. */
    statementDays: upTo(30),
  })
  .check(
    z.refine(({ s2 }) => s2 > 1, { error: 'stageOrder', path: ['s2'] }),
    z.refine(({ s2, m2 }) => m2 > s2, { error: 'stageOrder', path: ['m2'] }),
    z.refine(({ m2, m3 }) => m3 > m2, { error: 'stageOrder', path: ['m3'] }),
    z.refine(({ m3, m4 }) => m4 > m3, { error: 'stageOrder', path: ['m4'] }),
  )

/** The most leads of a seller, and days: without activity, ahead for a call-back, and for which a contact counts. */
const leadRules = z.strictObject({
  ...proposal,
  code: z.literal(onlyCode),
  kind: z.literal('leadRules'),
  from: z.iso.date(),
  held: positive.check(z.maximum(1000, 'range')),
  idle: whole.check(z.minimum(2, 'range'), z.maximum(365, 'range')),
  horizon: positive.check(z.maximum(365, 'range')),
  credit: positive.check(z.maximum(365, 'range')),
})

/** Rupiah, counts, basis points and days: what staff may agree with a borrower. */
const loanRules = z
  .strictObject({
    ...proposal,
    code: z.literal(onlyCode),
    kind: z.literal('loanRules'),
    from: z.iso.date(),
    mostReduced: upTo(1_000_000_000),
    mostReducedByLead: upTo(1_000_000_000),
    mostRollovers: upTo(100),
    rolloverServiceFee: points,
    rolloverInterest: points,
    writeOffBeyond: days,
  })
  .check(
    z.refine(({ mostReduced, mostReducedByLead }) => mostReducedByLead <= mostReduced, {
      error: 'range',
      path: ['mostReducedByLead'],
    }),
  )

const dated = <Kind extends SettingKind, Shape extends z.core.$ZodLooseShape>(name: Kind, shape: Shape) =>
  z.strictObject({ ...proposal, code: z.literal(onlyCode), kind: z.literal(name), from: z.iso.date(), ...shape })
const between = (least: number, most: number) => whole.check(z.minimum(least, 'range'), z.maximum(most, 'range'))

const approvalRules = dated('approvalRules', {
  claimMinutes: between(5, 24 * 60),
  decideHours: between(1, 31 * 24),
  mostReturns: between(0, 20),
  returnDays: between(1, 90),
  reapplyDays: between(0, 3650),
})
const payoutRules = dated('payoutRules', { answerMinutes: between(5, 7 * 24 * 60) })
const messageRules = dated('messageRules', {
  staleHours: between(1, 7 * 24),
  receiptHours: between(1, 31 * 24),
  codeMinutes: between(1, 24 * 60),
  codeTries: between(1, 20),
})
const staffRules = dated('staffRules', {
  reveals: between(0, 1000),
  signInHours: between(1, longestSignInHours),
  linkHours: between(1, 7 * 24),
  fileDays: between(1, 31),
})

/** The code is the channel's. */
const channelCost = z.strictObject({
  ...ofProposal,
  kind: z.literal('channelCost'),
  from: z.iso.date(),
  perApplication: upTo(1_000_000_000),
})

/** Percentages, points of 100, days; and what a checker listens for. */
const scorecard = z.strictObject({
  ...proposal,
  code: z.literal(onlyCode),
  kind: z.literal('scorecard'),
  from: z.iso.date(),
  share: upTo(100),
  second: upTo(100),
  pass: upTo(100),
  appeal: upTo(365),
  wait: positive.check(z.maximum(365, 'range')),
  items: z.array(z.strictObject({ name: text(longest.item), weight: upTo(100), fatal: z.boolean() })).check(
    z.minLength(1, 'required'),
    z.maxLength(mostItems, 'tooMany'),
    z.refine((items) => new Set(items.map(({ name }) => name)).size === items.length, 'twice'),
    z.refine((items) => items.some(({ weight }) => weight > 0), 'items'),
  ),
})

/** The code is the batch of the leads, or the lender's for every other batch. */
const leadScript = z.strictObject({ ...ofProposal, kind: z.literal('leadScript'), script: longText(longest.script) })

const codes = z.array(text(longest.province)).check(z.maxLength(mostProvinces, 'tooMany'))
const zones = z.strictObject({
  ...proposal,
  code: z.literal(onlyCode),
  kind: z.literal('zones'),
  from: z.iso.date(),
  /** Codes of provinces: two digits, each in one zone. */
  WIB: codes,
  WITA: codes,
  WIT: codes,
})

/** The holidays of a year: the lines of its decree, which the server reads. */
const holidays = z.strictObject({
  ...proposal,
  code: z.string().check(z.regex(/^20\d\d$/, 'year')),
  kind: z.literal('holidays'),
  decree: text(longest.decree),
  // Not trimmed, so that a refusal has the numbers of the lines as they were sent.
  lines: z.string().check(z.minLength(1, 'required'), z.maxLength(longest.lines, 'tooLong'), plainLines),
})

const smsSender = z.strictObject({
  ...proposal,
  /** The name itself: a phone shows at most 11 signs, and one that begins with a digit may pass for a number. */
  code: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{2,10}$/, 'sender')),
  kind: z.literal('smsSender'),
  registration: text(longest.registration),
  used: z.boolean(),
})
const smsPrice = z.strictObject({
  ...proposal,
  code: z.literal(onlyCode),
  kind: z.literal('smsPrice'),
  from: z.iso.date(),
  segment: upTo(100_000).check(z.positive('positive')),
})

// Without a query or a fragment: the link for opting out continues it behind a #.
const link = z
  .string()
  .check(z.regex(/^https:\/\/[\w.-]+(:\d+)?(\/[\w.~-]*)*$/, 'link'), z.maxLength(longest.link, 'tooLong'))
const smsLinks = z.strictObject({ ...ofProposal, kind: z.literal('smsLinks'), appLink: link, optOutPage: link })

const item = z.object({ name: z.string(), weight: whole, fatal: z.boolean() })
const holiday = z.object({ day: z.string(), kind: z.enum(holidayKinds), name: z.string() })
const values = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.number()),
    z.array(z.string()),
    z.array(holiday),
    z.array(item),
  ]),
)
export type SettingValues = z.infer<typeof values>
const staff = z.object({ id: z.string(), name: z.string() })

const setting = z.object({
  kind,
  code: z.string(),
  version: whole,
  state: z.enum(['proposed', 'refused', 'takenBack', 'inForce', 'changing']),
  /** One value at most; of those that apply from a day on several, each from its own. */
  inForce: z.array(values),
  proposed: z.nullable(
    z.object({ values, proposer: staff, editor: staff, at: instant, reason: z.optional(z.string()) }),
  ),
  confirmed: z.nullable(z.object({ proposer: staff, by: staff, at: instant })),
  refused: z.nullable(z.object({ by: staff, reason: z.string(), at: instant })),
})
export type SettingRow = z.infer<typeof setting>

/** Every setting by kind and code, with the values in force and the waiting proposal. */
export const list = endpoint({
  id: 'setting.list',
  method: 'GET',
  path: '/power/settings',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ settings: z.array(setting) }),
})

/** The events of a setting; a proposal has its values and the previous ones. */
export const history = endpoint({
  id: 'setting.history',
  interface: 'setting.list',
  method: 'POST',
  path: '/power/settings/history',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ kind, code }),
  data: z.object({
    history: z.array(
      z.object({
        version: whole,
        type: z.string(),
        by: z.string(),
        byName: z.string(),
        at: instant,
        details: z.object({
          before: z.nullable(values),
          values: z.nullable(values),
          reason: z.nullable(z.string()),
        }),
      }),
    ),
  }),
})
export type SettingStep = DataOf<typeof history>['history'][number]

/** Proposes a new setting (`version` 0), a change, or a replacement of the waiting proposal. */
export const propose = endpoint({
  id: 'setting.propose',
  method: 'POST',
  path: '/power/settings/propose',
  permission: 'granted',
  body: z.discriminatedUnion('kind', [
    app,
    product,
    rate,
    bankAccount,
    contactRules,
    zones,
    holidays,
    smsSender,
    collectionRules,
    leadRules,
    loanRules,
    approvalRules,
    payoutRules,
    messageRules,
    staffRules,
    channelCost,
    scorecard,
    leadScript,
    smsPrice,
    smsLinks,
  ]),
  data: answer,
})

const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `setting.${name}`,
    method: 'POST',
    path: `/power/settings/${path}`,
    permission: 'granted',
    body: z.strictObject({ ...of, kind, ...fields }),
    data: answer,
  })
export const confirm = command('confirm', 'confirm', {})
export const refuse = command('refuse', 'refuse', { reason: longText(mostOfReason) })
export const takeBack = command('takeBack', 'take_back', {})

/** The endpoint of each event that staff may fire. */
export const commands = {
  settingProposed: propose,
  settingConfirmed: confirm,
  settingRefused: refuse,
  settingTakenBack: takeBack,
}
