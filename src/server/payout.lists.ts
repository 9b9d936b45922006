import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { maskAccount, maskName, maskPhone, normalPhone } from '../machines/identity.ts'
import { wholeOrderNo } from '../machines/orderNo.ts'
import type { BodyOf } from '../services/endpoint.ts'
import type * as loan from '../services/loan.ts'
import { pageSize } from './approve.lists.ts'
import { staffNames } from './approve.order.ts'
import { containing } from './like.ts'
import type { Server } from './server.ts'
import type { PayoutRow, Tables } from './tables.ts'
import { nameFound, openRecord } from './vault.ts'

const cap = 10_000
type Parts = Pick<Server, 'db' | 'vault'>
type Payouts = SelectQueryBuilder<Tables, 'payout', object>
type Filter = Omit<BodyOf<typeof loan.count>, 'exact'>
type Who = Pick<Filter, 'orderNo' | 'phone' | 'nik' | 'fullName'>
/** A condition on the customer or the number of whatever row has both. */
type Condition = ReturnType<typeof sql<boolean>>

/** What any list of orders can be found by: a number or a part of one, and what a customer is known by. */
export const whoIs = ({ vault }: Pick<Server, 'vault'>, { orderNo, phone, nik, fullName }: Who): Condition[] => {
  const person = (owners: ReturnType<Server['vault']['owners']>) => sql<boolean>`person in (${owners})`
  const conditions: Condition[] = []
  if (orderNo && wholeOrderNo.test(orderNo)) conditions.push(sql<boolean>`order_no = ${orderNo}`)
  else if (orderNo) conditions.push(sql<boolean>`order_no like ${containing(orderNo)}`)
  if (phone) conditions.push(person(vault.owners('phone', normalPhone(phone) ?? phone)))
  if (nik) conditions.push(person(vault.owners('nik', nik)))
  if (fullName) conditions.push(person(vault.owners('name', nameFound(fullName))))
  return conditions
}

/** Reads lists of payouts a page at a time, and counts what a filter finds. */
export const payoutLists = (parts: Parts) => {
  const { db } = parts

  const filtered = (filter: Filter): Payouts => {
    let query: Payouts = db.sql.selectFrom('payout')
    // As the partial indexes say it.
    if (filter.list === 'wait') query = query.where(sql<boolean>`stage not in ('succeeded', 'cancelled')`)
    if (filter.list === 'change') query = query.where(sql<boolean>`(stage = 'failed' or proposal = 'channelChanged')`)
    for (const condition of whoIs(parts, filter)) query = query.where(condition)
    for (const column of ['app', 'product', 'channel', 'stage'] as const) {
      const value = filter[column]
      if (value !== undefined) query = query.where(column, '=', value)
    }
    if (filter.contradicted !== undefined)
      query = query.where('contradicted', filter.contradicted ? 'is not' : 'is', null)
    if (filter.openedFrom !== undefined)
      // Nothing is anywhere before it was opened: so much of the list need not be walked.
      query = query.where('opened_at', '>=', filter.openedFrom).where('since', '>=', filter.openedFrom)
    if (filter.openedTo !== undefined) query = query.where('opened_at', '<', filter.openedTo)
    return query
  }

  const page = async ({ after, sort, limit = pageSize, ...filter }: BodyOf<typeof loan.list>) => {
    const direction = sort === '-since' ? 'desc' : 'asc'
    let query = filtered(filter).orderBy('since', direction).orderBy('order_no', direction)
    if (after) {
      const beyond = sql.raw(direction === 'asc' ? '>' : '<')
      query = query.where(sql<boolean>`(since, order_no) ${beyond} (${after.sortedAt}, ${after.orderNo})`)
    }
    const found = await db.sql
      .selectFrom(
        query
          .select('order_no')
          .limit(limit + 1)
          .as('page'),
      )
      .innerJoin('payout', 'payout.order_no', 'page.order_no')
      .selectAll('payout')
      .orderBy('payout.since', direction)
      .orderBy('payout.order_no', direction)
      .execute()
    const rows = await payoutsOf(parts, found.slice(0, limit))
    const last = found.length > limit ? rows.at(-1) : undefined
    return { rows, next: last ? { sortedAt: last.sortedAt, orderNo: last.orderNo } : null }
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof loan.count>) => {
    const amounts = filtered(filter).select('amount')
    // In the order of the index that finds them.
    const by = filter.openedFrom === undefined && filter.openedTo === undefined ? 'since' : 'opened_at'
    const some = exact ? amounts : amounts.orderBy(by).limit(cap + 1)
    const { count: found, amount } = await db.sql
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
      .executeTakeFirstOrThrow()
    if (found > cap && !exact) return { count: cap, capped: true }
    return { count: found, capped: false, sums: { amount } }
  }

  return { page, count }
}

/** Rows as lists show them: each with its customer, masked, its staff, and the provider's last words. */
export const payoutsOf = async (
  { db }: Pick<Server, 'db'>,
  rows: readonly Selectable<PayoutRow>[],
): Promise<loan.Payout[]> => {
  const records = await recordsOf(
    db,
    rows.map(({ person, account_version: version }) => ({ person, version })),
  )
  const names = await staffNames(
    db,
    rows.flatMap(({ proposer, maker, checker }) => [proposer, maker, checker]),
  )
  const messages = await messagesOf(
    db,
    rows.flatMap(({ txid }) => txid ?? []),
  )
  const nameOf = (id: string | null) => id && (names.get(id) ?? id)
  return rows.map((row) => {
    const record = records.get(`${row.person}/${row.account_version}`)
    return {
      orderNo: row.order_no,
      version: row.version,
      state: row.state,
      since: row.since,
      sortedAt: row.since,
      customer: record ? maskName(record.name) : '',
      phone: record ? maskPhone(record.phone) : '',
      app: row.app,
      product: row.product,
      amount: row.amount,
      bank: record?.bank.name ?? '',
      account: record ? maskAccount(record.bank.account) : '',
      channel: row.channel,
      openedAt: row.opened_at,
      proposal: row.proposal,
      proposer: row.proposer,
      proposerName: nameOf(row.proposer),
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

/** Records by person and version; of somebody whose key was destroyed there is none. */
export const recordsOf = async (db: Server['db'], refs: readonly { person: string; version: number }[]) => {
  if (refs.length === 0) return new Map<string, never>()
  const rows = await db.sql
    .selectFrom('person')
    .innerJoin('person_key', 'person_key.person', 'person.person')
    .select(['person.person', 'person.version', 'data', 'key'])
    .where(
      sql<boolean>`(person.person, person.version) in (${sql.join(refs.map(({ person, version }) => sql`(${person}, ${version}::int)`))})`,
    )
    .execute()
  return new Map(
    rows.flatMap(({ data, key, ...ref }) => {
      const record = openRecord(ref, data, key)
      return record ? [[`${ref.person}/${ref.version}`, record] as const] : []
    }),
  )
}

/** The provider's own words of each of these sendings, the last that it said. */
export const messagesOf = async (db: Server['db'], txids: readonly string[]): Promise<Map<string, string>> => {
  if (txids.length === 0) return new Map()
  const orders = [...new Set(txids.map((txid) => txid.replace(/-P\d+$/, '')))]
  const rows = await db.sql
    .selectFrom('provider_word')
    .select(['txid', 'message'])
    .where('order_no', 'in', orders)
    .where('txid', 'in', [...txids])
    .where('message', '!=', '')
    .orderBy('first_at')
    .execute()
  return new Map(rows.map(({ txid, message }) => [txid, message]))
}
