import { daysBetween, dayStart } from '../../machines/calendar.ts'
import { decoded, notText, withoutTransmission } from './cells.ts'
import { dayOf } from './days.ts'
import { bankIdOf } from './ids.ts'
import { hasMessage, type Message, messagesIn, type Tag } from './mt940.tags.ts'
import { textOf86 } from './mt940.text.ts'
import type { Flaw, Movement, Pending, Reading, Contents } from './statement.types.ts'
import { digits } from './table.titles.ts'
import { Unreadable } from './zip.ts'

const textIn = (file: Buffer) => withoutTransmission(decoded(file)).replace(/^\ufeff/, '')

/** Whether a file has a SWIFT message. A line or two may stand above it. */
export const looksLikeMt940 = (file: Buffer): boolean => hasMessage(textIn(file.subarray(0, 2000)))

/** The movements of one account in a SWIFT MT940 file of one or more messages. Throws Unreadable. */
export const linesOfMt940 = (file: Buffer, { today, number }: Reading): Contents => {
  const text = textIn(file)
  if (notText.test(text)) throw new Unreadable('type')
  const byAccount = Map.groupBy(messagesIn(text), accountIn)
  // A movement beside the messages is of no account: to leave it out would lose it.
  const stray = byAccount.size > 1 ? (byAccount.get('') ?? []).flat().filter(({ tag }) => tag === '61') : []
  if (byAccount.size > 1) byAccount.delete('')
  const own = [...byAccount.keys()].find((account) => number && account && digits(account).endsWith(digits(number)))
  if (byAccount.size > 1 && own === undefined) throw new Unreadable(number ? 'otherAccount' : 'accounts')
  const account = own ?? [...byAccount.keys()][0] ?? ''
  const pages = inTime(byAccount.get(account) ?? [])
  const tags = pages.flat()
  const opening = tags.find(({ tag }) => tag === '60F' || tag === '60M')
  const closing = tags.findLast(({ tag }) => tag === '62F' || tag === '62M')
  if (!opening || !closing) throw new Unreadable('noBalances')
  if (mayBeThousands(tags)) throw new Unreadable('field', { row: opening.row, tag: opening.tag })

  const movements: Movement[] = []
  const pending: Pending[] = []
  const flaws = stray.map(({ row, text }): Flaw => ({
    row,
    column: ':61:',
    reason: 'stray',
    said: text.slice(0, 60),
  }))
  let balance = balanceOf(opening).sen
  let part = 0
  let closed: string | undefined
  for (const page of pages) {
    const end = page.findLast(({ tag }) => tag === '62F' || tag === '62M')
    const endDay = end && dateOf(balanceOf(end).date, today)
    if (closed !== undefined && endDay !== closed) part += 1
    closed = end?.tag === '62F' ? endDay : undefined
    const [moved, expected, wrong] = [movements.length, pending.length, flaws.length]
    for (const [at, one] of page.entries()) {
      if (one.tag === '61') {
        const read = movementOf(one, today, { last: movements.at(-1)?.day, end: endDay, part })
        if ('reason' in read) flaws.push(read)
        else if (read.isExpected)
          pending.push({ ...read.pending, info: [read.pending.info, ...textsAfter(page, at)].join(' ').trim() })
        else movements.push({ ...read.movement, info: [read.movement.info, ...textsAfter(page, at)].join(' ').trim() })
      }
      // Each page must begin with the closing balance of the previous one, and come to its own.
      if (one.tag === '62M' || one.tag === '62F') {
        const stated = balanceOf(one).sen
        const sums = [0, sumOf(pending.slice(expected))].map((left) => balance + sumOf(movements.slice(moved)) + left)
        if (one !== closing && flaws.length === wrong && !sums.includes(stated))
          flaws.push({ row: one.row, column: `:${one.tag}:`, reason: 'end', said: one.text.slice(0, 60) })
        balance = stated
      }
      if ((one.tag === '60M' || one.tag === '60F') && balanceOf(one).sen !== balance)
        flaws.push({ row: one.row, column: `:${one.tag}:`, reason: 'start', said: one.text.slice(0, 60) })
    }
  }
  return {
    format: 'mt940',
    account: account || null,
    others: [...byAccount.keys()].filter((one) => one !== account),
    movements,
    pending,
    start: balanceOf(opening).sen,
    end: balanceOf(closing).sen,
    endsAt: { row: closing.row, column: `:${closing.tag}:` },
    claims: [],
    inOrder: true,
    columns: { day: ':61:', txid: ':61:', amount: ':61:', balance: ':61:' },
    flaws,
  }
}

const sumOf = (moved: readonly Pick<Movement, 'direction' | 'amount'>[]) =>
  moved.reduce((sum, { direction, amount }) => sum + (direction === 'credit' ? amount : -amount), 0)

const accountIn = (message: Message) =>
  message
    .find(({ tag }) => tag === '25' || tag === '25P')
    ?.text.split('\n')[0]!
    .trim() ?? ''

/** Messages of several days by day. Those of one day keep the order of the file. */
const inTime = (messages: readonly Message[]) => {
  const endOf = (message: Message) => {
    const end = message.findLast(({ tag }) => tag === '62F' || tag === '62M')
    return end ? balanceOf(end).date : ''
  }
  return messages.toSorted((one, other) => Number(endOf(one)) - Number(endOf(other)))
}

/** The texts of a movement: the :86: fields right behind it. One behind a balance is of the whole statement. */
const textsAfter = (page: Message, at: number) => {
  const texts: string[] = []
  for (let next = at + 1; page[next]?.tag === '86'; next += 1) texts.push(textOf86(page[next]!.text))
  return texts
}

const dateOf = (yymmdd: string, today: string) =>
  dayOf(`20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`, today)

/** Parses an amount without thousands separators into sen. Returns the reason when it is invalid. */
const senOf = (text: string): number | 'amount' | 'decimals' => {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:[,.](\d*))?$/.exec(text) ?? []
  // The mark before the sen is a comma. A dot before three digits separates thousands.
  if (whole === undefined || /\.\d{3}$/.test(text)) return 'amount'
  return /^\d{0,2}0*$/.test(decimals) ? Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) : 'decimals'
}

/** Whether each amount of a file ends in a comma and three digits: those may be thousands, and balances prove nothing. */
const mayBeThousands = (tags: readonly Tag[]) => {
  const amounts = tags.flatMap(({ tag, text }) => {
    const shape = /^6[02]/.test(tag)
      ? /[A-Z]{3}\s*([\d,.]+)/
      : tag === '61'
        ? /^\d{6}[\s\d]*[A-Z]+\s*([\d,.]+)/
        : undefined
    return shape?.exec(text)?.[1] ?? []
  })
  return amounts.every((amount) => /,\d{3}$/.test(amount))
}

/** The signed balance of a balance field, which has C or D, date, currency and amount. Throws Unreadable. */
const balanceOf = ({ text, row, tag }: Tag): { sen: number; date: string } => {
  const [, mark, date, currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)$/.exec(text.replaceAll(/\s/g, '')) ?? []
  if (!mark) throw new Unreadable('field', { row, tag })
  if (currency !== 'IDR') throw new Unreadable('currency', { currency: currency!, row })
  const sen = senOf(amount!)
  if (typeof sen === 'string') throw new Unreadable('field', { row, tag })
  return { sen: mark === 'C' ? sen : -sen, date: date! }
}

// The type has N, F or S and three characters more, of which some banks leave the last or all blank; some write two
// letters.
const movementShape =
  /^(\d{6})\s*(\d{4})?\s*(E?R?[CD])[A-Z]?\s*([\d,.]+)\s*(?:[NFS](?:[A-Z0-9]{3}|[A-Z0-9]{2} | {3})(?!ONREF|NREF)|[A-Z]{2})([^\n]*)/

/** The last day of a month for a value date of its 29th to 31st that does not exist: some banks reckon with 30 days. */
const monthEndOf = (yymmdd: string, today: string) => {
  const days = [30, 29, 28].filter((day) => day < Number(yymmdd.slice(4)) && yymmdd.slice(4) <= '31')
  return days.map((day) => dateOf(`${yymmdd.slice(0, 4)}${day}`, today)).find((day) => day !== undefined)
}

/** The day on which the bank booked: the entry date, in the year next to the value date. */
const bookDay = (valued: string, entry: string, today: string): string | undefined => {
  if (entry === valued.slice(5).replace('-', '')) return valued
  const years = [-1, 0, 1].map((more) => Number(valued.slice(0, 4)) + more)
  const days = years.flatMap((year) => dayOf(`${year}-${entry.slice(0, 2)}-${entry.slice(2)}`, today) ?? [])
  const [nearest] = days.toSorted(
    (one, other) => Math.abs(daysBetween(one, valued)) - Math.abs(daysBetween(other, valued)),
  )
  return nearest
}

/** Without an entry date the value date counts, but not beyond the day of the statement or before the line above. */
const withoutEntry = (valued: string, { last, end }: Around) => {
  const upTo = end !== undefined && valued > end ? end : valued
  return last !== undefined && last > upTo && (end === undefined || last <= end) ? last : upTo
}

type Around = { last: string | undefined; end: string | undefined; part: number }
type Read = { isExpected: false; movement: Movement } | { isExpected: true; pending: Pending }

const movementOf = ({ row, text }: Tag, today: string, around: Around): Read | Flaw => {
  const flaw = (reason: string): Flaw => ({ row, column: ':61:', reason, said: text.slice(0, 60) })
  const [, valuedOn, entry, mark, amount, references] = movementShape.exec(text) ?? []
  if (!valuedOn) return flaw('unread')
  const valued = dateOf(valuedOn, today) ?? monthEndOf(valuedOn, today)
  const day = valued && (entry ? bookDay(valued, entry, today) : withoutEntry(valued, around))
  if (!day) return flaw('date')
  const sen = senOf(amount!)
  if (typeof sen === 'string') return flaw(sen)
  const [own = '', bank = ''] = references!.split('//').map(bankIdOf)
  // A reversal (RC, RD) goes in the opposite direction.
  const direction = /^E?(C|RD)$/.test(mark!) ? ('credit' as const) : ('debit' as const)
  const info = text.split('\n').slice(1).join(' ')
  if (mark!.startsWith('E'))
    return { isExpected: true, pending: { direction, amount: sen, info, part: around.part, day: entry ? day : valued } }
  const movement: Movement = {
    row,
    day,
    at: dayStart(day),
    txid: bank || own,
    direction,
    amount: sen,
    info,
    balance: null,
    column: ':61:',
    written: text.slice(0, 60),
    part: around.part,
  }
  return { isExpected: false, movement }
}
