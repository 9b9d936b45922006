import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { byFirstReviewer } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewFirstPass',
  empty: 'approval:screen.empty.firstPass',
  where: { list: 'firstPass' },
  sorted: '-firstAt',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.product,
    columns.amount,
    columns.proposedAmount,
    columns.proposedTerm,
    columns.score,
    columns.firstReviewer,
    columns.firstAt,
    columns.state,
  ],
  filters: [...applications.filters, byFirstReviewer],
})
