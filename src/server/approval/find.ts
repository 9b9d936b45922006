import { sql } from 'kysely'
import * as approval from '../../services/approval.ts'
import { noteSearch } from '../audit/searches.ts'
import { named, numbered, ownIn } from '../customers/customerFilter.ts'
import { maskedIn } from '../customers/readMasked.ts'
import type { Server } from '../server.ts'
import { withinScope } from '../staff/appScope.ts'
import { withPeople } from './row.ts'

const most = 8
// Bounds the scan when very many order numbers match a part. The newest are picked among these.
const candidates = 200

/** Finds orders by order number, phone or NIK, and writes an audit entry for a search by phone or NIK. */
export const approveFind = (server: Server) => {
  const { db, vault, handle } = server
  const orders = () => db.sql.selectFrom('approval').select('order_no')

  handle(approval.find, async (body, call) => {
    const text = body.text.toUpperCase()
    const exact = named(vault, text)
    const some = exact ? orders().where(exact) : orders().where(numbered(text)).limit(candidates)
    const page = orders()
      .where('order_no', 'in', some)
      .where((eb) => eb.and(withinScope(call, sql`order_no`)))
      .orderBy('order_no', 'desc')
      .limit(most + 1)
    const rows = await withPeople(db, page).orderBy('one.order_no', 'desc').execute()
    const by = ownIn(body.text)
    if (by) await noteSearch(server, call, 'customerFound', { persons: rows.map(({ person }) => person), by })
    return {
      exact: exact !== undefined,
      more: rows.length > most,
      rows: rows.slice(0, most).map((row) => {
        const { order_no: orderNo, state, applied_at: appliedAt } = row
        return { orderNo, state, customer: maskedIn(row).name, appliedAt }
      }),
    }
  })
}
