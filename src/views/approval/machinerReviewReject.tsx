import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'machinerReviewReject',
  empty: 'approval:screen.empty.machineReject',
  where: { list: 'machineReject' },
  sorted: '-appliedAt',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.amount,
    columns.product,
    columns.customerType,
    columns.score,
    columns.rating,
    columns.appliedFirst,
    columns.machineAt,
  ],
})
