import { sql } from 'kysely'
import { phoneFound } from '../../machines/identity.ts'
import { maskPerson } from '../../machines/masks.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as lead from '../../services/lead.ts'
import { knownOf } from '../contact/attempt.ts'
import { nameFound } from '../customers/vault.ts'
import type { Tables } from '../db/tables.ts'
import { between, type Condition, is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'

type Filter = Omit<BodyOf<typeof lead.count>, 'exact'>
type Caller = { by: string }

const columns = { importedAt: 'imported_at', callAt: 'call_at' } as const
type Sorted = keyof typeof columns
const isPaid: Condition = sql`exists (select from lead_counted known where known.id = lead.id and known.paid)`
const sortedBy = (sort: string) => sort.replace('-', '') as Sorted
/** The columns of an order. A list by checks is read along the checks, which have the import beside them. */
const orderOf = (by: Sorted, { quality }: Filter) =>
  quality && by === 'importedAt' ? ['last_import', 'checked_lead'] : [columns[by], 'id']

/** Reads the leads a page at a time, and counts those that a filter finds. */
export const leadLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = (filter: Filter, { by }: Caller) => {
    const { phone, fullName, mine, callBackDue, repeated, reached, paid, quality } = filter
    const { callBackFrom, callBackTo, contactedFrom, contactedTo, importedFrom, importedTo } = filter
    const { state, seller, batch, source, channel, outcome, result, registered, applied } = filter
    const equal = Object.entries({ state, seller, batch, source, channel, outcome, result, registered, applied })
    const owned = (kind: 'phone' | 'name', value: string): Condition => sql`id in ${vault.owners(kind, value)}`
    const conditions = [
      ...equal.flatMap(([column, value]) => is(column, value)),
      ...(phone ? [owned('phone', phoneFound(phone) ?? phone)] : []),
      ...(fullName ? [owned('name', nameFound(fullName))] : []),
      ...(mine ? is('seller', by) : []),
      ...(callBackDue ? [sql<boolean>`call_back_due`] : []),
      ...(repeated ? [sql<boolean>`requests > 1`] : []),
      ...(reached ? is('reached', 'yes') : []),
      ...(paid ? [isPaid] : []),
      ...between('call_at', callBackFrom, callBackTo),
      ...between('contacted_at', contactedFrom, contactedTo),
      ...between('imported_at', importedFrom, importedTo),
    ]
    return db.sql
      .selectFrom('lead')
      .$if(quality !== undefined, (found) =>
        found.innerJoin('lead_check', 'checked_lead', 'lead.id').where('check_state', '=', quality!),
      )
      .where((eb) => eb.and(conditions))
  }

  const lastChecks = async (rows: readonly Tables['lead'][]) => {
    if (rows.length === 0) return new Map<string, lead.Lead['check']>()
    const found = await db.sql
      .selectFrom('quality')
      .select(['lead', 'id', 'state'])
      .where(
        'lead',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('sampled_at')
      .orderBy('id')
      .execute()
    return new Map(found.map(({ lead: of, id, state }) => [of, { id, state }]))
  }

  const shown = async (rows: readonly Tables['lead'][]): Promise<lead.Lead[]> => {
    const known = await knownOf(
      { db, vault },
      rows.map(({ id }) => id),
    )
    const names = await staffNames(
      db,
      rows.flatMap(({ seller, former_seller: former }) => [seller, former]),
    )
    const checks = await lastChecks(rows)
    const nameOf = (id: string | null) => id && (names.get(id) ?? id)
    return rows.map((row) => {
      return {
        id: row.id,
        version: row.version,
        state: row.state,
        ...maskPerson(known.get(row.id)?.record),
        requests: row.requests,
        batch: row.batch,
        source: row.source,
        importedAt: row.imported_at,
        seller: row.seller,
        sellerName: nameOf(row.seller),
        formerName: nameOf(row.former_seller),
        attempts: row.attempts,
        channel: row.channel,
        contactedAt: row.contacted_at,
        outcome: row.outcome,
        callBack: row.call_back,
        callBackDue: row.call_back_due,
        idleAt: row.idle_at,
        registeredAt: row.registered_at,
        appliedAt: row.applied_at,
        result: row.result,
        reason: row.reason,
        check: checks.get(row.id) ?? null,
      }
    })
  }

  const page = async (
    { after, sort = '-importedAt', limit = pageSize, ...filter }: BodyOf<typeof lead.list>,
    caller: Caller,
  ) => {
    const by = sortedBy(sort)
    const order = orderOf(by, filter)
    const found = await filtered(filter, caller)
      .selectAll('lead')
      .where(beyond(order, sort, after && [after[by], after.id]))
      .orderBy(inOrder(order, sort))
      .limit(limit + 1)
      .execute()
    const { rows, next } = pageOf(found, limit, (row) => ({
      importedAt: row.imported_at,
      callAt: row.call_at,
      id: row.id,
    }))
    return { rows: await shown(rows), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof lead.count>, caller: Caller) => {
    const { quality, ...others } = filter
    if (quality && Object.keys(others).length === 0)
      return countRows(db, db.sql.selectFrom('lead_check').where('check_state', '=', quality), {
        by: 'last_import',
        exact,
      })
    return countRows(db, filtered(filter, caller), { by: orderOf('importedAt', filter)[0]!, exact })
  }

  /** One lead; undefined for an unknown id. */
  const one = async (id: string) =>
    (await shown(await db.sql.selectFrom('lead').selectAll().where('id', '=', id).execute()))[0]

  return { page, count, one, filtered, shown }
}
