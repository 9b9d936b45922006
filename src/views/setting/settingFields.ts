import { usualApprovalRules } from '../../machines/approvalRules.ts'
import { banks } from '../../machines/banks.ts'
import { dayStart } from '../../machines/calendar.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import { usualRules, zones } from '../../machines/contactRules.ts'
import { type Holiday, holidayKinds } from '../../machines/decree.ts'
import { usualLeadRules } from '../../machines/leadRules.ts'
import { usualLoanRules } from '../../machines/loanRules.ts'
import { usualMessageRules } from '../../machines/messageRules.ts'
import { rupiahIn } from '../../machines/money.ts'
import { usualPayoutRules } from '../../machines/payoutRules.ts'
import { codesIn, inRanges, usualZones } from '../../machines/provinceZones.ts'
import { type ScorecardItem, usualScorecard } from '../../machines/scorecard.ts'
import type { SettingKind } from '../../machines/setting.facts.ts'
import { usualStaffRules } from '../../machines/staffRules.ts'
import { longest, type SettingValues } from '../../services/setting.ts'
import type { Field } from '../detail/form/field.ts'
import type { FactTexts } from '../detail/record/Changes.tsx'
import type { Format } from '../shared/format.ts'

type As =
  | 'text'
  | 'lines'
  | 'rupiah'
  | 'number'
  | 'numbers'
  | 'day'
  | 'texts'
  | 'words'
  | 'weekdays'
  | 'yesNo'
  | 'codes'
  | 'holidays'
  | 'items'
  | 'bank'
type SettingField = { name: string; as: As; most?: number }

const number = (name: string): SettingField => ({ name, as: 'number' })
const rupiah = (name: string): SettingField => ({ name, as: 'rupiah' })
const mostOfCodes = 400
const timeOfDay = 'HH:MM'.length
const text = (name: string, most: number): SettingField => ({ name, as: 'text', most })

/** The locale key of what identifies a setting of a kind. */
export const codeOf = (kind: SettingKind) =>
  ({
    rate: 'setting:ask.product',
    channelCost: 'setting:ask.channel',
    holidays: 'setting:ask.year',
    smsSender: 'setting:ask.sender',
    smsLinks: 'setting:ask.app',
    leadScript: 'setting:ask.batch',
  })[kind as string] ?? 'setting:ask.code'

/** The fields of each kind, in the order of its form. */
export const fieldsOf: Record<SettingKind, readonly SettingField[]> = {
  app: [text('name', longest.name)],
  product: [
    text('name', longest.name),
    rupiah('minAmount'),
    rupiah('maxAmount'),
    { name: 'terms', as: 'numbers' },
    number('serviceFee'),
    rupiah('handlingFee'),
  ],
  rate: [
    { name: 'from', as: 'day' },
    number('every'),
    number('interest'),
    number('earlyFee'),
    number('lateFee'),
    number('lateFrom'),
    number('feeDays'),
    number('cap'),
  ],
  bankAccount: [{ name: 'bank', as: 'bank' }, text('name', longest.name), text('number', longest.number)],
  // Proposed beside a file of the bank, not in a form.
  bankLayout: [
    { name: 'head', as: 'texts' },
    { name: 'roles', as: 'words' },
    { name: 'dates', as: 'words' },
    { name: 'sen', as: 'words' },
    { name: 'unsigned', as: 'words' },
    text('creditMark', 20),
    text('debitMark', 20),
    { name: 'id', as: 'words' },
  ],
  contactRules: [
    { name: 'from', as: 'day' },
    text('opens', timeOfDay),
    text('closes', timeOfDay),
    { name: 'weekdays', as: 'weekdays' },
    number('attempts'),
    number('gap'),
    number('collectionSms'),
    number('marketingAttempts'),
    number('lastDay'),
    { name: 'agencies', as: 'yesNo' },
    { name: 'jointLeave', as: 'yesNo' },
    { name: 'consent', as: 'yesNo' },
  ],
  collectionRules: [
    { name: 'from', as: 'day' },
    ...['pre', 's2', 'm2', 'm3', 'm4', 'horizon', 'grace', 'statementDays', 'heldBack'].map(number),
    ...['placementDays', 'retainDays', 'retainMost'].map(number),
  ],
  leadRules: [{ name: 'from', as: 'day' }, ...['held', 'idle', 'horizon', 'credit'].map(number)],
  loanRules: [
    { name: 'from', as: 'day' },
    rupiah('mostReduced'),
    rupiah('mostReducedByLead'),
    ...['mostRollovers', 'rolloverServiceFee', 'rolloverInterest', 'writeOffBeyond'].map(number),
  ],
  approvalRules: [
    { name: 'from', as: 'day' },
    ...['claimMinutes', 'decideHours', 'mostReturns', 'returnDays', 'reapplyDays'].map(number),
  ],
  payoutRules: [{ name: 'from', as: 'day' }, number('answerMinutes')],
  messageRules: [
    { name: 'from', as: 'day' },
    ...['staleHours', 'receiptHours', 'codeMinutes', 'codeTries'].map(number),
  ],
  staffRules: [{ name: 'from', as: 'day' }, ...['reveals', 'signInHours', 'linkHours', 'fileDays'].map(number)],
  channelCost: [{ name: 'from', as: 'day' }, rupiah('perApplication')],
  scorecard: [
    { name: 'from', as: 'day' },
    ...['share', 'second', 'pass', 'appeal', 'wait'].map(number),
    { name: 'items', as: 'items', most: 2000 },
  ],
  leadScript: [{ name: 'script', as: 'lines', most: longest.script }],
  // Its form asks for the lines of the decree.
  holidays: [text('decree', longest.decree), { name: 'days', as: 'holidays' }],
  smsSender: [text('registration', longest.registration), { name: 'used', as: 'yesNo' }],
  smsPrice: [{ name: 'from', as: 'day' }, rupiah('segment')],
  smsLinks: [text('appLink', longest.link), text('optOutPage', longest.link)],
  zones: [
    { name: 'from', as: 'day' },
    ...zones.map((name): SettingField => ({ name, as: 'codes', most: mostOfCodes })),
  ],
}

/** The values that the form of a new setting starts with. */
export const usual: Partial<Record<SettingKind, SettingValues>> = {
  contactRules: usualRules,
  collectionRules: usualCollection,
  leadRules: usualLeadRules,
  loanRules: usualLoanRules,
  approvalRules: usualApprovalRules,
  payoutRules: usualPayoutRules,
  messageRules: usualMessageRules,
  staffRules: usualStaffRules,
  scorecard: usualScorecard,
  zones: usualZones,
}

/** Kinds whose values apply from a day on, so that several are in force. */
export const isDated = (kind: SettingKind) => fieldsOf[kind].some(({ name }) => name === 'from')

/** Kinds of which a lender has one setting. */
const only: readonly SettingKind[] = [
  'contactRules',
  'collectionRules',
  'leadRules',
  'loanRules',
  'approvalRules',
  'payoutRules',
  'messageRules',
  'staffRules',
  'scorecard',
  'zones',
  'smsPrice',
]
export const isOnly = (kind: SettingKind) => only.includes(kind)

/** The fields of each kind that its list shows. */
export const listed: Record<SettingKind, readonly string[]> = {
  app: ['name'],
  product: ['name', 'minAmount', 'maxAmount', 'terms'],
  rate: ['from', 'interest', 'earlyFee', 'lateFee'],
  bankAccount: ['bank', 'name', 'number'],
  bankLayout: ['head'],
  contactRules: ['from', 'opens', 'closes', 'attempts', 'marketingAttempts'],
  collectionRules: ['from', 'pre', 's2', 'm2', 'm3', 'm4'],
  leadRules: ['from', 'held', 'idle', 'horizon', 'credit'],
  loanRules: ['from', 'mostReduced', 'mostReducedByLead', 'mostRollovers', 'writeOffBeyond'],
  approvalRules: ['from', 'claimMinutes', 'decideHours', 'mostReturns', 'returnDays', 'reapplyDays'],
  payoutRules: ['from', 'answerMinutes'],
  messageRules: ['from', 'staleHours', 'receiptHours', 'codeMinutes', 'codeTries'],
  staffRules: ['from', 'reveals', 'signInHours', 'linkHours', 'fileDays'],
  channelCost: ['from', 'perApplication'],
  scorecard: ['from', 'share', 'second', 'pass', 'items'],
  leadScript: ['script'],
  zones: ['from', ...zones],
  holidays: ['decree', 'days'],
  smsSender: ['registration', 'used'],
  smsPrice: ['from', 'segment'],
  smsLinks: ['appLink', 'optOutPage'],
}

export const labelOf = (name: string) => `setting:ask.${name}`

// A key of the locale files may not have a mark in it.
const marks: Record<string, string> = { '': 'none', '.': 'dot', ',': 'comma' }
const wordOf = (value: string, t: Format['t']) => t(`setting:layout.${marks[value] ?? value}`)

/** A single value as text; holidays and items have none. */
export const plain = (value: SettingValues[string] | Holiday | ScorecardItem | undefined): string =>
  typeof value === 'object' || value === undefined ? '' : String(value)

const countsOf = (days: readonly Holiday[], t: Format['t']) =>
  holidayKinds
    .map((kind) => t(`setting:screen.holiday.count.${kind}`, { count: days.filter((one) => one.kind === kind).length }))
    .join(', ')

/** Items as a form has them: a line each, its weight first, with a ! where missing it is fatal. */
const linesOf = (items: readonly ScorecardItem[]) =>
  items.map(({ name, weight, fatal }) => `${weight}${fatal ? '!' : ''} ${name}`).join('\n')
const itemsIn = (lines: string): ScorecardItem[] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, weight, mark, name = ''] = /^\s*(\d+)(!?)\s+(.*)$/.exec(line) ?? []
      return { name: name.trim(), weight: Number(weight), fatal: mark === '!' }
    })

/** Formats a value for display. */
export const shown = (
  value: SettingValues[string] | undefined,
  as: As,
  { t, money, number: inDigits, day }: Format,
) => {
  if (value === undefined) return ''
  if (as === 'rupiah') return money(Number(value))
  if (as === 'day') return day(dayStart(plain(value)))
  if (as === 'text' || as === 'lines' || as === 'bank') return plain(value)
  if (as === 'yesNo') return t(`audit:${value ? 'yes' : 'no'}`)
  if (as === 'weekdays')
    return [value]
      .flat()
      .map((one) => t(`reviewers:weekday.${plain(one)}`))
      .join(', ')
  if (as === 'items') return (value as ScorecardItem[]).map((item) => linesOf([item])).join(' · ')
  if (as === 'holidays') return countsOf(value as Holiday[], t)
  if (as === 'codes') return inRanges([value].flat().map(plain))
  if (as === 'texts') return [value].flat().map(plain).join(' · ')
  if (as === 'words')
    return [value]
      .flat()
      .map((one) => wordOf(plain(one), t))
      .join(' · ')
  return [value].flat().map(Number).map(inDigits).join(', ')
}

/** All values formatted, by the locale keys of their labels. */
export const inWords = (kind: SettingKind, values: SettingValues, format: Format): FactTexts =>
  Object.fromEntries(fieldsOf[kind].map(({ name, as }) => [labelOf(name), shown(values[name], as, format)]))

const asks: Record<As, (most: number, last: string) => Field> = {
  text: (most) => ({ kind: 'line', most }),
  lines: (most) => ({ kind: 'text', most }),
  rupiah: () => ({ kind: 'rupiah' }),
  number: () => ({ kind: 'number' }),
  numbers: (most) => ({ kind: 'line', most }),
  day: () => ({ kind: 'day' }),
  texts: (most) => ({ kind: 'line', most }),
  words: (most) => ({ kind: 'line', most }),
  codes: (most) => ({ kind: 'line', most }),
  holidays: (most) => ({ kind: 'line', most }),
  items: (most) => ({ kind: 'text', most }),
  // A name that is in force stays, also one that the list does not have.
  bank: (_most, last) => ({
    kind: 'choice',
    options: [...new Set([...banks, ...(last ? [last] : [])])].map((name) => ({ value: name, name })),
  }),
  weekdays: () => ({
    kind: 'checks',
    options: [1, 2, 3, 4, 5, 6, 7].map((one) => ({ value: String(one), words: `reviewers:weekday.${one}` })),
  }),
  yesNo: () => ({
    kind: 'choice',
    options: [
      { value: 'true', words: 'audit:yes' },
      { value: 'false', words: 'audit:no' },
    ],
  }),
}

/** The locale key of how a value is typed. */
export const hints: Partial<Record<As, string>> = {
  numbers: 'setting:screen.termsHint',
  codes: 'setting:screen.codesHint',
  items: 'setting:screen.itemsHint',
}

export const askOf = ({ as, most = 60 }: SettingField, last: string): Field => asks[as](most, last)

/** `typedOf` turns a value into input text, `valueOf` turns it back; empty text is undefined. */
export const typedOf = (value: SettingValues[string] | undefined, as: As) => {
  if (value === undefined) return ''
  if (as === 'items') return linesOf(value as ScorecardItem[])
  const texts = [value].flat().map(plain)
  return as === 'codes' ? inRanges(texts) : texts.join(', ')
}

export const valueOf = (typed: string, as: As): SettingValues[string] | undefined => {
  const text = typed.trim()
  if (text === '') return undefined
  if (as === 'codes') return codesIn(text)
  if (as === 'items') return itemsIn(text)
  if (as === 'yesNo') return text === 'true'
  if (as === 'numbers' || as === 'weekdays') return text.split(/[,;\s]+/).map(Number)
  // Enter sends an amount with separators as it was typed: "15.000" is fifteen thousand.
  if (as === 'rupiah') return rupiahIn(text) ?? Number.NaN
  return as === 'number' ? Number(text) : text
}
