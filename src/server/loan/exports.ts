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
  orderNo: text('approval:screen.orderNo', (row) => row.orderNo),
  customer: text('approval:screen.customer', (row) => row.customer),
  phone: text('approval:screen.phone', (row) => row.phone),
  nik: text('approval:screen.nik', (row) => row.nik),
  app: text('approval:screen.app', (row) => row.app),
  channel: text('approval:screen.channel', (row) => row.channel),
  product: text('approval:screen.product', (row) => row.product),
  loanState: word('loan:list.loanState', ({ loanState: state }) =>
    state === 'voided' ? 'loan:state.voided' : `loan:state.open.settlement.${state}`,
  ),
}

type Owed = Pick<lists.Instalment, 'due' | 'amount' | 'fee' | 'paid' | 'reduced' | 'remaining' | 'daysOverdue'>
const owed: Columns<Owed> = {
  due: day('loan:list.due', (row) => row.due),
  daysOverdue: number('loan:list.daysOverdue', (row) => row.daysOverdue),
  amount: number('loan:list.amount', (row) => row.amount),
  paid: number('loan:list.paid', (row) => row.paid),
  fee: number('loan:list.fee', (row) => row.fee),
  reduced: number('loan:list.reduced', (row) => row.reduced),
  remaining: number('loan:list.remaining', (row) => row.remaining),
}

const planColumns: Columns<lists.Instalment> = {
  ...ofLoan,
  ...owed,
  status: word('loan:list.statusIs', (row) => `loan:list.status.${row.status}`),
  term: number('loan:list.term', (row) => row.term),
  originalDue: day('loan:list.originalDue', (row) => row.originalDue),
  interest: number('loan:list.interest', (row) => row.interest),
  principal: number('loan:list.principal', (row) => row.principal),
  virtualAccount: text('loan:list.virtualAccount', (row) => row.virtualAccount),
}

const paymentColumns: Columns<lists.Repayment> = {
  ...ofLoan,
  day: day('loan:list.paidOn', (row) => row.day),
  kind: word('loan:list.kindIs', (row) => `loan:list.kind.${row.kind}`),
  amount: number('loan:list.received', (row) => row.amount),
  interest: number('loan:list.interest', (row) => row.interest),
  principal: number('loan:list.principal', (row) => row.principal),
  fee: number('loan:list.ofFee', (row) => row.fee),
  charge: number('loan:list.charge', (row) => row.charge),
  credit: number('loan:list.credit', (row) => row.credit),
  reversed: word('loan:list.reversedIs', (row) => (row.reversed ? 'loan:list.reversed' : null)),
  txid: text('loan:list.txid', (row) => row.txid),
}

const overdueColumns: Columns<lists.OverdueDay> = {
  ...owed,
  instalments: number('loan:list.instalments', (row) => row.instalments),
  orders: number('loan:list.orders', (row) => row.orders),
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
