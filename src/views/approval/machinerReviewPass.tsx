import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { referred } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'machinerReviewPass',
  empty: 'approval:screen.empty.machinePass',
  where: { list: 'machinePass' },
  sorted: '-appliedAt',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.amount,
    columns.product,
    columns.customerType,
    columns.score,
    columns.rating,
    columns.refer,
    columns.appliedFirst,
    columns.machineAt,
    columns.state,
  ],
  filters: [...applications.filters, referred],
})
