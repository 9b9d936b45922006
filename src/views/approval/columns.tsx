import { isOver } from '../../machines/approval.ts'
import type { Order } from '../../services/approval.ts'
import { instantCell, moneyCell, Waiting } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { Age } from './Age.tsx'
import { daysIn, referTag, stateTag } from './parts.tsx'

type OrderColumn = Column<Order>

export const orderNo: OrderColumn = { name: 'orderNo', label: 'approve:orderNo', cell: (order) => order.orderNo }
export const customer: OrderColumn = {
  name: 'customer',
  label: 'approve:customer',
  cell: (order, { t }) => order.customer || t('audit:erased'),
}
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

export const rating: OrderColumn = {
  name: 'rating',
  label: 'approve:rating',
  cell: (order, { t }) => order.rating && t(`approval:rating.${order.rating}`),
}

export const round: OrderColumn = {
  name: 'round',
  label: 'approve:round',
  align: 'right',
  width: 70,
  cell: (order) => order.round,
}

export const state: OrderColumn = {
  name: 'state',
  label: 'approve:state',
  width: 190,
  cell: (order, format) => stateTag(order.state, format),
}

export const holder: OrderColumn = { name: 'holder', label: 'approve:holder', cell: (order) => order.holderName }

export const firstReviewer: OrderColumn = {
  name: 'firstReviewer',
  label: 'approve:firstReviewer',
  cell: (order) => order.firstReviewerName,
}

export const finalReviewer: OrderColumn = {
  name: 'finalReviewer',
  label: 'approve:finalReviewer',
  cell: (order) => order.finalReviewerName,
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

/** For lists that are sorted by this column. */
export const appliedFirst: OrderColumn = { ...appliedAt, sort: 'appliedAt' }

export const machineAt: OrderColumn = {
  name: 'machineAt',
  label: 'approve:machineAt',
  cell: (order, format) => instantCell(order.machineAt, format),
}

export const finalAt: OrderColumn = {
  name: 'finalAt',
  label: 'approve:finalAt',
  sort: 'finalAt',
  cell: (order, format) => instantCell(order.finalAt, format),
}

export const firstAt: OrderColumn = {
  name: 'firstAt',
  label: 'approve:firstAt',
  sort: 'firstAt',
  cell: (order, format) => instantCell(order.firstAt, format),
}

/** The time in the present state, while somebody has to act. */
export const waiting: OrderColumn = {
  name: 'waitingFor',
  label: 'approve:waitingFor',
  align: 'right',
  cell: (order) => (isOver(order.state) ? null : <Waiting since={order.since} />),
}

// The longest waiting come first.
export const waitingFor: OrderColumn = { ...waiting, sort: '-since' }

export const age: OrderColumn = {
  name: 'age',
  label: 'approve:age',
  align: 'right',
  width: 170,
  cell: (order) => <Age order={order} />,
}
