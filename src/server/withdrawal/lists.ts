import type { SelectQueryBuilder } from 'kysely'
import { maskAccount, maskName } from '../../machines/masks.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as withdrawal from '../../services/withdrawal.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, counted, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { openCard } from './card.ts'

type Withdrawals = SelectQueryBuilder<Tables, 'withdrawal', object>

/** Reads withdrawals a page at a time, and counts those that a filter finds. */
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

  const page = async ({
    after,
    sort = '-requestedAt',
    limit = pageSize,
    ...filter
  }: BodyOf<typeof withdrawal.list>) => {
    const onPage = filtered(filter)
      .where(beyond(['requested_at', 'txid'], sort, after && [after.requestedAt, after.txid]))
      .orderBy(inOrder(['requested_at', 'txid'], sort))
      .select('txid')
      .limit(limit + 1)
    const found = await db.sql
      .selectFrom(onPage.as('page'))
      .innerJoin('withdrawal', 'withdrawal.txid', 'page.txid')
      .leftJoin('withdrawal_card', 'withdrawal_card.txid', 'page.txid')
      .selectAll('withdrawal')
      .select(['withdrawal_card.key', 'withdrawal_card.data'])
      .orderBy(inOrder(['withdrawal.requested_at', 'withdrawal.txid'], sort))
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ requestedAt: row.requested_at, txid: row.txid }))
    const names = await staffNames(
      db,
      shown.flatMap(({ requester, checker, prover, confirmer }) => [requester, checker, prover, confirmer]),
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
        holder: card ? maskName(card.holder) : '',
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
        prover: row.prover,
        proverName: row.prover && (names.get(row.prover) ?? row.prover),
        proofDay: row.proof_day,
        evidence: row.evidence,
        confirmerName: row.confirmer && (names.get(row.confirmer) ?? row.confirmer),
      }
    })
    return { rows, next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof withdrawal.count>) =>
    counted(db, filtered(filter).select('amount'), { by: 'requested_at', exact })

  return { page, count }
}
