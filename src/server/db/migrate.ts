import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { isKnown, newest, type Step, steps } from './migrations.ts'
import type { Tables } from './tables.ts'

/** Migrates to the newest schema; throws the failing statement's error, or that only a newer server can serve it. */
export const migrate = async (db: Kysely<any>): Promise<void> => {
  if (await isAhead(db)) return
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: (tx: Kysely<Tables>) => take(tx, name, step) }]),
  )
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  // Nothing of it was done: somebody who reads or writes meanwhile had locks in another order.
  if ((error as { code?: string } | undefined)?.code === deadlock) return migrate(db)
  // A newer server may have migrated it meanwhile.
  if (error && !(await isAhead(db))) throw error
}

const deadlock = '40P01'

/** Whether a newer server has migrated the database and this one can still serve it; throws when it cannot. */
const isAhead = async (db: Kysely<any>): Promise<boolean> => {
  if (!(await isThere(db, 'kysely_migration'))) return false
  const rows = await db
    .selectFrom('kysely_migration')
    .select(sql<string>`name`.as('name'))
    .orderBy('name')
    .execute()
  const taken = rows.map(({ name }) => name)
  const unknown = taken.filter((name) => !isKnown(name))
  if (unknown.length === 0) return false
  const { breaking } = await (db as Kysely<Tables>).selectFrom('es_head').select('breaking').executeTakeFirstOrThrow()
  if ((breaking === null || isKnown(breaking)) && Object.keys(steps).every((name) => taken.includes(name))) return true
  throw new Error(
    `A newer Loket has brought this database to ${unknown.at(-1)}. This one knows ${newest} at most and cannot serve it: start the newer one`,
  )
}

const isThere = async (db: Kysely<any>, table: string): Promise<boolean> =>
  (await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)).rows[0]!.there

const take = async (tx: Kysely<Tables>, name: string, { statements, breaking }: Step) => {
  // Locks the head first, as a commit does: a commit under way ends before, and the next one sees this migration.
  if (await isThere(tx, 'es_head')) await sql`select from es_head for update`.execute(tx)
  for (const statement of statements) await sql.raw(statement).execute(tx)
  if (breaking) await tx.updateTable('es_head').set({ breaking: name }).execute()
  if (name !== newest) return
  // `fillGaps` reads what older servers write from this position on.
  await tx.deleteFrom('es_checkpoint').where('name', 'like', 'gaps %').execute()
  await sql`insert into es_checkpoint select ${`gaps ${name}`}, pos from es_head`.execute(tx)
}
