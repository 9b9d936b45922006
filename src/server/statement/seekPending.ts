import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import type { Database } from '../db/database.ts'
import { bare } from '../files/table.titles.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Tx } from '../store/command.ts'
import type { Effect } from '../store/outbox.ts'
import { openInfo, openPendingInfo } from './file.ts'

/** A movement that was left out of a file and has not come yet, with the bank's text. */
type Open = { statement: string; place: number; day: string; state: 'waiting' | 'missed'; info: string }
type Found = Pick<Open, 'statement' | 'place'> & { by: string; info: string }

/**
 * Looks for the movements that earlier files of an account left out, once a file is in the books. A movement came with
 * the line of its direction, amount and text. It is carried where the file leaves it out again. Otherwise it is missed
 * once the account's lines reach its day, and people see it.
 */
export const seekPending =
  ({ db, store, clock }: Server): Effect<'bankStatement'> =>
  async ({ stream, event: key }) => {
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    if (value !== 'ready' && value !== 'missing') return undefined
    const open = await openBefore(db, id, context.account)
    if (open.length === 0) return undefined
    const came = claimed(open, await linesLike(db, id, context.account))
    const carried = claimed(
      open.filter((one) => !came.has(one)),
      await leftOutAgain(db, id, context.account),
    )
    const stateOf = (one: Open) => {
      if (came.has(one)) return 'came'
      if (carried.has(one)) return 'carried'
      return one.day <= context.totals!.to ? 'missed' : one.state
    }
    for (const [statement, left] of Map.groupBy(open, (one) => one.statement)) {
      const missed = left.filter((one) => stateOf(one) === 'missed').length
      const writes = (tx: Pick<Tx, 'updateTable'>) =>
        Promise.all(
          left.map((one) =>
            tx
              .updateTable('bank_statement_pending')
              .set({ state: stateOf(one), line: came.get(one)?.by ?? null })
              .where('statement', '=', statement)
              .where('place', '=', one.place)
              // Somebody may settle it meanwhile.
              .where('state', 'in', ['waiting', 'missed'])
              .execute(),
          ),
        )
      const wasMissing = left.some(({ state }) => state === 'missed')
      const event = eventOf(wasMissing, missed)
      if (!event) {
        await writes(db.sql)
        continue
      }
      try {
        await store.send({
          stream: `bankStatement/${statement}`,
          event: { ...event, by: 'SYS', at: clock.now() },
          via: 'SYS',
          key: `${key} pending ${statement}`,
          request: '',
          writes,
        })
      } catch (error) {
        // Somebody settled it first: what they said stands.
        if (!(error instanceof Refused) || error.code !== 422) throw error
      }
    }
    return undefined
  }

const eventOf = (wasMissing: boolean, missed: number) => {
  if (missed > 0) return wasMissing ? undefined : ({ type: 'pendingMissed', missed } as const)
  return wasMissing ? ({ type: 'pendingCame' } as const) : undefined
}

/** Marks a file's missing movements as settled. */
export const settleMissed = (tx: Tx, statement: string) =>
  tx
    .updateTable('bank_statement_pending')
    .set({ state: 'settled' })
    .where('statement', '=', statement)
    .where('state', '=', 'missed')
    .execute()

/** The movements that earlier files of an account left out and that have not come yet. */
const openBefore = async (db: Database, id: string, account: string): Promise<Open[]> => {
  const { rows } = await sql<Open & { info: Uint8Array; key: Uint8Array }>`
    select p.statement, p.place, p.day, p.state, p.info, f.key
    from bank_statement_pending p join bank_statement s on s.id = p.statement
      join bank_statement_file f on f.id = p.statement
    where s.account = ${account} and s.state in ('ready', 'missing') and p.statement <> ${id}
      and p.state in ('waiting', 'missed')
    order by s.ended_at, p.place`.execute(db.sql)
  return rows.map(({ key, info, ...row }) => ({ ...row, info: openPendingInfo(key, row.statement, row.place, info) }))
}

/** The lines of later files with the direction and amount of a movement that was left out. */
const linesLike = async (db: Database, id: string, account: string): Promise<Found[]> => {
  const { rows } = await sql<{
    statement: string
    place: number
    by: string
    file: string
    at: number
    info: Uint8Array
    key: Uint8Array
  }>`
    select p.statement, p.place, l.id as by, l.statement as file, l.place as at, r.info, f.key
    from bank_statement_pending p join bank_statement s on s.id = p.statement
      join statement_line l on l.account = s.account and l.direction = p.direction and l.amount = p.amount
        and l.amount_sen is not distinct from p.amount_sen
      join bank_statement later on later.id = l.statement and later.ended_at > s.ended_at
      join bank_statement_row r on r.statement = l.statement and r.place = l.place
      join bank_statement_file f on f.id = l.statement
    where s.account = ${account} and s.state in ('ready', 'missing') and p.statement <> ${id}
      and p.state in ('waiting', 'missed')
      and not exists (select from bank_statement_pending other where other.line = l.id)
    order by l.n`.execute(db.sql)
  return rows.map(({ statement, place, by, file, at, info, key }) => ({
    statement,
    place,
    by,
    info: openInfo(key, file, at, info),
  }))
}

/** The movements that this file leaves out too, with the direction and amount of an earlier one. */
const leftOutAgain = async (db: Database, id: string, account: string): Promise<Found[]> => {
  const { rows } = await sql<{ statement: string; place: number; at: number; info: Uint8Array; key: Uint8Array }>`
    select p.statement, p.place, own.place as at, own.info, f.key
    from bank_statement_pending p join bank_statement s on s.id = p.statement
      join bank_statement_pending own on own.statement = ${id} and own.direction = p.direction and own.amount = p.amount
        and own.amount_sen is not distinct from p.amount_sen
      join bank_statement_file f on f.id = ${id}
    where s.account = ${account} and s.state in ('ready', 'missing') and p.statement <> ${id}
      and p.state in ('waiting', 'missed')
    order by own.place`.execute(db.sql)
  return rows.map(({ statement, place, at, info, key }) => ({
    statement,
    place,
    by: String(at),
    info: openPendingInfo(key, id, at, info),
  }))
}

// A shorter text says too little of a payment to be found within another.
const leastAlike = 10

/** Banks lengthen the text of a movement when they book it. Another text is another payment. */
const isAlike = (one: string, other: string) => {
  const [short, long] = [bare(one), bare(other)].toSorted((a, b) => a.length - b.length) as [string, string]
  return short === long || (short.length >= leastAlike && long.includes(short))
}

/** Gives each movement one that stands for it, and each of those to one movement. */
const claimed = (open: readonly Open[], found: readonly Found[]): Map<Open, Found> => {
  const of = Map.groupBy(found, ({ statement, place }) => `${statement} ${place}`)
  const taken = new Set<string>()
  const given = new Map<Open, Found>()
  for (const one of open) {
    const match = of
      .get(`${one.statement} ${one.place}`)
      ?.find(({ by, info }) => !taken.has(by) && isAlike(info, one.info))
    if (!match) continue
    taken.add(match.by)
    given.set(one, match)
  }
  return given
}
