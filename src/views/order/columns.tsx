import { isOverdue } from '../../services/loan.columns.ts'
import { orderColumns } from '../../services/order.columns.ts'
import type { Order } from '../../services/order.ts'
import { daysIn, referTag } from '../approval/parts.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { overdueCell } from '../loan/columns.tsx'
import { Channel } from '../shared/Channel.tsx'

// The server sorts the list only by the instant of the application.
export const columns = columnsOf<Order, keyof typeof orderColumns>(orderColumns, {
  channel: { cell: (order) => <Channel name={order.channel} /> },
  term: { cell: (order, format) => daysIn(order.term, format) },
  overdue: { cell: (order, { t }) => overdueCell(isOverdue(order.loan?.state), t) },
  refer: { cell: (order, format) => (order.refer ? referTag(format) : '–') },
})
