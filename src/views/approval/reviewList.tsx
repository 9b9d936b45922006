import { decidedOrders } from '../../services/approval.columns.ts'
import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { byFinalReviewer, byFirstReviewer, byStage, editWaits, mine, referred } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewList',
  besides: 'customerEdit',
  empty: 'approval:screen.empty.all',
  where: { list: 'all' },
  sorted: '-appliedAt',
  grid: true,
  columns: [
    columns.orderNo,
    columns.customer,
    columns.amount,
    columns.state,
    columns.round,
    columns.appliedFirst,
    columns.waiting,
    columns.age,
    columns.firstReviewer,
    columns.finalReviewer,
    columns.holder,
    columns.product,
    columns.customerType,
  ],
  filters: [...applications.filters, byStage, byFirstReviewer, byFinalReviewer, referred, mine, editWaits],
  bulk: {
    events: ['firstAssigned', 'firstReassigned', 'firstRecalled', 'finalAssigned', 'finalReassigned', 'finalRecalled'],
    decided: decidedOrders,
  },
  actions: ['firstAssigned', 'firstReassigned', 'firstRecalled', 'finalAssigned', 'finalReassigned', 'finalRecalled'],
})
