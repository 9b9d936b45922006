import { type SelectQueryBuilder, sql } from 'kysely'
import { maskName, maskPerson } from '../../machines/masks.ts'
import type * as contact from '../../services/contact.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { anOrderWithinScope, type Onlooker } from '../staff/appScope.ts'
import { type Known, knownOf } from './attempt.ts'

type Contacts = SelectQueryBuilder<Tables, 'contact', object>
type Row = Tables['contact']
type Found = { version: number; record: Known } | undefined

/** A person's record as the list has it; without name and phone for an erased one. */
export const shownAs = ({ last_at: lastAt, ...row }: Row, found: Found): contact.Contact => ({
  ...row,
  ...maskPerson(found?.record),
  lastAt: lastAt === 0 ? null : lastAt,
  // Orders may be beyond the reader's app scope.
  attempts: row.attempts.map(({ order: _, overdue: __, ...attempt }) => attempt),
  asked: (found?.record.contacts ?? []).map(({ name, relationship }, index) => ({
    relative: `${found!.version}/${index + 1}`,
    name: maskName(name),
    relationship,
  })),
})

/** Reads the list a page at a time, and counts those that a filter finds. */
export const contactLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = ({ state }: Omit<BodyOf<typeof contact.count>, 'exact'>, onlooker: Onlooker): Contacts => {
    let query: Contacts = db.sql.selectFrom('contact')
    for (const condition of anOrderWithinScope(onlooker, sql`approval.person = contact.id`))
      query = query.where(condition)
    return state === undefined ? query : query.where('state', '=', state)
  }

  /** Reads the data of each person, in their order. */
  const newest = async (persons: readonly string[]): Promise<Found[]> => {
    const known = await knownOf({ db, vault }, persons)
    return persons.map((person) => known.get(person))
  }

  const page = async (
    { after, sort = '-lastAt', limit = pageSize, ...filter }: BodyOf<typeof contact.list>,
    onlooker: Onlooker,
  ) => {
    const rows = await filtered(filter, onlooker)
      .selectAll()
      .where(beyond(['last_at', 'id'], sort, after && [after.lastAt, after.id]))
      .orderBy(inOrder(['last_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(rows, limit, (row) => ({ lastAt: row.last_at, id: row.id }))
    const found = await newest(shown.map(({ id }) => id))
    return { rows: shown.map((row, index) => shownAs(row, found[index])), next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof contact.count>, onlooker: Onlooker) =>
    countRows(db, filtered(filter, onlooker), { by: 'last_at', exact })

  return { page, count }
}
