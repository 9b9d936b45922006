import { to } from '../../machines/paths.ts'
import { payments, paymentsCount, type Repayment } from '../../services/loan.lists.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byName } from '../list/ofOrder.ts'
import { withAlarms } from '../payout/withAlarms.tsx'
import { payments as columns } from './columns.tsx'
import { byChannel, byKind, byMethod, byPaid, byPayChannel, byProduct, byReversed, byTxid } from './filters.ts'

const List = listScreen({
  name: 'repaymentRecord',
  counted: 'loan:list.paymentCount',
  empty: 'loan:list.emptyPayments',
  list: payments,
  count: paymentsCount,
  kind: 'loan',
  where: {},
  sorted: '-day',
  grid: true,
  isVoid: ({ reversed }: Repayment) => reversed,
  summed: 'loan:list.sumStanding',
  columns: [
    columns.orderNo,
    columns.day,
    columns.reversed,
    columns.customer,
    columns.phone,
    columns.amount,
    columns.interest,
    columns.principal,
    columns.fee,
    columns.charge,
    columns.credit,
    columns.kind,
    columns.method,
    columns.payChannel,
    columns.txid,
    columns.loanState,
    columns.overdue,
    columns.product,
    columns.app,
    columns.channel,
    columns.nik,
  ],
  filters: [
    byOrderNo,
    byTxid,
    byPhone,
    byNik,
    byName,
    byPaid,
    byKind,
    byMethod,
    byPayChannel,
    byReversed,
    byApp,
    byChannel,
    byProduct,
  ],
  keyOf: ({ orderNo, n }: Repayment) => `${orderNo}/${n}`,
  row: ({ orderNo }: Repayment) => to.loanOfOrder({ orderNo }),
})

/** All payments with their allocation, and the alarms on what providers reported. */
export const screen = withAlarms(List)
