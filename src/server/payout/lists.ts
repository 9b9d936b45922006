import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as payout from '../../services/payout.ts'
import { customerFilter } from '../customers/customerFilter.ts'
import { readMasked } from '../customers/readMasked.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, counted, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import type { PayoutRow } from './projection.ts'

type Parts = Pick<Server, 'db' | 'vault'>
type Payouts = SelectQueryBuilder<Tables, 'payout', object>
type Filter = Omit<BodyOf<typeof payout.count>, 'exact'>

/** Reads lists of payouts a page at a time, and counts what a filter finds. */
export const payoutLists = (parts: Parts) => {
  const { db } = parts

  const filtered = (filter: Filter, onlooker: Onlooker): Payouts => {
    let query: Payouts = db.sql.selectFrom('payout')
    for (const condition of withinScope(onlooker)) query = query.where(condition)
    // These conditions match those of the partial indexes.
    if (filter.list === 'wait') query = query.where(sql<boolean>`stage not in ('succeeded', 'cancelled')`)
    if (filter.list === 'change') query = query.where(sql<boolean>`(stage = 'failed' or proposal = 'channelChanged')`)
    for (const condition of customerFilter(parts.vault, filter)) query = query.where(condition)
    for (const column of ['app', 'product', 'channel', 'stage'] as const) {
      const value = filter[column]
      if (value !== undefined) query = query.where(column, '=', value)
    }
    if (filter.contradicted !== undefined)
      query = query.where('contradicted', filter.contradicted ? 'is not' : 'is', null)
    if (filter.openedFrom !== undefined)
      // No state begins before the payout was opened, so the bound on `since` shortens the index scan.
      query = query.where('opened_at', '>=', filter.openedFrom).where('since', '>=', filter.openedFrom)
    if (filter.openedTo !== undefined) query = query.where('opened_at', '<', filter.openedTo)
    return query
  }

  const page = async (
    { after, sort = 'since', limit = pageSize, ...filter }: BodyOf<typeof payout.list>,
    onlooker: Onlooker,
  ) => {
    // The subquery picks the page's order numbers from the index. Only these rows are then read whole.
    const onPage = filtered(filter, onlooker)
      .where(beyond(['since', 'order_no'], sort, after && [after.sortedAt, after.orderNo]))
      .orderBy(inOrder(['since', 'order_no'], sort))
      .select('order_no')
      .limit(limit + 1)
    const found = await db.sql
      .selectFrom(onPage.as('page'))
      .innerJoin('payout', 'payout.order_no', 'page.order_no')
      .selectAll('payout')
      .orderBy(inOrder(['payout.since', 'payout.order_no'], sort))
      .execute()
    const { rows, next } = pageOf(found, limit, (row) => ({ sortedAt: row.since, orderNo: row.order_no }))
    return { rows: await payoutsOf(parts, rows), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof payout.count>, onlooker: Onlooker) => {
    // The sort column of the index that serves the filter.
    const by = filter.openedFrom === undefined && filter.openedTo === undefined ? 'since' : 'opened_at'
    return counted(db, filtered(filter, onlooker).select('amount'), { by, exact })
  }

  return { page, count }
}

/** Makes payouts from rows, with the masked customer, the staff names and the provider's last message. */
export const payoutsOf = async (
  { db }: Pick<Parts, 'db'>,
  rows: readonly Selectable<PayoutRow>[],
): Promise<payout.Payout[]> => {
  const customers = await readMasked(
    db,
    rows.map(({ person, proposed_version: proposed, account_version: version }) => ({
      person,
      version: proposed ?? version,
    })),
  )
  const names = await staffNames(
    db,
    rows.flatMap(({ proposer, prover, maker, checker }) => [proposer, prover, maker, checker]),
  )
  const messages = await messagesOf(
    db,
    rows.flatMap(({ txid }) => txid ?? []),
  )
  const nameOf = (id: string | null) => id && (names.get(id) ?? id)
  return rows.map((row, index) => {
    const { name, phone, bank, account } = customers[index]!
    return {
      orderNo: row.order_no,
      version: row.version,
      state: row.state,
      since: row.since,
      sortedAt: row.since,
      customer: name,
      phone,
      app: row.app,
      product: row.product,
      amount: row.amount,
      bank,
      account,
      channel: row.channel,
      openedAt: row.opened_at,
      proposal: row.proposal,
      proposer: row.proposer,
      proposerName: nameOf(row.proposer ?? row.prover),
      evidence: row.evidence,
      prover: row.prover,
      proofDay: row.proof_day,
      changedBy: row.changed_by,
      refusal: row.refusal,
      attempts: row.attempts,
      txid: row.txid,
      thirdStatus: row.status,
      code: row.code,
      message: (row.txid && messages.get(row.txid)) ?? null,
      sentAt: row.sent_at,
      endedAt: row.ended_at,
      makerName: nameOf(row.maker),
      checkerName: nameOf(row.checker),
      contradicted: row.contradicted,
    }
  })
}

/** Reads, per transaction id, the provider's last message that changed something. */
const messagesOf = async (db: Server['db'], txids: readonly string[]): Promise<Map<string, string>> => {
  if (txids.length === 0) return new Map()
  const orders = [...new Set(txids.map((txid) => txid.replace(/-P\d+$/, '')))]
  const rows = await db.sql
    .selectFrom('provider_word')
    .select(['txid', 'message'])
    .where('order_no', 'in', orders)
    .where('txid', 'in', [...txids])
    .where('message', '!=', '')
    .where('outcome', '=', 'taken')
    .orderBy('first_at')
    .execute()
  return new Map(rows.map(({ txid, message }) => [txid, message]))
}
