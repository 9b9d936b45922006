import { dayStart } from './calendar.ts'
import { rupiah, thousands } from './money.ts'

export const smsLanguages = ['id', 'en', 'zh'] as const
export type SmsLanguage = (typeof smsLanguages)[number]
export const smsCategories = ['service', 'collection', 'marketing'] as const
export type SmsCategory = (typeof smsCategories)[number]
/** `byLaw`: the law requires the message, so it reaches also somebody who may not be contacted. */
export const smsMarks = ['byLaw'] as const
export type SmsMark = (typeof smsMarks)[number]

export const isByLaw = ({ marks = [] }: { marks?: readonly SmsMark[] | undefined }): boolean => marks.includes('byLaw')

/** The most characters of a template's body: seven segments of the shorter kind are about 1,000. */
export const mostCharacters = 1000

type Kind = 'text' | 'rupiah' | 'day' | 'number'
/** The record that fills it. Marketing reaches people who have no order. */
type Needs = 'person' | 'order' | 'loan'
type Variable = { kind: Kind; needs: Needs; example: string | number }

/** Every variable that a template may use, each with a value to show it by. Locale keys: `smsTemplate:variable.<name>`. */
export const smsVariables = {
  name: { kind: 'text', needs: 'person', example: 'Siti Rahmawati' },
  appName: { kind: 'text', needs: 'person', example: 'Dana Kilat' },
  optOutLink: { kind: 'text', needs: 'person', example: 'https://loket.example/stop#id0f9c2d7e41b6a83c5d20' },
  appLink: { kind: 'text', needs: 'person', example: 'https://loket.example/app' },
  orderNo: { kind: 'text', needs: 'order', example: 'DK20260310000123' },
  product: { kind: 'text', needs: 'order', example: 'KILAT' },
  loanAmount: { kind: 'rupiah', needs: 'order', example: 2_000_000 },
  arrivalAmount: { kind: 'rupiah', needs: 'order', example: 1_890_000 },
  bank: { kind: 'text', needs: 'order', example: 'BCA' },
  mend: { kind: 'text', needs: 'order', example: 'KTP sisi depan, bukti penghasilan' },
  amountDue: { kind: 'rupiah', needs: 'loan', example: 1_234_567 },
  dueDay: { kind: 'day', needs: 'loan', example: '2026-03-12' },
  daysOverdue: { kind: 'number', needs: 'loan', example: 3 },
  virtualAccount: { kind: 'text', needs: 'loan', example: '8808081234567890' },
  paidAmount: { kind: 'rupiah', needs: 'loan', example: 1_000_000 },
  paidDay: { kind: 'day', needs: 'loan', example: '2026-03-11' },
} as const satisfies Record<string, Variable>
export type SmsVariable = keyof typeof smsVariables
export const smsVariableNames = Object.keys(smsVariables) as SmsVariable[]

/** Amounts in rupiah, days as 'YYYY-MM-DD'. */
export type SmsValues = Partial<Record<SmsVariable, string | number>>

const isVariable = (name: string): name is SmsVariable => Object.hasOwn(smsVariables, name)

/** Whether a template of this category may use the variable. */
export const isFor = (category: SmsCategory, name: SmsVariable): boolean =>
  category !== 'marketing' || smsVariables[name].needs === 'person'

export const smsTextProblems = [
  'empty',
  'tooLong',
  'unclosed',
  'unopened',
  'unnamed',
  'unknown',
  'notForCategory',
  'noOptOut',
] as const
/** A flaw of a body; `text` is the part that the words name. */
export type SmsTextProblem = { problem: (typeof smsTextProblems)[number]; text: string }

type Piece = { kind: 'words' | 'variable' | 'unclosed' | 'unopened'; text: string }

/** The most characters of a flaw that the words name. */
const mostNamed = 20

const piecesOf = (body: string): Piece[] =>
  [...body.matchAll(/\{([^{}]*)\}|\{[^{}]*|\}|[^{}]+/g)].map(([text, name]) => {
    if (name !== undefined) return { kind: 'variable', text: name }
    if (text.startsWith('{')) return { kind: 'unclosed', text }
    return text === '}' ? { kind: 'unopened', text } : { kind: 'words', text }
  })

/** The variables of a body, each once, in the order of the text. */
export const variablesIn = (body: string): SmsVariable[] => [
  ...new Set(piecesOf(body).flatMap(({ kind, text }) => (kind === 'variable' && isVariable(text) ? [text] : []))),
]

const problemOf = ({ kind, text }: Piece, category: SmsCategory): SmsTextProblem[] => {
  if (kind === 'words') return []
  if (kind !== 'variable') return [{ problem: kind, text: text.slice(0, mostNamed) }]
  if (text.trim() === '') return [{ problem: 'unnamed', text: `{${text}}` }]
  if (!isVariable(text)) return [{ problem: 'unknown', text: `{${text}}` }]
  return isFor(category, text) ? [] : [{ problem: 'notForCategory', text: `{${text}}` }]
}

/** Every reason why a body cannot be sent to anybody, in the order of the text. */
export const problemsOf = ({ category, body }: { category: SmsCategory; body: string }): SmsTextProblem[] => {
  if (body.trim() === '') return [{ problem: 'empty', text: '' }]
  if (body.length > mostCharacters) return [{ problem: 'tooLong', text: String(mostCharacters) }]
  const found = piecesOf(body).flatMap((piece) => problemOf(piece, category))
  const isWithoutOptOut = category === 'marketing' && !variablesIn(body).includes('optOutLink')
  return isWithoutOptOut ? [...found, { problem: 'noOptOut', text: '{optOutLink}' }] : found
}

// One sign outside the GSM alphabet makes the whole message UCS-2, with 70 characters to a segment instead of 160.
const plainSigns: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u2032': "'",
  '\u00b4': "'",
  '\u0060': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2033': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u2022': '-',
  '\u00d7': 'x',
  '\u00a0': ' ',
  '\u2002': ' ',
  '\u2003': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
  '\u200c': '',
  '\u2060': '',
  '\ufeff': '',
}

/** A text with typographic signs replaced by those of the GSM alphabet. Chinese text is UCS-2 anyway and keeps its own. */
export const normalised = (text: string, language: SmsLanguage): string => {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  return language === 'zh' ? lines : [...lines].map((sign) => plainSigns[sign] ?? sign).join('')
}

const locales: Record<SmsLanguage, string> = { id: 'id-ID', en: 'en-GB', zh: 'zh-CN' }

const valueText = (kind: Kind, value: string | number, language: SmsLanguage): string => {
  if (kind === 'rupiah') return rupiah(Number(value), language)
  if (kind === 'number') return thousands(Number(value), language)
  if (kind === 'day')
    return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(
      dayStart(String(value)),
    )
  // A value is one line: a name must not be able to add one.
  return String(value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}

export type Filled = { text: string } | { unfilled: SmsVariable[] }

/**
 * A body with its values. Refused when a variable has no value or an empty one. A value is never read for variables.
 * Throws for a body that `problemsOf` refuses.
 */
export const filledWith = (body: string, values: SmsValues, language: SmsLanguage): Filled => {
  const unfilled = variablesIn(body).filter((name) => {
    const value = values[name]
    return value === undefined || (typeof value === 'string' && value.trim() === '')
  })
  if (unfilled.length > 0) return { unfilled }
  const texts = piecesOf(body).map(({ kind, text }) => {
    if (kind === 'words') return text
    if (kind !== 'variable' || !isVariable(text)) throw new Error(`a template has ${text}, which nothing fills`)
    return valueText(smsVariables[text].kind, values[text]!, language)
  })
  return { text: normalised(texts.join(''), language) }
}

/** The example of each variable, to show a template by. */
export const exampleValues: SmsValues = Object.fromEntries(
  smsVariableNames.map((name) => [name, smsVariables[name].example]),
)

/** A body with its examples; what is no known variable stays as it was written. */
export const exampleOf = (body: string, language: SmsLanguage): string =>
  normalised(
    piecesOf(body)
      .map(({ kind, text }) => {
        if (kind !== 'variable') return text
        return isVariable(text) ? valueText(smsVariables[text].kind, smsVariables[text].example, language) : `{${text}}`
      })
      .join(''),
    language,
  )
