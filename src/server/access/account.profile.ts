import { sql } from 'kysely'
import { type Language, languages } from '../../services/user.ts'
import type { Database } from '../db/database.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Call } from '../staff/call.ts'
import type { Tx } from '../store/command.ts'

type Caller = Pick<Call<unknown>, 'language'>

/** Takes the next account number. */
export const nextAccount = async (db: Database): Promise<number> =>
  (await sql<{ id: number }>`select nextval('profile_id_seq')::int as id`.execute(db.sql)).rows[0]!.id

/** Throws bad input for an e-mail of another account. */
export const mustBeFree = async (db: Database, email: string, id: number | undefined, { language }: Caller) => {
  const taken = await db.sql.selectFrom('profile').select('id').where('email', '=', email).executeTakeFirst()
  if (taken && taken.id !== id) throw badInput([{ field: 'email', reason: 'emailTaken' }], language)
}

export const mustBeRoles = async (db: Database, ids: readonly number[], { language }: Caller) => {
  const known = await db.sql
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  if (known.length < new Set(ids).size) throw badInput([{ field: 'roles', reason: 'role' }], language)
}

/** `password` is a hash; '' matches no password. */
type Profile = {
  id: number
  name: string
  email: string
  password: string
  language?: Language | undefined
  avatar?: string | undefined
  introduction?: string | undefined
}

export const insertProfile = (tx: Tx, { id, name, email, password, ...own }: Profile) => {
  const { language = 'id', avatar = '', introduction = '' } = own
  return tx
    .insertInto('profile')
    .values({ id, name, email, password, avatar, introduction, language, setting: '{}' })
    .execute()
}

export const statusOf = (state: string) => (state === 'active' ? ('active' as const) : ('disabled' as const))
export const languageOr = (language: string) => languages.find((one) => one === language) ?? 'id'
