import { sql } from 'kysely'
import { addDays, businessDay, daysBetween, dayStart } from '../../machines/calendar.ts'
import { withdrawalsIn } from '../../machines/txid.ts'
import { accountOf } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'
import type { Server } from '../server.ts'
import { type Found, type Line, texts, wordsOf } from './found.ts'

type Parts = Pick<Server, 'db' | 'vault'>
/** A line and a candidate for it. */
type Pair = readonly [line: Line, found: Found]

// An upper bound: nobody shares an account with so many people.
const mostOwners = 20

/**
 * Finds what each debit is: the payout or withdrawal that it names. Else it is the only one of that amount within a day:
 * a payout to an account that it names, or a withdrawal from the line's own account.
 */
export const debitTargets = async (parts: Parts, lines: readonly Line[]): Promise<Map<Line, Found>> => {
  const found = new Map<Line, Found>()
  for (const find of [payoutsNamedIn, withdrawalsNamedIn, payoutsLike, withdrawalsLike]) {
    const loose = lines.filter((line) => !found.has(line))
    if (loose.length === 0) break
    for (const [line, target] of only(await find(parts, loose))) found.set(line, target)
  }
  return found
}

/** Keeps the pairs whose line and target occur once. Everything else is left to staff. */
const only = (pairs: readonly Pair[]) => {
  const ofLine = Map.groupBy(pairs, ([{ id }]) => id)
  const ofTarget = Map.groupBy(pairs, ([, { recorded }]) => recorded)
  return pairs.filter(([{ id }, { recorded }]) => ofLine.get(id)!.length === 1 && ofTarget.get(recorded)!.length === 1)
}

const payoutsNamedIn = async ({ db }: Parts, lines: readonly Line[]): Promise<Pair[]> => {
  const words = [...new Set(lines.flatMap((line) => [...wordsOf(line), line.info]))]
  const { rows } = await sql<{ order_no: string; txid: string; amount: number }>`
    select order_no, txid, amount from payout where txid = any(${texts(words)}) or txid = any(${texts(words.map((word) => word.toLowerCase()))})
    union select order_no, txid, amount from payout where order_no = any(${texts(words)}) and txid is not null`.execute(
    db.sql,
  )
  return lines.flatMap((line) => {
    const words = new Set(wordsOf(line))
    return rows
      .filter(
        ({ txid, order_no, amount }) =>
          amount === line.amount && (words.has(txid) || words.has(txid.toUpperCase()) || words.has(order_no)),
      )
      .map(({ order_no, txid }): Pair => {
        const how = words.has(order_no) ? 'orderNo' : 'txid'
        return [line, { orderNo: order_no, recorded: txid, how, reads: [] }]
      })
  })
}

const withdrawalsNamedIn = async ({ db }: Parts, lines: readonly Line[]): Promise<Pair[]> => {
  const named = (line: Line) => withdrawalsIn(`${line.txid} ${line.info}`)
  const names = lines.flatMap(named)
  if (names.length === 0) return []
  const rows = await sentWithdrawals(db).where('txid', 'in', names).execute()
  return lines.flatMap((line) =>
    rows
      .filter(({ txid, amount }) => amount === line.amount && named(line).includes(txid))
      .map(({ txid }): Pair => [line, { orderNo: null, recorded: txid, how: 'txid', reads: [] }]),
  )
}

const sentWithdrawals = (db: Database) =>
  db.sql.selectFrom('withdrawal').select(['txid', 'account', 'amount', 'sent_at']).where('sent_at', 'is not', null)

/** Payouts to an account whose number and bank a line names. Transfers within the line's bank omit the bank. */
const payoutsLike = async ({ db, vault }: Parts, lines: readonly Line[]): Promise<Pair[]> => {
  const banks = await db.sql.selectFrom('bank_account').select(['code', 'bank']).execute()
  const pairs: Pair[] = []
  const spelt = new Map(
    lines.map((line) => [line, accountsIn(line, banks.find(({ code }) => code === line.account)!.bank)]),
  )
  const people = await ownersOf(vault, [...spelt.values()].flat())
  for (const line of lines) {
    const numbers = numbersIn(line)
    const owners = [...new Set(spelt.get(line)!.flatMap((account) => people.get(account) ?? []))]
    if (owners.length === 0) continue
    const sent = await db.sql
      .selectFrom('payout')
      .select(['order_no', 'txid', 'person', 'account_version as version', 'sent_at'])
      .where('person', 'in', owners)
      .where('amount', '=', line.amount)
      .where('status', 'in', ['sent', 'accepted', 'succeeded'])
      .where(notTied('payout.txid'))
      .execute()
    const near = sent.filter(({ sent_at: at }) => isNear(line.day, at!))
    // The lookup finds a person by every account they ever had, so the number is compared again.
    const records = await vault.read(near)
    for (const [nth, { order_no: orderNo, txid }] of near.entries())
      if (numbers.includes(records[nth]?.bank.account ?? ''))
        pairs.push([line, { orderNo, recorded: txid, how: 'alike', reads: [] }])
  }
  return pairs
}

const numbersIn = (line: Line) => wordsOf(line).filter((word) => /^\d+$/.test(word))

/** The accounts that a line may name. */
const accountsIn = (line: Line, own: string): string[] =>
  numbersIn(line).flatMap((account) =>
    [own, ...namesIn(line.info)].map((name) => accountOf({ name, account, holder: '' })),
  )

// A query has so many parameters at most.
const accountsAtATime = 5_000

/** The people of each account. Asked for all lines at once: a question a line took most of the time of a large file. */
const ownersOf = async (vault: Parts['vault'], accounts: readonly string[]): Promise<Map<string, string[]>> => {
  const owners = new Map<string, string[]>()
  const asked = [...new Set(accounts)]
  for (let from = 0; from < asked.length; from += accountsAtATime) {
    const some = asked.slice(from, from + accountsAtATime)
    const found = await vault.sharing(
      '',
      some.map((value) => ({ kind: 'account', value })),
      mostOwners,
    )
    for (const { index, person } of found) owners.set(some[index]!, [...(owners.get(some[index]!) ?? []), person])
  }
  return owners
}

/** Candidates for a bank's name in a text: each word and each pair of adjacent words. */
const namesIn = (info: string) => {
  const words = info.toUpperCase().match(/[A-Z]+/g) ?? []
  return words.flatMap((word, nth) => [word, `${word} ${words[nth + 1]}`])
}

const notTied = (txid: string) =>
  sql<boolean>`not exists (select from statement_line where recorded = ${sql.ref(txid)})`

const isNear = (day: string, at: number) => Math.abs(daysBetween(businessDay(at), day)) <= 1

const withdrawalsLike = async ({ db }: Parts, lines: readonly Line[]): Promise<Pair[]> => {
  const { account } = lines[0]!
  const amounts = [...new Set(lines.map(({ amount }) => amount))]
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [addDays(days[0]!, -1), addDays(days.at(-1)!, 1)]
  const sent = await sentWithdrawals(db)
    .where('account', '=', account)
    .where('amount', 'in', amounts)
    .where('status', 'in', ['sent', 'accepted', 'succeeded'])
    .where(notTied('withdrawal.txid'))
    .where('sent_at', '>=', dayStart(first))
    .where('sent_at', '<', dayStart(addDays(last, 1)))
    .execute()
  if (sent.length === 0) return []
  // Lines of other files, and lines of this file that are not matched yet.
  const others = await db.sql
    .selectFrom('statement_line')
    .select(['id', 'amount', 'day'])
    .where('account', '=', account)
    .where('state', '=', 'unmatched')
    .where('direction', '=', 'debit')
    .where('amount', 'in', amounts)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where(
      'id',
      'not in',
      lines.map(({ id }) => id),
    )
    .execute()
  return lines
    .filter(
      ({ amount, day }) => !others.some((one) => one.amount === amount && Math.abs(daysBetween(one.day, day)) <= 1),
    )
    .flatMap((line) =>
      sent
        .filter(({ amount, sent_at: at }) => amount === line.amount && isNear(line.day, at!))
        .map(({ txid }): Pair => [line, { orderNo: null, recorded: txid, how: 'alike', reads: [] }]),
    )
}
