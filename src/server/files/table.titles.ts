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

/** Reads the account's number, and a currency that is not the rupiah, from a row above or between the movements. */
export const titleIn = (cells: readonly string[]): { account?: string; currency?: string } => {
  const said: { account?: string; currency?: string } = {}
  for (const [at, cell] of cells.entries()) {
    if (!cell) continue
    const text = cells.slice(at).filter(Boolean).join(' ')
    const [, name, number] = accountShape.exec(text) ?? []
    if (name && accounts.has(bare(name)) && digits(number!).length >= 5) said.account ??= digits(number!)
    const [, label, code] = currencyShape.exec(text) ?? []
    if (label && currencyNames.has(bare(label)) && currencies.has(code!.toUpperCase()))
      said.currency ??= code!.toUpperCase()
  }
  return said
}

export const digits = (text: string) => text.replaceAll(/\D/g, '')
