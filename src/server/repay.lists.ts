import * as lists from '../services/repay.lists.ts'
import { channelsOf } from './approve.order.ts'
import { overdueDays } from './repay.overdue.ts'
import { repayments } from './repay.payments.ts'
import { instalments } from './repay.plan.ts'
import type { Server } from './server.ts'

/** The lists of what is owed and of what was paid. */
export const repayLists = (server: Server) => {
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
    products: await server.db.sql.selectFrom('product').select(['code', 'name']).orderBy('name').execute(),
    channels: await channelsOf(server.db),
  }))
}
