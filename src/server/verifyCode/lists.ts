import { sql } from 'kysely'
import { phoneFound } from '../../machines/identity.ts'
import { maskPerson } from '../../machines/masks.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as verifyCode from '../../services/verifyCode.ts'
import { knownOf } from '../contact/attempt.ts'
import { nameFound } from '../customers/vault.ts'
import { between, type Condition, is } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'

type Filter = Omit<BodyOf<typeof verifyCode.count>, 'exact'>

/** Reads the codes a page at a time, and counts those that a filter finds. */
export const verifyCodeLists = ({ db, vault }: Pick<Server, 'db' | 'vault'>) => {
  const filtered = ({ state, seller, phone, fullName, issuedFrom, issuedTo }: Filter) => {
    const owned = (kind: 'phone' | 'name', value: string): Condition => sql`lead in ${vault.owners(kind, value)}`
    const conditions = [
      ...is('state', state),
      ...is('issuer', seller),
      ...(phone ? [owned('phone', phoneFound(phone) ?? phone)] : []),
      ...(fullName ? [owned('name', nameFound(fullName))] : []),
      ...between('issued_at', issuedFrom, issuedTo),
    ]
    return db.sql.selectFrom('verify_code').where((eb) => eb.and(conditions))
  }

  const page = async ({ after, sort = '-issuedAt', limit = pageSize, ...filter }: BodyOf<typeof verifyCode.list>) => {
    const found = await filtered(filter)
      .selectAll()
      .where(beyond(['issued_at', 'id'], sort, after && [after.issuedAt, after.id]))
      .orderBy(inOrder(['issued_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ issuedAt: row.issued_at, id: row.id }))
    const known = await knownOf(
      { db, vault },
      shown.map(({ lead }) => lead),
    )
    const names = await staffNames(
      db,
      shown.map(({ issuer }) => issuer),
    )
    const rows = shown.map((row): verifyCode.VerifyCode => {
      return {
        id: row.id,
        version: row.version,
        state: row.state,
        lead: row.lead,
        ...maskPerson(known.get(row.lead)?.record),
        issuer: row.issuer,
        sellerName: names.get(row.issuer) ?? row.issuer,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
        tries: row.tries,
        usedAt: row.state === 'used' ? row.ended_at : null,
      }
    })
    return { rows, next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof verifyCode.count>) =>
    countRows(db, filtered(filter), { by: 'issued_at', exact })

  return { page, count }
}
