import { sql } from 'kysely'
import { phoneFound } from '../../machines/identity.ts'
import { maskPerson } from '../../machines/masks.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as quality from '../../services/quality.ts'
import { knownOf } from '../contact/attempt.ts'
import { nameFound } from '../customers/vault.ts'
import type { Tables } from '../db/tables.ts'
import { between, type Condition, is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'

type Filter = Omit<BodyOf<typeof quality.count>, 'exact'>

/** Reads the sampled visits a page at a time, and counts those that a filter finds. */
export const qualityLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = ({ phone, fullName, sampledFrom, sampledTo, ...filter }: Filter) => {
    const { state, seller, checker, cause, appealed, agrees, compared } = filter
    const equal = Object.entries({ state, seller, checker, cause, appealed, agrees })
    const owned = (kind: 'phone' | 'name', value: string): Condition => sql`lead in ${vault.owners(kind, value)}`
    const conditions = [
      ...equal.flatMap(([column, value]) => is(column, value)),
      ...(compared ? [sql<boolean>`(first_checker = ${compared} or second_checker = ${compared})`] : []),
      ...(phone ? [owned('phone', phoneFound(phone) ?? phone)] : []),
      ...(fullName ? [owned('name', nameFound(fullName))] : []),
      ...between('sampled_at', sampledFrom, sampledTo),
    ]
    return db.sql.selectFrom('quality').where((eb) => eb.and(conditions))
  }

  const shown = async (rows: readonly Tables['quality'][]): Promise<quality.Quality[]> => {
    const known = await knownOf(
      { db, vault },
      rows.map(({ lead }) => lead),
    )
    const names = await staffNames(
      db,
      rows.flatMap((row) => [row.seller, row.checker, row.second_checker]),
    )
    const nameOf = (id: string | null) => id && (names.get(id) ?? id)
    return rows.map((row) => {
      return {
        id: row.id,
        version: row.version,
        state: row.state,
        lead: row.lead,
        ...maskPerson(known.get(row.lead)?.record),
        seller: row.seller,
        sellerName: names.get(row.seller) ?? row.seller,
        end: row.visit_end,
        channel: row.channel,
        calledAt: row.called_at,
        cause: row.cause,
        complaint: row.complaint,
        sampledAt: row.sampled_at,
        checker: row.checker,
        checkerName: nameOf(row.checker),
        checkedAt: row.checked_at,
        score: row.score,
        missed: row.missed,
        fatal: row.fatal,
        evidence: row.evidence,
        secondName: nameOf(row.second_checker),
        agrees: row.agrees,
        appealedAt: row.appealed_at,
        appeal: row.appeal,
        decidedAt: row.decided_at,
      }
    })
  }

  const page = async ({ after, sort = '-sampledAt', limit = pageSize, ...filter }: BodyOf<typeof quality.list>) => {
    const order = ['sampled_at', 'id']
    const found = await filtered(filter)
      .selectAll()
      .where(beyond(order, sort, after && [after.sampledAt, after.id]))
      .orderBy(inOrder(order, sort))
      .limit(limit + 1)
      .execute()
    const { rows, next } = pageOf(found, limit, (row) => ({ sampledAt: row.sampled_at, id: row.id }))
    return { rows: await shown(rows), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof quality.count>) =>
    countRows(db, filtered(filter), { by: 'sampled_at', exact })

  /** One visit; undefined for an unknown id. */
  const one = async (id: string) =>
    (await shown(await db.sql.selectFrom('quality').selectAll().where('id', '=', id).execute()))[0]

  return { page, count, one }
}
