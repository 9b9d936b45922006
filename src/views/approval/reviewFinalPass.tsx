import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { byFinalReviewer, byFirstReviewer } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewFinalPass',
  empty: 'approval:screen.empty.finalPass',
  where: { list: 'finalPass' },
  sorted: '-finalAt',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.product,
    columns.amount,
    columns.proposedAmount,
    columns.proposedTerm,
    columns.score,
    columns.firstReviewer,
    columns.finalReviewer,
    columns.finalAt,
    columns.state,
  ],
  filters: [...applications.filters, byFirstReviewer, byFinalReviewer],
})
