import { decidedOrders } from '../../services/approval.columns.ts'
import { listScreen } from '../list/listScreen.tsx'
import { columns } from './columns.tsx'
import { byFirstReviewer, mine } from './filters.ts'
import { applications } from './lists.ts'

export const screen = listScreen({
  ...applications,
  name: 'reviewFinalWait',
  empty: 'approval:screen.empty.finalWait',
  where: { list: 'finalWait' },
  sorted: 'since',
  columns: [
    columns.orderNo,
    columns.customer,
    columns.amount,
    columns.proposedAmount,
    columns.waitingFor,
    columns.holder,
    columns.firstReviewer,
    columns.score,
    columns.product,
    columns.proposedTerm,
  ],
  filters: [...applications.filters, byFirstReviewer, mine],
  bulk: { events: ['finalAssigned', 'finalReassigned', 'finalRecalled'], decided: decidedOrders },
  actions: ['finalClaimed', 'finalReleased', 'finalAssigned', 'finalReassigned', 'finalRecalled'],
})
