import { isOver } from '../../machines/approval.ts'
import type { Order } from '../../services/approval.ts'
import { instantCell, moneyCell, Waiting } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { Age } from './Age.tsx'
import { daysIn, referTag, stateTag } from './parts.tsx'

type OrderColumn = Column<Order>

export const orderNo: OrderColumn = {
  name: 'orderNo',
  label: 'approval:screen.orderNo',
  cell: (order) => order.orderNo,
}
export const customer: OrderColumn = {
  name: 'customer',
  label: 'approval:screen.customer',
  cell: (order, { t }) => order.customer || t('audit:erased'),
}
export const product: OrderColumn = {
  name: 'product',
  label: 'approval:screen.product',
  cell: (order) => order.product,
}

export const customerType: OrderColumn = {
  name: 'customerType',
  label: 'approval:screen.customerType',
  cell: (order, { t }) => t(`approval:customerType.${order.customerType}`),
}

export const amount: OrderColumn = {
  name: 'amount',
  label: 'approval:screen.amount',
  align: 'right',
  cell: (order, format) => moneyCell(order.amount, format),
  sum: moneyCell,
}

export const proposedAmount: OrderColumn = {
  name: 'proposedAmount',
  label: 'approval:screen.proposedAmount',
  align: 'right',
  cell: (order, format) => moneyCell(order.proposedAmount, format),
}

export const proposedTerm: OrderColumn = {
  name: 'proposedTerm',
  label: 'approval:screen.proposedTerm',
  align: 'right',
  cell: (order, format) => daysIn(order.proposedTerm, format),
}

export const score: OrderColumn = {
  name: 'score',
  label: 'approval:screen.score',
  align: 'right',
  cell: (order) => order.score,
}

export const refer: OrderColumn = {
  name: 'refer',
  label: 'approval:screen.machine',
  cell: (order, format) => (order.refer ? referTag(format) : format.t('approval:screen.machinePassed')),
}

export const rating: OrderColumn = {
  name: 'rating',
  label: 'approval:screen.rating',
  cell: (order, { t }) => order.rating && t(`approval:rating.${order.rating}`),
}

export const round: OrderColumn = {
  name: 'round',
  label: 'approval:screen.round',
  align: 'right',
  width: 70,
  cell: (order) => order.round,
}

export const state: OrderColumn = {
  name: 'state',
  label: 'approval:screen.state',
  width: 190,
  cell: (order, format) => stateTag(order.state, format),
}

export const holder: OrderColumn = {
  name: 'holder',
  label: 'approval:screen.holder',
  cell: (order) => order.holderName,
}

export const firstReviewer: OrderColumn = {
  name: 'firstReviewer',
  label: 'approval:screen.firstReviewer',
  cell: (order) => order.firstReviewerName,
}

export const finalReviewer: OrderColumn = {
  name: 'finalReviewer',
  label: 'approval:screen.finalReviewer',
  cell: (order) => order.finalReviewerName,
}

export const reason: OrderColumn = {
  name: 'reason',
  label: 'approval:screen.reason',
  cell: (order, { t }) => order.reason && t(`approval:reason.${order.reason}`),
}

export const appliedAt: OrderColumn = {
  name: 'appliedAt',
  label: 'approval:screen.appliedAt',
  cell: (order, format) => instantCell(order.appliedAt, format),
}

/** For lists that are sorted by this column. */
export const appliedFirst: OrderColumn = { ...appliedAt, sort: 'appliedAt' }

export const machineAt: OrderColumn = {
  name: 'machineAt',
  label: 'approval:screen.machineAt',
  cell: (order, format) => instantCell(order.machineAt, format),
}

export const finalAt: OrderColumn = {
  name: 'finalAt',
  label: 'approval:screen.finalAt',
  sort: 'finalAt',
  cell: (order, format) => instantCell(order.finalAt, format),
}

export const firstAt: OrderColumn = {
  name: 'firstAt',
  label: 'approval:screen.firstAt',
  sort: 'firstAt',
  cell: (order, format) => instantCell(order.firstAt, format),
}

/** The time in the present state, while somebody has to act. */
export const waiting: OrderColumn = {
  name: 'waitingFor',
  label: 'approval:screen.waitingFor',
  align: 'right',
  cell: (order) => (isOver(order.state) ? null : <Waiting since={order.since} />),
}

// The longest waiting come first.
export const waitingFor: OrderColumn = { ...waiting, sort: '-since' }

export const age: OrderColumn = {
  name: 'age',
  label: 'approval:screen.age',
  align: 'right',
  width: 170,
  cell: (order) => <Age order={order} />,
}
