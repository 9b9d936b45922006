import type { Database } from '../db/database.ts'
import { staffId } from './sessions.ts'

/** The names of the staff among these actors, by actor id. */
export const staffNames = async (db: Database, actors: readonly (string | null)[]): Promise<Map<string, string>> => {
  const accounts = [...new Set(actors)].flatMap((id) => {
    const number = /^staff\/(\d{1,9})$/.exec(id ?? '')?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  if (accounts.length === 0) return new Map()
  const rows = await db.sql.selectFrom('profile').select(['id', 'name']).where('id', 'in', accounts).execute()
  return new Map(rows.map(({ id, name }) => [staffId(id), name]))
}
