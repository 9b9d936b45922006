import { currencies } from './currencies.ts'

type Direction = 'credit' | 'debit'
type Mark = '.' | ','

/**
 * A bank's amount in sen, the hundredth of a rupiah. `direction` is told by a sign, brackets or letters. `groups` and
 * `decimals` are the marks that separate thousands and sen, where the text shows them.
 */
export type Written = {
  sen: number
  direction?: Direction
  by?: 'sign' | 'letters'
  groups?: Mark | undefined
  decimals?: Mark | undefined
}
/** Why a text is no amount: not a number, parts of a sen, another currency, or a sign against its letters. */
export type NoAmount = 'amount' | 'decimals' | 'foreign' | 'wrongType'

const marks: Record<string, Direction> = {
  CR: 'credit',
  C: 'credit',
  K: 'credit',
  KR: 'credit',
  KREDIT: 'credit',
  CREDIT: 'credit',
  DB: 'debit',
  DR: 'debit',
  D: 'debit',
  DEBET: 'debit',
  DEBIT: 'debit',
  '+': 'credit',
  '-': 'debit',
  贷: 'credit',
  借: 'debit',
}

/** The direction that a bank's mark means: CR and K are money in, DB, DR and D money out. */
export const directionOf = (text: string): Direction | undefined => marks[text.trim().toUpperCase().replace(/\.$/, '')]

const shape =
  /^([A-Z贷借]*?)([-+]?)(\()?(?:RP\.?|IDR)?([-+]?)(\d(?:[\d.,]*\d)?|[.,]\d+)([.,]-?)?(\))?([-+]?)([A-Z贷借]*)\.?$/

/**
 * Parses an amount such as 1.234.567,00, 1,234,567.00, .00, (50.000), Rp50.000,- or 50.000 DB. Thousands and sen use dot
 * and comma in either role; `,-` stands for no sen. Returns the reason when it is invalid.
 */
export const rupiahOf = (text: string): Written | NoAmount => {
  if (isSpaced.test(text) && !spacedGroups.test(text)) return 'amount'
  const bare = text
    .toUpperCase()
    .replaceAll(/[\s\u00a0\u202f']/g, '')
    .replaceAll(/[\u2212\u2013]/g, '-')
  const found = shape.exec(bare)
  if (!found) return 'amount'
  const [, first = '', before, opened, inner, digits = '', mark, closed, after, last = ''] = found
  if (Boolean(opened) !== Boolean(closed)) return 'amount'
  const words = [first, last].filter((word) => !/^(RP|IDR|)$/.test(word))
  if (words.some((word) => currencies.has(word))) return 'foreign'
  const directions = [...words, before, inner, after, opened && '-'].flatMap((mark) => (mark ? [marks[mark]] : []))
  if (directions.includes(undefined)) return 'amount'
  if (new Set(directions).size > 1) return 'wrongType'
  const number = numberOf(digits)
  if (typeof number === 'string') return number
  if (mark && number.decimals) return 'amount'
  const [direction] = directions
  const decimals = mark ? { decimals: mark[0] as Mark } : {}
  return { ...number, ...decimals, ...(direction && { direction, by: words.length > 0 ? 'letters' : 'sign' }) }
}

// Blanks and apostrophes separate thousands, and nothing else.
const isSpaced = /\d[\s']+\d/
const spacedGroups = /^\D*\d{1,3}(?:[\s']\d{3})+(?:[.,]\d*)?\D*$/
const grouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/

const numberOf = (digits: string): Written | NoAmount => {
  // The rest of an amount whose separator also separates cells: 500000,00 and 500,000.
  if (/^00+$/.test(digits)) return 'amount'
  const groups = grouped.exec(digits)?.[1] as Mark | undefined
  if (groups || /^\d+$/.test(digits)) return senOf(digits.replaceAll(/[.,]/g, ''), '', { groups })
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const [whole, sen, decimals] = [digits.slice(0, at), digits.slice(at + 1), digits[at] as Mark]
  const thousands = grouped.exec(whole)?.[1] as Mark | undefined
  if (!/^\d*$/.test(whole) && (!thousands || thousands === decimals)) return 'amount'
  if (!/^\d*$/.test(sen)) return 'amount'
  if (!/^\d{0,2}0*$/.test(sen)) return 'decimals'
  return senOf(whole.replaceAll(/[.,]/g, ''), sen, { groups: thousands, decimals })
}

const senOf = (whole: string, sen: string, how: Pick<Written, 'groups' | 'decimals'>): Written | NoAmount => {
  const amount = Number(whole) * 100 + Number(sen.slice(0, 2).padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? { sen: amount, ...how } : 'amount'
}
