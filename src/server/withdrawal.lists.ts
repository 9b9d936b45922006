import { type SelectQueryBuilder, sql } from 'kysely'
import { maskAccount } from '../machines/identity.ts'
import type { BodyOf } from '../services/endpoint.ts'
import type * as withdrawal from '../services/withdrawal.ts'
import { pageSize } from './approve.lists.ts'
import { staffNames } from './approve.order.ts'
import type { Server } from './server.ts'
import type { Tables } from './tables.ts'
import { openCard } from './withdrawal.card.ts'

const cap = 10_000
type Withdrawals = SelectQueryBuilder<Tables, 'withdrawal', object>

/** Reads withdrawals a page at a time, and counts what a filter finds. */
export const withdrawalLists = ({ db }: Pick<Server, 'db'>) => {
  const filtered = (filter: Omit<BodyOf<typeof withdrawal.count>, 'exact'>): Withdrawals => {
    let query: Withdrawals = db.sql.selectFrom('withdrawal')
    for (const column of ['txid', 'state', 'channel', 'account'] as const) {
      const value = filter[column]
      if (value !== undefined) query = query.where(column, '=', value)
    }
    if (filter.requestedFrom !== undefined) query = query.where('requested_at', '>=', filter.requestedFrom)
    if (filter.requestedTo !== undefined) query = query.where('requested_at', '<', filter.requestedTo)
    return query
  }

  const page = async ({ after, sort, limit = pageSize, ...filter }: BodyOf<typeof withdrawal.list>) => {
    const direction = sort === 'requestedAt' ? 'asc' : 'desc'
    let query = filtered(filter).orderBy('requested_at', direction).orderBy('txid', direction)
    if (after) {
      const beyond = sql.raw(direction === 'asc' ? '>' : '<')
      query = query.where(sql<boolean>`(requested_at, txid) ${beyond} (${after.requestedAt}, ${after.txid})`)
    }
    const found = await db.sql
      .selectFrom(
        query
          .select('txid')
          .limit(limit + 1)
          .as('page'),
      )
      .innerJoin('withdrawal', 'withdrawal.txid', 'page.txid')
      .leftJoin('withdrawal_card', 'withdrawal_card.txid', 'page.txid')
      .selectAll('withdrawal')
      .select(['withdrawal_card.key', 'withdrawal_card.data'])
      .orderBy('withdrawal.requested_at', direction)
      .orderBy('withdrawal.txid', direction)
      .execute()
    const shown = found.slice(0, limit)
    const names = await staffNames(
      db,
      shown.flatMap(({ requester, checker }) => [requester, checker]),
    )
    const rows = shown.map(({ key, data, ...row }): withdrawal.Withdrawal => {
      const card = key && data && openCard({ txid: row.txid, key, data })
      return {
        txid: row.txid,
        version: row.version,
        state: row.state,
        account: row.account,
        bank: card?.bank ?? '',
        card: card ? maskAccount(card.account) : '',
        amount: row.amount,
        channel: row.channel,
        purpose: row.purpose,
        requester: row.requester,
        requesterName: names.get(row.requester) ?? row.requester,
        requestedAt: row.requested_at,
        checkerName: row.checker && (names.get(row.checker) ?? row.checker),
        refusal: row.refusal,
        sentAt: row.sent_at,
        thirdStatus: row.status,
        code: row.code,
        endedAt: row.ended_at,
        contradicted: row.contradicted,
      }
    })
    const last = found.length > limit ? rows.at(-1) : undefined
    return { rows, next: last ? { requestedAt: last.requestedAt, txid: last.txid } : null }
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof withdrawal.count>) => {
    const amounts = filtered(filter).select('amount')
    const some = exact ? amounts : amounts.orderBy('requested_at').limit(cap + 1)
    const { count: found, amount } = await db.sql
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
      .executeTakeFirstOrThrow()
    return found > cap && !exact ? { count: cap, capped: true } : { count: found, capped: false, sums: { amount } }
  }

  return { page, count }
}
