import type { Order } from '../../services/approve.ts'
import { instantCell, moneyCell, Waiting } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { daysIn, referTag, stateTag } from './parts.tsx'

type OrderColumn = Column<Order>

export const orderNo: OrderColumn = { name: 'orderNo', label: 'approve:orderNo', cell: (order) => order.orderNo }
export const customer: OrderColumn = { name: 'customer', label: 'approve:customer', cell: (order) => order.customer }
export const product: OrderColumn = { name: 'product', label: 'approve:product', cell: (order) => order.product }

export const customerType: OrderColumn = {
  name: 'customerType',
  label: 'approve:customerType',
  cell: (order, { t }) => t(`approval:customerType.${order.customerType}`),
}

export const amount: OrderColumn = {
  name: 'amount',
  label: 'approve:amount',
  align: 'right',
  cell: (order, format) => moneyCell(order.amount, format),
  sum: moneyCell,
}

export const proposedAmount: OrderColumn = {
  name: 'proposedAmount',
  label: 'approve:proposedAmount',
  align: 'right',
  cell: (order, format) => moneyCell(order.proposedAmount, format),
}

export const proposedTerm: OrderColumn = {
  name: 'proposedTerm',
  label: 'approve:proposedTerm',
  align: 'right',
  cell: (order, format) => daysIn(order.proposedTerm, format),
}

export const score: OrderColumn = {
  name: 'score',
  label: 'approve:score',
  align: 'right',
  cell: (order) => order.score,
}

export const refer: OrderColumn = {
  name: 'refer',
  label: 'approve:machine',
  cell: (order, format) => (order.refer ? referTag(format) : format.t('approve:machinePassed')),
}

export const state: OrderColumn = {
  name: 'state',
  label: 'approve:state',
  cell: (order, format) => stateTag(order.state, format),
}

export const holder: OrderColumn = { name: 'holder', label: 'approve:holder', cell: (order) => order.holderName }

export const firstReviewer: OrderColumn = {
  name: 'firstReviewer',
  label: 'approve:reviewer',
  cell: (order) => order.firstReviewerName,
}

export const reason: OrderColumn = {
  name: 'reason',
  label: 'approve:reason',
  cell: (order, { t }) => order.reason && t(`approval:reason.${order.reason}`),
}

export const appliedAt: OrderColumn = {
  name: 'appliedAt',
  label: 'approve:appliedAt',
  cell: (order, format) => instantCell(order.appliedAt, format),
}

export const firstAt: OrderColumn = {
  name: 'firstAt',
  label: 'approve:firstAt',
  sort: 'firstAt',
  cell: (order, format) => instantCell(order.firstAt, format),
}

export const waitingFor: OrderColumn = {
  name: 'waitingFor',
  label: 'approve:waitingFor',
  align: 'right',
  // Who has waited longest came first.
  sort: '-since',
  cell: (order) => <Waiting since={order.since} />,
}
