import * as z from 'zod/mini'
import { overdueColumns, paymentColumns, planColumns } from '../../services/loan.columns.ts'
import * as lists from '../../services/loan.lists.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import { type Exportable, type Exportables, listed } from '../lists/exportable.ts'
import { overdueDays } from './overdue.ts'
import { repayments } from './payments.ts'
import { instalments } from './plan.ts'
import type { Parts } from './reader.ts'

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
