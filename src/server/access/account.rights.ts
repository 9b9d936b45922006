import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Call } from '../staff/call.ts'
import { noPassword } from '../staff/passwords.ts'
import type { Staff } from '../staff/sessions.ts'

/** Lists what these roles grant that the giver does not hold. */
export const beyondOwn = async (db: Database, ids: readonly number[], giver: Staff): Promise<string[]> => {
  if (giver.admin || ids.length === 0) return []
  const roles = await db.sql
    .selectFrom('role')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const given = roles.flatMap(({ name, menus, interfaces }) => [
    ...(name === 'admin' ? [name] : []),
    ...menus,
    ...interfaces,
  ])
  return [...new Set(given)].filter((name) => !giver.roles.includes(name) && !giver.may(name))
}

type Leaving = { id: number; roles: readonly number[]; status?: 'active' | 'disabled' | undefined }

/**
 * Finds another active admin with a password when this account stops being one, as a version that the append compares.
 * Throws bad input for the last admin.
 */
export const anotherAdmin = async (db: Database, { id, roles, status }: Leaving, call: Call<Staff>) => {
  const admin = await db.sql.selectFrom('role').select('id').where('name', '=', 'admin').executeTakeFirst()
  if (!admin || (roles.includes(admin.id) && status !== 'disabled')) return []
  const other = await db.sql
    .selectFrom('account')
    .innerJoin('profile', 'profile.id', 'account.id')
    .select(['account.id', 'account.version'])
    .where('account.state', '=', 'active')
    .where('account.id', '!=', id)
    .where(sql<boolean>`account.roles @> ${JSON.stringify([admin.id])}::jsonb`)
    // An account whose link was not used yet may never be used.
    .where('profile.password', '!=', noPassword)
    .orderBy('account.id')
    .limit(1)
    .executeTakeFirst()
  if (!other) throw badInput([{ field: 'roles', reason: 'lastAdmin' }], call.language)
  return [{ stream: `account/${other.id}`, version: other.version }]
}
