import * as lists from '../../services/loan.lists.ts'
import { channelsOf, valuesIn } from '../lists/channels.ts'
import { productsOf } from '../lists/products.ts'
import type { Server } from '../server.ts'
import { overdueDays } from './overdue.ts'
import { repayments } from './payments.ts'
import { instalments } from './plan.ts'

/** The lists of instalments, repayments and overdue days. */
export const loanLists = (server: Server) => {
  const plan = instalments(server)
  server.handle(lists.plan, plan.page)
  server.handle(lists.planCount, plan.count)
  const payments = repayments(server)
  server.handle(lists.payments, payments.page)
  server.handle(lists.paymentsCount, payments.count)
  const overdue = overdueDays(server)
  server.handle(lists.overdue, overdue.page)
  server.handle(lists.overdueCount, overdue.count)
  server.handle(lists.choices, async () => ({
    products: await productsOf(server.db),
    channels: await channelsOf(server.db, 'approval'),
    payChannels: await valuesIn(server.db, 'repayment', 'pay_channel'),
  }))
}
