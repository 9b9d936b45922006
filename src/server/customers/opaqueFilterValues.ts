import { createHash, randomBytes } from 'node:crypto'
import * as savedViews from '../../services/savedViews.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { open, seal } from './vault.ts'

const day = 24 * 3_600_000

const derived = (purpose: string, account: number, id: string) =>
  createHash('sha256').update(`${purpose} ${account} ${id}`).digest()

/**
 * Stores search terms that no URL may show under an opaque id, for a day. The encryption key is derived from the
 * account and the id, which is stored nowhere but in the URL.
 */
export const opaqueFilterValueHandlers = ({ db, handle }: Server) => {
  handle(savedViews.conceal, async ({ value }, { staff, now }) => {
    const id = randomBytes(16).toString('base64url')
    const row = derived('row', staff.account, id).toString('hex')
    await db.sql
      .deleteFrom('concealed')
      .where('at', '<=', now - day)
      .execute()
    await db.sql
      .insertInto('concealed')
      .values({ id: row, value: seal(derived('key', staff.account, id), row, Buffer.from(value)), at: now })
      .execute()
    return { id }
  })

  handle(savedViews.reveal, async ({ id }, { staff, now }) => {
    const row = await db.sql
      .selectFrom('concealed')
      .selectAll()
      .where('id', '=', derived('row', staff.account, id).toString('hex'))
      .where('at', '>', now - day)
      .executeTakeFirst()
    if (!row) throw notFound()
    return { value: open(derived('key', staff.account, id), row.id, row.value).toString() }
  })
}
