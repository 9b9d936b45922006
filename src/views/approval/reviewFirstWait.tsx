import { decidedOrders } from '../../services/approval.columns.ts'
import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { mine } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewFirstWait',
  empty: 'approval:screen.empty.firstWait',
  where: { list: 'firstWait' },
  sorted: 'since',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.amount,
    columns.waitingFor,
    columns.holder,
    columns.score,
    columns.refer,
    columns.product,
    columns.customerType,
    columns.appliedAt,
  ],
  filters: [...applications.filters, mine],
  bulk: { events: ['firstAssigned', 'firstReassigned', 'firstRecalled'], decided: decidedOrders },
  actions: ['firstClaimed', 'firstReleased', 'firstAssigned', 'firstReassigned', 'firstRecalled'],
})
