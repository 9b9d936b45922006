import type { ApprovalRules } from './approvalRules.ts'
import { businessDay } from './calendar.ts'
import type { CollectionRules } from './collectionStages.ts'
import type { ContactRules } from './contactRules.ts'
import type { Holidays } from './decree.ts'
import { byAnother, type Fact, onPayload, type Payload } from './kernel.ts'
import type { LeadRules } from './leadRules.ts'
import type { LoanRules } from './loanRules.ts'
import type { MessageRules } from './messageRules.ts'
import type { PayoutRules } from './payoutRules.ts'
import type { ProvinceZones } from './provinceZones.ts'
import type { LoanTerms } from './schedule.ts'
import type { Scorecard } from './scorecard.ts'
import type { StaffRules } from './staffRules.ts'

export const settingKinds = [
  'app',
  'product',
  'rate',
  'bankAccount',
  'bankLayout',
  'contactRules',
  'collectionRules',
  'leadRules',
  'loanRules',
  'approvalRules',
  'payoutRules',
  'messageRules',
  'staffRules',
  'channelCost',
  'scorecard',
  'leadScript',
  'zones',
  'holidays',
  'smsSender',
  'smsPrice',
  'smsLinks',
] as const
export type SettingKind = (typeof settingKinds)[number]

export type App = { name: string }
/** Amounts in rupiah, terms in days, the service fee in basis points of the amount. */
export type Product = {
  name: string
  minAmount: number
  maxAmount: number
  terms: number[]
  serviceFee: number
  handlingFee: number
}
/** The rates and terms of new loans; `from` is the first day on which they apply. */
export type Rate = Omit<LoanTerms, 'principal' | 'serviceFee' | 'handlingFee' | 'instalments'>
export type BankAccount = { bank: string; name: string; number: string }
/**
 * How a bank writes the table of an account's movements: its head, and what each column is, '' for a column that is not
 * read. `unsigned`: what an amount without a sign is, where the sign tells the direction.
 */
export type BankLayout = {
  head: string[]
  roles: string[]
  dates: 'dmy' | 'mdy'
  sen: '.' | ',' | 'either'
  unsigned: 'credit' | 'refused'
  creditMark: string
  debitMark: string
  id: 'unique' | 'journal'
}
/** The cost of each application from a channel, in rupiah; `from` is the first day of application on which it applies. */
export type ChannelCost = { from: string; perApplication: number }
/** The script of a batch for its sellers; the one under the lender's own code is for every other batch. */
export type LeadScript = { script: string }
/** A name that messages are sent under, with the number of its registration. */
export type SmsSender = { registration: string; used: boolean }
/** The price of a segment in rupiah; `from` is the first day on which it applies. */
export type SmsPrice = { from: string; segment: number }
/** The addresses that an app's messages carry: the app itself, and the page for opting out. */
export type SmsLinks = { appLink: string; optOutPage: string }
export type Values =
  | App
  | Product
  | Rate
  | BankAccount
  | BankLayout
  | ContactRules
  | CollectionRules
  | LeadRules
  | LoanRules
  | ApprovalRules
  | PayoutRules
  | MessageRules
  | StaffRules
  | ChannelCost
  | Scorecard
  | LeadScript
  | ProvinceZones
  | Holidays
  | SmsSender
  | SmsPrice
  | SmsLinks

/** The code of a setting that a lender has once. */
export const onlyCode = 'LENDER'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
type Named = { kind: SettingKind; code: string }
export type SettingEvent =
  | Did<'settingFound', Named & { inForce: Values[] }>
  // Proposals from before reasons were asked for lack one.
  | Did<'settingProposed', Named & { values: Values; reason?: string }>
  | Did<'settingConfirmed' | 'settingTakenBack'>
  | Did<'settingRefused', { reason: string }>

type Proposed = { values: Values; proposer: string; editor: string; at: number; reason?: string }
export type Setting = {
  kind: SettingKind | ''
  code: string
  /** One value at most; of those that apply from a day on several, each from its own. */
  inForce: Values[]
  proposed: Proposed | null
  /** The last change that came into force. */
  confirmed: { proposer: string; by: string; at: number } | null
  /** The refusal of the last proposal, if it was refused. */
  refused: { by: string; reason: string; at: number } | null
}

type About = { context: Setting; event: Payload<SettingEvent> }

// Today's values are in use. Values may begin in the past only while there are none, because nothing depends on them yet.
const liesAhead = ({ inForce }: Setting, values: Values, at: number) =>
  !('from' in values) || inForce.length === 0 || values.from > businessDay(at)

/** Whether two values, lists or objects of them have the same contents, whatever the order of an object's fields. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  const [fields, others] = [Object.entries(one), other as Record<string, unknown>]
  return fields.length === Object.keys(other).length && fields.every(([name, value]) => isSame(value, others[name]))
}

export const rules = {
  notProposer: byAnother(({ proposed }: Setting) => [proposed?.proposer]),
  notLastEditor: byAnother(({ proposed }: Setting) => [proposed?.editor]),
  whoProposed: ({ context, event }: About) => context.proposed?.proposer === event.by,
  changesSomething: onPayload(({ context, event }: About) => {
    const last = context.inForce.at(-1)
    return last === undefined || !isSame(event.values!, last)
  }),
  fromTomorrow: onPayload(({ context, event }: About) => liesAhead(context, event.values!, event.at)),
  dayStillAhead: onPayload(({ context, event }: About) => liesAhead(context, context.proposed!.values, event.at)),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
}

type By<More = unknown> = { event: Fact & More }
type At<More = unknown> = By<More> & { context: Setting }

export const found = ({ event: { kind, code, inForce } }: By<Named & { inForce: Values[] }>) => ({
  kind,
  code,
  inForce,
})

type Proposal = Named & { values: Values; reason?: string }
export const proposed = ({ context, event: { kind, code, values, by, at, reason } }: At<Proposal>) => ({
  kind,
  code,
  proposed: { values, proposer: context.proposed?.proposer ?? by, editor: by, at, ...(reason && { reason }) },
  refused: null,
})

/** Values from a day on replace those that begin on that day or later; those of earlier days stay. */
const following = (inForce: readonly Values[], values: Values): Values[] =>
  'from' in values ? [...inForce.filter((one) => 'from' in one && one.from < values.from), values] : [values]

export const confirmed = ({ context: { inForce, proposed: waiting }, event: { by, at } }: At) => ({
  inForce: following(inForce, waiting!.values),
  proposed: null,
  confirmed: { proposer: waiting!.proposer, by, at },
})

export const refused = ({ event: { by, at, reason } }: By<{ reason: string }>) => ({
  proposed: null,
  refused: { by, reason, at },
})
