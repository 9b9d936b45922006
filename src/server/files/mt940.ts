import { dayStart } from '../../machines/calendar.ts'
import { decoded, notText } from './cells.ts'
import { dayOf } from './days.ts'
import type { Flaw, Movement, Reading, Said } from './statement.said.ts'
import { Unreadable } from './zip.ts'

type Tag = { tag: string; row: number; text: string }

/** Whether a file begins like a SWIFT message or with one of its first fields. */
export const looksLikeMt940 = (file: Buffer): boolean =>
  /^\ufeff?\s*(?:\{1:|:20:|:25:)/.test(
    file
      .subarray(0, 200)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )

const tagsIn = (text: string): Tag[] => {
  const tags: Tag[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, rest] = /^(?:.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag) tags.push({ tag, row: index + 1, text: rest! })
    else if (line.trim() && !/^-|^\{|^\}/.test(line) && tags.length > 0) tags.at(-1)!.text += `\n${line}`
  }
  return tags
}

const dateOf = (yymmdd: string, today: string) =>
  dayOf(`20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`, today)

/** Parses an amount without thousands separators; its decimals must be zeros. Returns the reason when it is invalid. */
const wholeOf = (text: string): number | 'amount' | 'decimals' => {
  const [, whole, decimals = ''] = /^(\d{1,15})(?:[,.](\d*))?$/.exec(text) ?? []
  if (whole === undefined) return 'amount'
  return /^0*$/.test(decimals) ? Number(whole) : 'decimals'
}

/** The signed balance of a balance field, which has C or D, date, currency and amount. Throws Unreadable. */
const balanceOf = ({ text, row, tag }: Tag): number => {
  const [, mark, currency, amount] = /^([CD])\d{6}([A-Z]{3})([\d,.]+)$/.exec(text.trim()) ?? []
  if (!mark) throw new Unreadable('field', { row, tag })
  if (currency !== 'IDR') throw new Unreadable('currency', { currency: currency! })
  const whole = wholeOf(amount!)
  if (typeof whole === 'string') throw new Unreadable('field', { row, tag })
  return mark === 'C' ? whole : -whole
}

const movementShape = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,.]+)[A-Z][A-Z0-9]{3}([^\n]*)/

/** The movements of a SWIFT MT940 file: one account, one or more pages. Throws Unreadable. */
export const linesOfMt940 = (file: Buffer, { today }: Reading): Said => {
  const text = decoded(file)
  if (notText.test(text)) throw new Unreadable('type')
  const tags = tagsIn(text)
  const opening = tags.find(({ tag }) => tag === '60F' || tag === '60M')
  const closing = tags.findLast(({ tag }) => tag === '62F' || tag === '62M')
  if (!opening || !closing) throw new Unreadable('noBalances')
  const accounts = new Set(tags.filter(({ tag }) => tag === '25').map((one) => one.text.trim()))
  if (accounts.size > 1) throw new Unreadable('accounts')

  const movements: Movement[] = []
  const flaws: Flaw[] = []
  let balance = balanceOf(opening)
  for (const one of tags) {
    if (one.tag === '61') {
      const read = movementOf(one, today)
      if ('reason' in read) flaws.push(read)
      else movements.push(read)
    }
    if (one.tag === '86' && movements.length > 0) movements.at(-1)!.info += ` ${one.text.replaceAll(/\s*\n\s*/g, ' ')}`
    // Each page must begin with the closing balance of the previous one.
    if (one.tag === '62M' || one.tag === '62F') balance = balanceOf(one)
    if ((one.tag === '60M' || one.tag === '60F') && balanceOf(one) !== balance)
      flaws.push({ row: one.row, column: `:${one.tag}:`, reason: 'start', said: one.text.slice(0, 60) })
  }
  return {
    format: 'mt940',
    account: [...accounts][0] ?? null,
    movements: movements.map((one) => ({ ...one, info: one.info.trim() })),
    start: balanceOf(opening),
    end: balanceOf(closing),
    endsAt: { row: closing.row, column: `:${closing.tag}:` },
    columns: { day: ':61:', txid: ':61:', amount: ':61:', balance: ':61:' },
    flaws,
  }
}

const movementOf = ({ row, text }: Tag, today: string): Movement | Flaw => {
  const flaw = (reason: string): Flaw => ({ row, column: ':61:', reason, said: text.slice(0, 60) })
  const [, valued, , mark, amount, references] = movementShape.exec(text) ?? []
  if (!valued) return flaw('unread')
  const day = dateOf(valued, today)
  if (!day) return flaw('date')
  const whole = wholeOf(amount!)
  if (typeof whole === 'string') return flaw(whole)
  const [own = '', bank = ''] = references!.split('//').map((one) => one.trim())
  const txid = bank || (own === 'NONREF' ? '' : own)
  // A reversal (RC, RD) goes in the opposite direction.
  const direction = mark === 'C' || mark === 'RD' ? ('credit' as const) : ('debit' as const)
  const info = text.split('\n').slice(1).join(' ')
  return { row, day, at: dayStart(day), txid, direction, amount: whole, info, balance: null }
}
