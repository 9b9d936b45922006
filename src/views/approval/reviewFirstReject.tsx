import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { byFirstReviewer } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewFirstReject',
  empty: 'approval:screen.empty.firstReject',
  where: { list: 'firstReject' },
  sorted: '-firstAt',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.product,
    columns.amount,
    columns.score,
    columns.reason,
    columns.firstReviewer,
    columns.firstAt,
    columns.state,
  ],
  filters: [...applications.filters, byFirstReviewer],
})
