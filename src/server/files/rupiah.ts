/** A bank's amount in rupiah, with the direction where a sign, brackets or letters give one. */
export type Written = { amount: number; direction?: 'credit' | 'debit' }

const marks: Record<string, 'credit' | 'debit'> = {
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
export const directionOf = (text: string): 'credit' | 'debit' | undefined =>
  marks[text.trim().toUpperCase().replace(/\.$/, '')]

const shape = /^(?:RP\.?|IDR)?([-+]?)(\()?(?:RP\.?|IDR)?([-+]?)(\d[\d.,]*)(\))?([-+]?)([A-Z]*)\.?$/

/**
 * Parses an amount in whole rupiah, such as 1.234.567,00, 1,234,567.00, 1234567, (50.000) or 50.000 DB. Thousands and
 * decimals use dot and comma in either role; decimals must be zeros. Returns the reason when it is invalid.
 */
export const rupiahOf = (text: string): Written | 'amount' | 'decimals' => {
  const bare = text.toUpperCase().replaceAll(/[\s\u00a0\u202f']/g, '')
  const [, before, opened, inner, digits, closed, after, letters] = shape.exec(bare) ?? []
  if (!digits || Boolean(opened) !== Boolean(closed)) return 'amount'
  const mark = letters ? marks[letters] : undefined
  if (letters && !mark) return 'amount'
  const sign = before || inner || after || (opened ? '-' : '')
  const amount = wholeOf(digits)
  if (typeof amount === 'string') return amount
  const direction = mark ?? (sign ? marks[sign] : undefined)
  return { amount, ...(direction && { direction }) }
}

const grouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/

const wholeOf = (digits: string): number | 'amount' | 'decimals' => {
  if (/^\d+$/.test(digits) || grouped.test(digits)) return safe(digits.replaceAll(/[.,]/g, ''))
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)]
  const thousands = grouped.exec(whole)?.[1]
  if (!/^\d+$/.test(whole) && (!thousands || thousands === digits[at])) return 'amount'
  if (!/^0*$/.test(decimals)) return /^\d+$/.test(decimals) ? 'decimals' : 'amount'
  return safe(whole.replaceAll(/[.,]/g, ''))
}

const safe = (digits: string) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : ('amount' as const))
