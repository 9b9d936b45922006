import { to } from '../../machines/paths.ts'
import { overdue, overdueCount, type OverdueDay } from '../../services/loan.lists.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp } from '../list/ofOrder.ts'
import { overdue as columns } from './columns.tsx'
import { byChannel, byDue, byProduct } from './filters.ts'

export const screen = listScreen({
  name: 'overdueRepayment',
  counted: 'loan:list.dayCount',
  empty: 'loan:list.emptyOverdue',
  list: overdue,
  count: overdueCount,
  kind: 'loan',
  where: {},
  sorted: '-due',
  columns: [
    columns.due,
    columns.daysOverdue,
    columns.instalments,
    columns.orders,
    columns.amount,
    columns.paid,
    columns.fee,
    columns.reduced,
    columns.remaining,
  ],
  filters: [byDue, byApp, byChannel, byProduct],
  keyOf: ({ due }: OverdueDay) => due,
  row: ({ due }: OverdueDay) => to.overdueRepaymentDetail({ date: due }),
})
