import { currencies } from './currencies.ts'

/** A name as it is compared: lower case, letters and digits alone. */
export const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const set = (words: string) => new Set(words.split(' '))

const accounts = set(
  'norekening nomorrekening rekening norek nomorrek noreknasabah rekeningno account accountno accountnumber accountnum accno acctno acctnumber noaccount nomoraccount 账号 账户 账户号码 卡号',
)
const currencyNames = set('matauang kodematauang currency currencycode ccy valuta curr 币种 货币')

const accountShape = /^([\p{L}\s./]+?)[\s.:=]*(\d+(?:[ .-]\d+)*)(?![/\d])/u
const currencyShape = /^([\p{L}\s./]+?)[\s.:=]+([A-Z]{3}|RP|RUPIAH)\b/iu

// Names that only contain the word: Rekening Giro, Account Details, A/C No.
const accountWord = /rekening|\bno ?rek\b|\brek\b|account|\bacct?\b|\ba\/c\b|账号|账户|卡号/iu
const currencyWord = /mata ?uang|currency|valuta|\bccy\b|\bcurr\b|币种|货币/iu
const foreignWord = /(us|s|a|hk)?[$€£¥]|dol+ar|\beuro\b|\byen\b|\byuan\b|ringgit|美元|欧元|日元|人民币/iu
export const fewestDigits = 9
const dates = /(?<!\d)(?:\d{1,2}([-.])\d{1,2}\1(?:20)?\d{2}(?!\d|\1\d)|20\d{2}([-.])\d{1,2}\2\d{1,2}(?!\d|\2\d))/g

/**
 * Reads what may be the account's number, with a currency beside it, from a title above the movements that has no known
 * name. Shorter numbers are a branch's or a customer's.
 */
export const accountTitleIn = (cells: readonly string[]): { numbers: string[]; currency?: string } => {
  const text = cells.filter(Boolean).join(' ')
  const at = text.search(accountWord)
  if (at === -1) return { numbers: [] }
  const behind = text.slice(at).replaceAll(dates, '/')
  const found = [...behind.matchAll(/\d+(?:[ .-]\d+)*/g)].filter(([number]) => digits(number).length >= fewestDigits)
  const codes = found.flatMap(({ 0: number, index: from }) => {
    const [, before] = /(?<![A-Z])([A-Z]{3})\W*$/.exec(behind.slice(0, from)) ?? []
    const [, after] = /^\W*([A-Z]{3})\W*$/.exec(behind.slice(from + number.length)) ?? []
    return [before, after].flatMap((code) => (code && currencies.has(code) ? [code] : []))
  })
  return { numbers: found.map(([number]) => digits(number)), ...(codes[0] && { currency: codes[0] }) }
}

const compactDates = /(?<!\d)20\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:\d{4}|\d{6})?(?!\d)/g
// A number behind one of these, or behind a name and a colon, is something else. `No.` alone says nothing.
const otherWord =
  /[:=]|\b(?:telp?|telepon|phone|fax|hp|wa|cif|nasabah|pelanggan|customer|npwp|nik|ref\w*|id|user\w*|cabang|branch|kode|code|halaman|page|saldo|balance|limit|plafon|rp|idr)\b|\b(?:no|nomor|number)\b\W*\p{L}/iu

/**
 * Reads the long numbers of a title above the movements. `isBare`: no word says what the number is; a name may stand
 * beside it.
 */
export const numbersIn = (cells: readonly string[]): { number: string; isBare: boolean }[] => {
  const text = cells.filter(Boolean).join(' ').replaceAll(dates, '/').replaceAll(compactDates, '/')
  const isBare = !otherWord.test(text)
  const numbers = (text.match(/\d+(?:[ .-]\d+)*/g) ?? []).map(digits)
  return numbers.filter((number) => number.length >= fewestDigits).map((number) => ({ number, isBare }))
}

/** The foreign currency behind a word for currency, as a code or in words. */
const foreignIn = (text: string): string | undefined => {
  const [, behind] = new RegExp(`(?:${currencyWord.source})(.*)`, 'isu').exec(text) ?? []
  if (behind === undefined) return undefined
  const codes = behind.match(/\b[A-Z]{3}\b/g) ?? []
  const [code] = codes.filter((one) => one === 'IDR' || currencies.has(one))
  return code ? (code === 'IDR' ? undefined : code) : foreignWord.exec(behind)?.[0]
}

/** Reads the account's number, and a currency that is not the rupiah, from a row above or between the movements. */
export const titleIn = (cells: readonly string[]): { account?: string; currency?: string } => {
  const found: { account?: string; currency?: string } = {}
  const foreign = foreignIn(cells.filter(Boolean).join(' '))
  if (foreign) found.currency = foreign
  for (const [at, cell] of cells.entries()) {
    if (!cell) continue
    const text = cells.slice(at).filter(Boolean).join(' ')
    const [, name, number] = accountShape.exec(text) ?? []
    if (name && accounts.has(bare(name)) && digits(number!).length >= 5) found.account ??= digits(number!)
    const [, label, code] = currencyShape.exec(text) ?? []
    if (label && currencyNames.has(bare(label)) && currencies.has(code!.toUpperCase()))
      found.currency ??= code!.toUpperCase()
  }
  return found
}

const maskedNumber = /(?<![\p{L}\d])\d+(?:[x*\u2022]+\d*)+(?![\p{L}\d])/giu

/** A text in which a number that a bank masked, such as 522030XXXX, is the chosen account's where it may be that one. */
export const unmasked = (text: string, number: string | undefined): string =>
  text.replaceAll(maskedNumber, (masked) => {
    const shape = new RegExp(`^${masked.replaceAll(/[x*\u2022]+/giu, '\\d+')}$`)
    return number !== undefined && shape.test(digits(number)) ? digits(number) : masked
  })

export const digits = (text: string) => text.replaceAll(/\D/g, '')
