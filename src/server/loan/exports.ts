import * as z from 'zod/mini'
import * as lists from '../../services/loan.lists.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import {
  day,
  type Exportable,
  listed,
  type ExportColumn,
  type Exportables,
  number,
  text,
  word,
} from '../lists/exportable.ts'
import { overdueDays } from './overdue.ts'
import { repayments } from './payments.ts'
import { instalments } from './plan.ts'
import type { Parts } from './reader.ts'

type Columns<Row> = Record<string, ExportColumn<Row>>
type OfLoan = Pick<
  lists.Repayment,
  'orderNo' | 'customer' | 'phone' | 'nik' | 'app' | 'channel' | 'product' | 'loanState'
>

const ofLoan: Columns<OfLoan> = {
  orderNo: text('approve:orderNo', (row) => row.orderNo),
  customer: text('approve:customer', (row) => row.customer),
  phone: text('approve:phone', (row) => row.phone),
  nik: text('approve:nik', (row) => row.nik),
  app: text('approve:app', (row) => row.app),
  channel: text('approve:channel', (row) => row.channel),
  product: text('approve:product', (row) => row.product),
  loanState: word('repay:loanState', ({ loanState: state }) =>
    state === 'voided' ? 'loan:state.voided' : `loan:state.open.settlement.${state}`,
  ),
}

type Owed = Pick<lists.Instalment, 'due' | 'amount' | 'fee' | 'paid' | 'reduced' | 'remaining' | 'daysOverdue'>
const owed: Columns<Owed> = {
  due: day('repay:due', (row) => row.due),
  daysOverdue: number('repay:daysOverdue', (row) => row.daysOverdue),
  amount: number('repay:amount', (row) => row.amount),
  paid: number('repay:paid', (row) => row.paid),
  fee: number('repay:fee', (row) => row.fee),
  reduced: number('repay:reduced', (row) => row.reduced),
  remaining: number('repay:remaining', (row) => row.remaining),
}

const planColumns: Columns<lists.Instalment> = {
  ...ofLoan,
  ...owed,
  status: word('repay:statusIs', (row) => `repay:status.${row.status}`),
  term: number('repay:term', (row) => row.term),
  originalDue: day('repay:originalDue', (row) => row.originalDue),
  interest: number('repay:interest', (row) => row.interest),
  principal: number('repay:principal', (row) => row.principal),
  virtualAccount: text('repay:virtualAccount', (row) => row.virtualAccount),
}

const paymentColumns: Columns<lists.Repayment> = {
  ...ofLoan,
  day: day('repay:paidOn', (row) => row.day),
  kind: word('repay:kindIs', (row) => `repay:kind.${row.kind}`),
  amount: number('repay:received', (row) => row.amount),
  interest: number('repay:interest', (row) => row.interest),
  principal: number('repay:principal', (row) => row.principal),
  fee: number('repay:ofFee', (row) => row.fee),
  charge: number('repay:charge', (row) => row.charge),
  credit: number('repay:credit', (row) => row.credit),
  reversed: word('repay:reversedIs', (row) => (row.reversed ? 'repay:reversed' : null)),
  txid: text('repay:txid', (row) => row.txid),
}

const overdueColumns: Columns<lists.OverdueDay> = {
  ...owed,
  instalments: number('repay:instalments', (row) => row.instalments),
  orders: number('repay:orders', (row) => row.orders),
}

/** Shared by these lists, none of which has bulk commands. */
const ofLoans = {
  words: 'loan',
  secret: ['phone', 'nik', 'fullName'],
  commands: {},
  streamOf: (key: string) => `loan/${key.split('/')[0]}`,
  bodyOf: (key: string) => ({ orderNo: key.split('/')[0] }),
} satisfies Partial<Exportable>

/** The lists of instalments, repayments and overdue days, for exports. */
export const loanExports = (parts: Parts): Exportables => {
  const plan = instalments(parts)
  const payments = repayments(parts)
  const overdue = overdueDays(parts)
  return {
    [lists.plan.id]: listed({
      ...ofLoans,
      interface: lists.plan.interface,
      filter: z.omit(lists.plan.body, { after: true, limit: true }),
      page: plan.page,
      count: async ({ sort: _, ...filter }, reader) => (await plan.count({ ...filter, exact: true }, reader)).count,
      title: () => 'routes:repayPlan',
      columns: planColumns,
      whole: unmaskCustomers(parts),
      keyOf: ({ orderNo, term }) => `${orderNo}/${term}`,
    }),
    [lists.payments.id]: listed({
      ...ofLoans,
      interface: lists.payments.interface,
      filter: z.omit(lists.payments.body, { after: true, limit: true }),
      page: payments.page,
      count: async ({ sort: _, ...filter }, reader) => (await payments.count({ ...filter, exact: true }, reader)).count,
      title: () => 'routes:repaymentRecord',
      columns: paymentColumns,
      whole: unmaskCustomers(parts),
      keyOf: ({ orderNo, n }) => `${orderNo}/${n}`,
    }),
    [lists.overdue.id]: listed({
      ...ofLoans,
      interface: lists.overdue.interface,
      filter: z.omit(lists.overdue.body, { after: true, limit: true }),
      page: overdue.page,
      count: async ({ sort: _, ...filter }, reader) => (await overdue.count({ ...filter, exact: true }, reader)).count,
      title: () => 'routes:overdueRepayment',
      columns: overdueColumns,
      keyOf: ({ due }) => due,
    }),
  }
}
