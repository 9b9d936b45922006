import type { Order } from './approval.ts'
import type { Decided } from './bulkFacts.ts'
import { instant, money, number, text, word, type ListColumns } from './columns.ts'

export const approvalColumns = {
  orderNo: text('approval:screen.orderNo', (order) => order.orderNo),
  customer: text('approval:screen.customer', (order) => order.customer),
  product: text('approval:screen.product', (order) => order.product),
  customerType: word('approval:screen.customerType', (order) => `approval:customerType.${order.customerType}`),
  amount: money('approval:screen.amount', (order) => order.amount),
  proposedAmount: money('approval:screen.proposedAmount', (order) => order.proposedAmount),
  proposedTerm: number('approval:screen.proposedTerm', (order) => order.proposedTerm),
  score: number('approval:screen.score', (order) => order.score),
  refer: word('approval:screen.machine', (order) =>
    order.refer ? 'approval:screen.refer' : 'approval:screen.machinePassed',
  ),
  state: word('approval:screen.state', (order) => `approval:state.${order.state}`),
  holder: text('approval:screen.holder', (order) => order.holderName),
  firstReviewer: text('approval:screen.firstReviewer', (order) => order.firstReviewerName),
  finalReviewer: text('approval:screen.finalReviewer', (order) => order.finalReviewerName),
  round: number('approval:screen.round', (order) => order.round),
  rating: word('approval:screen.rating', (order) => order.rating && `approval:rating.${order.rating}`),
  reason: word('approval:screen.reason', (order) => order.reason && `approval:reason.${order.reason}`),
  appliedAt: instant('approval:screen.appliedAt', (order) => order.appliedAt),
  machineAt: instant('approval:screen.machineAt', (order) => order.machineAt),
  firstAt: instant('approval:screen.firstAt', (order) => order.firstAt),
  finalAt: instant('approval:screen.finalAt', (order) => order.finalAt),
  waitingFor: instant('export:waitingSince', (order) => order.since),
  age: instant('export:target', (order) => order.targetAt),
} satisfies ListColumns<Order>

const { orderNo, customer, product, amount, holder } = approvalColumns
/** The columns that describe many applications before one command for all of them. */
export const decidedOrders: Decided<Order> = {
  amounts: { amount },
  shared: { product, holder },
  each: { orderNo, customer },
}
