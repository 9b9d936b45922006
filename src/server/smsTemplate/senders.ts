import { businessDay } from '../../machines/calendar.ts'
import type { SmsPrice, SmsSender } from '../../machines/setting.facts.ts'
import type { DataOf } from '../../services/endpoint.ts'
import type { senders } from '../../services/smsTemplate.ts'
import type { Database } from '../db/database.ts'

/** The lender's sender names by name, and the price of a segment by day. */
export const sendersOf = async (db: Database): Promise<DataOf<typeof senders>> => {
  const rows = await db.sql
    .selectFrom('setting')
    .select(['kind', 'code', 'in_force'])
    .where('kind', 'in', ['smsSender', 'smsPrice'])
    .orderBy('code')
    .execute()
  return {
    senders: rows.flatMap(({ kind, code, in_force: inForce }) =>
      kind === 'smsSender' ? (inForce as SmsSender[]).map((values) => ({ name: code, ...values })) : [],
    ),
    prices: rows.flatMap(({ kind, in_force: inForce }) => (kind === 'smsPrice' ? (inForce as SmsPrice[]) : [])),
  }
}

/** Whether messages may be sent under a name. */
export const isUsed = async (db: Database, name: string): Promise<boolean> => {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', 'smsSender')
    .where('code', '=', name)
    .executeTakeFirst()
  return ((row?.in_force ?? []) as SmsSender[]).some(({ used }) => used)
}

/** The price of a segment in rupiah on the day of an instant; undefined where none is in force. */
export const priceOn = async (db: Database, at: number): Promise<number | undefined> => {
  const { prices } = await sendersOf(db)
  return priceOf(prices, at)
}

/** `priceOn` from prices that are read already. */
export const priceOf = (prices: DataOf<typeof senders>['prices'], at: number): number | undefined =>
  prices.findLast(({ from }) => from <= businessDay(at))?.segment
