type Language = 'id' | 'en' | 'zh'

function whole(name: string, n: number): number {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`${name} is not a whole number of at least 0: ${n}`)
  return n
}

/**
 * The amount that the customer receives, in rupiah. Throws a RangeError for fractions, negatives, or fees above the
 * loan.
 */
export function arrivalAmount(terms: { loanAmount: number; serviceFee: number; handlingFee: number }): number {
  const { loanAmount, serviceFee, handlingFee } = terms
  return whole(
    'arrivalAmount',
    whole('loanAmount', loanAmount) - whole('serviceFee', serviceFee) - whole('handlingFee', handlingFee),
  )
}

/** `bps` basis points of `amount` rupiah, rounded half-up once. Throws a RangeError for fractions and negatives. */
export function basisPoints(amount: number, bps: number): number {
  const product = BigInt(whole('amount', amount)) * BigInt(whole('bps', bps))
  return whole('result', Number((product + 5000n) / 10_000n))
}

/**
 * `amount` rupiah times `part` / `of`, rounded half-up once. Throws a RangeError for fractions, negatives and `of` 0.
 */
export function proportion(amount: number, part: number, of: number): number {
  const product = BigInt(whole('amount', amount)) * BigInt(whole('part', part))
  const divisor = BigInt(whole('of', of))
  if (divisor === 0n) throw new RangeError('a part of nothing')
  return whole('result', Number((2n * product + divisor) / (2n * divisor)))
}

const locales: Record<Language, string> = { id: 'id-ID', en: 'en-GB', zh: 'zh-CN' }

function formatters(options: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  const of = (language: Language) => new Intl.NumberFormat(locales[language], options)
  return { id: of('id'), en: of('en'), zh: of('zh') }
}

const currency = formatters({ style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
const currencyWithSen = formatters({ style: 'currency', currency: 'IDR', minimumFractionDigits: 2 })
const grouped = formatters({ maximumFractionDigits: 20 })
const oneDecimal = formatters({ maximumFractionDigits: 1 })

/** id 'Rp1.234.567'; en and zh 'IDR 1,234,567' with a no-break space. */
export function rupiah(amount: number, language: Language): string {
  const text = currency[language].format(amount)
  // Indonesian spelling joins Rp and the number; CLDR puts a space between.
  return language === 'id' ? text.replace(/\s/g, '') : text
}

/** An amount of a bank, which may have sen: id 'Rp1.234,50'; en and zh 'IDR 1,234.50'. */
export function rupiahWithSen(amount: number, language: Language): string {
  if (Number.isInteger(amount)) return rupiah(amount, language)
  const text = currencyWithSen[language].format(amount)
  return language === 'id' ? text.replace(/\s/g, '') : text
}

/** A number with thousands separators: id '1.234.567'; en and zh '1,234,567'. */
export function thousands(n: number, language: Language = 'id'): string {
  return grouped[language].format(n)
}

// As people write it: with or without a currency and thousands separators, and with zero sen.
const written = /^\s*(?:rp\.?|idr)?\s*(\d+|\d{1,3}([., ])\d{3}(?:\2\d{3})*)(?:[.,](?:0{1,2}|-))?(?:,-)?\s*$/i

/** The whole rupiah that a text says ('Rp1.500.000,00', '1500000'); undefined for sen, signs, and any other text. */
export function rupiahIn(text: string): number | undefined {
  const amount = written.exec(text)?.[1]
  return amount === undefined ? undefined : Number(amount.replace(/\D/g, ''))
}

const symbols = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** A number to one decimal with its SI symbol: 1234 → '1,2k' (id) or '1.2k' (en, zh). */
export function abbreviated(n: number, language: Language = 'id'): string {
  const size = Math.abs(n)
  let power = 0
  // 999,950 and above would round to 1000k, so they use the next symbol.
  while (power < symbols.length - 1 && size >= 999.95 * 1000 ** power) power += 1
  return oneDecimal[language].format(n / 1000 ** power) + symbols[power]
}
