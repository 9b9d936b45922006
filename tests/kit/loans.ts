import { randomUUID } from 'node:crypto'
import type { LoanEvent } from '../../src/machines/loan.facts.ts'
import type { LoanTerms } from '../../src/machines/schedule.ts'
import { virtualAccountOf } from '../../src/server/loan/openLoan.ts'
import type { BodyOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'
import { loanTerms } from '../machines/loan.events.ts'
import type { TestApp } from './app.ts'
import { waitingOrders } from './orders.ts'

/** Sends an event of the system to a loan. */
export const tellLoan = ({ server, clock }: TestApp, orderNo: string, event: object) =>
  server.store.send({
    stream: `loan/${orderNo}`,
    event: { by: 'SYS', at: clock.now(), ...event } as LoanEvent,
    via: 'SYS',
    key: randomUUID(),
  })

type Opened = Partial<LoanTerms> & { from: string }

/** Opens a loan for an order, on the test terms with the given overrides. */
export const openLoanOf = async (app: TestApp, orderNo: string, terms: Opened): Promise<void> => {
  const order = await app.db.sql
    .selectFrom('approval')
    .select(['person', 'app', 'channel', 'product'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  const virtualAccount = virtualAccountOf(orderNo)
  await tellLoan(app, orderNo, {
    type: 'loanOpened',
    orderNo,
    terms: { ...loanTerms, ...terms },
    order: { ...order, payout: `pay-${orderNo}`, virtualAccount },
  })
}

/** Creates an order per application, and opens a loan for each, paid out on the day `from`. */
export const openLoans = async (
  app: TestApp,
  terms: Opened,
  applications: readonly Partial<BodyOf<typeof apply>>[] = [{}],
): Promise<string[]> => {
  const orders = await waitingOrders(app, applications)
  for (const orderNo of orders) await openLoanOf(app, orderNo, terms)
  return orders
}

export const openLoan = async (...opened: Parameters<typeof openLoans>): Promise<string> =>
  (await openLoans(...opened))[0]!
