import { to } from '../../machines/paths.ts'
import { type Instalment, plan, planCount } from '../../services/loan.lists.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byName } from '../list/ofOrder.ts'
import { Audience } from '../smsBatch/Audience.tsx'
import { plan as columns } from './columns.tsx'
import { byArrears, byBasis, byChannel, byDue, byOriginalDue, byProduct, byStatus } from './filters.ts'

export const screen = listScreen({
  name: 'repayPlan',
  counted: 'loan:list.instalmentCount',
  empty: 'loan:list.emptyPlan',
  list: plan,
  count: planCount,
  kind: 'loan',
  where: {},
  sorted: 'next',
  grid: true,
  audience: (of, filter) => <Audience list={of} filter={filter} />,
  columns: [
    columns.orderNo,
    columns.status,
    columns.due,
    columns.term,
    columns.customer,
    columns.phone,
    columns.amount,
    columns.paid,
    columns.fee,
    columns.reduced,
    columns.afterReduction,
    columns.remaining,
    columns.daysOverdue,
    columns.principal,
    columns.interest,
    columns.originalDue,
    columns.loanState,
    columns.overdue,
    columns.product,
    columns.app,
    columns.channel,
    columns.virtualAccount,
    columns.nik,
  ],
  filters: [
    byOrderNo,
    byPhone,
    byNik,
    byName,
    byStatus,
    byDue,
    byApp,
    byChannel,
    byProduct,
    byOriginalDue,
    byArrears,
    byBasis,
  ],
  keyOf: ({ orderNo, term }: Instalment) => `${orderNo}/${term}`,
  row: ({ orderNo }: Instalment) => to.loanOfOrder({ orderNo }),
})
