import { type RawBuilder, sql } from 'kysely'
import type { DataOf } from '../../services/endpoint.ts'
import type * as payout from '../../services/payout.ts'
import type { Server } from '../server.ts'
import { anOrderWithinScope, type Onlooker } from '../staff/appScope.ts'

type Endpoints = { alarms: typeof payout.alarms; alarmSeen: typeof payout.alarmSeen }

const mostAlarms = 50

// The transaction id of an unknown sending still names an order.
const named = sql`coalesce(provider_word.order_no, substring(provider_word.txid from '^(.+)-P[0-9]+$'))`
const within = (onlooker: Onlooker) =>
  anOrderWithinScope(onlooker, sql`approval.order_no = ${named}`).map(
    (isWithin) => sql<boolean>`(${named} is null or ${isWithin})`,
  )

/** The alarms that the reports of some providers raise until somebody has seen them. */
export const alarmsOf = (
  { db, handle }: Pick<Server, 'db' | 'handle'>,
  endpoints: Endpoints,
  ofProviders: RawBuilder<boolean>,
) => {
  handle(endpoints.alarms, async (_body, call): Promise<DataOf<typeof payout.alarms>> => {
    const rows = await db.sql
      .selectFrom('provider_word')
      .selectAll()
      .where('alarming', '=', true)
      .where('seen_by', 'is', null)
      .where(ofProviders)
      .where((eb) => eb.and(within(call)))
      .orderBy('last_at', 'desc')
      .limit(mostAlarms + 1)
      .execute()
    const alarms = rows.slice(0, mostAlarms).map(({ order_no: orderNo, last_at: lastAt, ...row }) => ({
      id: row.id,
      provider: row.provider,
      txid: row.txid,
      orderNo,
      word: row.word,
      code: row.code,
      outcome: row.outcome,
      count: row.count,
      lastAt,
    }))
    return { alarms, more: rows.length > mostAlarms }
  })

  handle(endpoints.alarmSeen, async ({ id, count: seen }, call) => {
    // A repeat since then is not seen yet.
    await db.sql
      .updateTable('provider_word')
      .set({ seen_by: call.by, seen_at: call.now })
      .where('id', '=', id)
      .where('count', '=', seen)
      .where('seen_by', 'is', null)
      .where(ofProviders)
      .where((eb) => eb.and(within(call)))
      .execute()
    return {}
  })
}

/** The condition for reports of SMS providers. */
export const ofSms = ({ sms }: Server['channels']) => sql<boolean>`provider = any(${Object.keys(sms)})`

/** The condition for reports of all other providers. */
export const ofMoney = (channels: Server['channels']) => sql<boolean>`not ${ofSms(channels)}`
