import { sql } from 'kysely'
import * as loan from '../../services/loan.ts'
import { withPeople } from '../approval/row.ts'
import { noteSearch } from '../audit/searches.ts'
import { named, numbered, ownedBy, ownIn } from '../customers/customerFilter.ts'
import { maskedIn } from '../customers/readMasked.ts'
import { nameFound } from '../customers/vault.ts'
import type { Server } from '../server.ts'
import { withinScope } from '../staff/appScope.ts'

const most = 8
// Bounds the scan when very many order numbers match a part. The newest are picked among these.
const candidates = 200
const partOfOrderNo = /^(LK?)?\d+$/

/** Finds loans by order number, phone, NIK or name, and writes an audit entry for a search by personal data. */
export const loanFind = (server: Server) => {
  const { db, vault, handle } = server
  const isPaidOut = sql<boolean>`exists (select from loan where loan.order_no = approval.order_no)`
  const orders = () => db.sql.selectFrom('approval').select('order_no')

  const foundBy = (text: string) => {
    const exact = named(vault, text)
    if (exact) return orders().where(exact)
    if (partOfOrderNo.test(text)) return orders().where(numbered(text)).where(isPaidOut).limit(candidates)
    return orders().where(ownedBy(vault, 'name', nameFound(text)))
  }

  /** Which personal datum a text searches by; undefined for an order number. */
  const byIn = (text: string) => ownIn(text) ?? (partOfOrderNo.test(text) ? undefined : 'name')

  handle(loan.find, async (body, call) => {
    const page = orders()
      .where('order_no', 'in', foundBy(body.text.toUpperCase()))
      .where((eb) => eb.and(withinScope(call, sql`order_no`)))
      .where(isPaidOut)
      .orderBy('order_no', 'desc')
      .limit(most + 1)
    const rows = await withPeople(db, page).orderBy('one.order_no', 'desc').execute()
    const by = byIn(body.text.toUpperCase())
    if (by) await noteSearch(server, call, 'customerFound', { persons: rows.map(({ person }) => person), by })
    return {
      more: rows.length > most,
      rows: rows.slice(0, most).map((row) => {
        const { order_no: orderNo, applied_at: appliedAt } = row
        return { orderNo, customer: maskedIn(row).name, appliedAt }
      }),
    }
  })
}
