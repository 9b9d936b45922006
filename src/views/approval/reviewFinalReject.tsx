import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { byFinalReviewer, byFirstReviewer } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewFinalReject',
  empty: 'approval:screen.empty.finalReject',
  where: { list: 'finalReject' },
  sorted: '-finalAt',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.product,
    columns.amount,
    columns.score,
    columns.reason,
    columns.firstReviewer,
    columns.finalReviewer,
    columns.finalAt,
    columns.state,
  ],
  filters: [...applications.filters, byFirstReviewer, byFinalReviewer],
})
