import * as approve from '../services/approve.ts'
import { orderInRow, withPeople } from './approve.order.ts'
import type { Server } from './server.ts'
import { named, numbered } from './whose.ts'

const most = 8
// Of a part that very many numbers have, only so many are looked through for the newest.
const candidates = 200

/** Orders by what somebody has at hand: a number, a phone, a NIK. */
export const approveFind = ({ db, vault, handle }: Server) => {
  const orders = () => db.sql.selectFrom('approval').select('order_no')

  handle(approve.find, async (body) => {
    const text = body.text.toUpperCase()
    const exact = named(vault, text)
    const some = exact ? orders().where(exact) : orders().where(numbered(text)).limit(candidates)
    const page = orders()
      .where('order_no', 'in', some)
      .orderBy('order_no', 'desc')
      .limit(most + 1)
    const rows = await withPeople(db, page).orderBy('approval.order_no', 'desc').execute()
    return {
      exact: exact !== undefined,
      more: rows.length > most,
      rows: rows.slice(0, most).map((row) => {
        const { orderNo, state, customer, appliedAt } = orderInRow(row, row.since)
        return { orderNo, state, customer, appliedAt }
      }),
    }
  })
}
