import { sql } from 'kysely'
import * as payout from '../../services/payout.ts'
import type { Server } from '../server.ts'
import { anOrderWithinReach, type Onlooker } from '../staff/appScope.ts'
import { hearWord, type Sendings } from './hear.ts'

const mostAlarms = 50

/** Callbacks of providers, and the alarms they raise until somebody has seen them. */
export const providerReports = (server: Server, sendings: readonly Sendings[]) => {
  const { db, handle } = server

  handle(payout.callback, async (word, call) => {
    await hearWord(server, sendings, call.by.slice('provider/'.length), word, 'callback')
    return {}
  })

  // The transaction id of an unknown sending still names an order.
  const named = sql`coalesce(provider_word.order_no, substring(provider_word.txid from '^(.+)-P[0-9]+$'))`
  const alarmsFor = (onlooker: Onlooker) =>
    anOrderWithinReach(onlooker, sql`approval.order_no = ${named}`).map(
      (isWithin) => sql<boolean>`(${named} is null or ${isWithin})`,
    )

  handle(payout.alarms, async (_body, call) => {
    const rows = await db.sql
      .selectFrom('provider_word')
      .selectAll()
      .where('alarming', '=', true)
      .where('seen_by', 'is', null)
      .where((eb) => eb.and(alarmsFor(call)))
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

  handle(payout.alarmSeen, async ({ id, count: seen }, call) => {
    // A repeat since then is not seen yet.
    await db.sql
      .updateTable('provider_word')
      .set({ seen_by: call.by, seen_at: call.now })
      .where('id', '=', id)
      .where('count', '=', seen)
      .where('seen_by', 'is', null)
      .where((eb) => eb.and(alarmsFor(call)))
      .execute()
    return {}
  })
}
