import type { Order } from '../../services/order.ts'
import { Channel, daysIn, referTag } from '../approve/parts.tsx'
import { instantCell, moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'

type OrderColumn = Column<Order>
type Of<Value> = (order: Order) => Value

const text = (name: string, label: string, value: Of<string | null>): OrderColumn => ({
  name,
  label,
  cell: (order) => value(order) || '–',
})
const number = (name: string, label: string, value: Of<number>): OrderColumn => ({
  name,
  label,
  align: 'right',
  cell: value,
})
const money = (name: string, label: string, value: Of<number>): OrderColumn => ({
  name,
  label,
  align: 'right',
  cell: (order, format) => moneyCell(value(order), format),
})

export const phone = text('phone', 'approve:phone', (order) => order.phone)
export const nik = text('nik', 'approve:nik', (order) => order.nik)
export const email = text('email', 'approve:email', (order) => order.email)
export const city = text('city', 'order:city', (order) => order.city)
export const province = text('province', 'order:province', (order) => order.province)
export const app = text('app', 'approve:app', (order) => order.app)
export const whiteType = text('whiteType', 'order:whiteType', (order) => order.whiteType)
export const bank = text('bank', 'approve:bankName', (order) => order.bank)
export const account = text('account', 'approve:account', (order) => order.account)
export const loanCount = number('loanCount', 'order:loanCount', (order) => order.loanCount)
export const failedOrderCount = number('failedOrderCount', 'order:failedOrderCount', (order) => order.failedOrderCount)
export const serviceFee = money('serviceFee', 'approve:serviceFee', (order) => order.serviceFee)
export const handlingFee = money('handlingFee', 'approve:handlingFee', (order) => order.handlingFee)
export const arrivalAmount = money('arrivalAmount', 'approve:arrivalAmount', (order) => order.arrivalAmount)

export const channel: OrderColumn = {
  name: 'channel',
  label: 'approve:channel',
  cell: (order) => <Channel name={order.channel} />,
}

export const term: OrderColumn = {
  name: 'term',
  label: 'approve:term',
  align: 'right',
  cell: (order, format) => daysIn(order.term, format),
}

export const appCustomerType: OrderColumn = {
  name: 'appCustomerType',
  label: 'order:appCustomerType',
  cell: (order, { t }) => (order.appCustomerType ? t(`approval:customerType.${order.appCustomerType}`) : '–'),
}

export const accountVerified: OrderColumn = {
  name: 'accountVerified',
  label: 'order:accountVerified',
  cell: (order, { t }) => t(order.accountVerified ? 'approve:accountVerified' : 'approve:accountNotVerified'),
}

export const refer: OrderColumn = {
  name: 'refer',
  label: 'order:referred',
  cell: (order, format) => (order.refer ? referTag(format) : '–'),
}

// The list is sorted by the application's instant alone.
export const firstAt: OrderColumn = {
  name: 'firstAt',
  label: 'order:firstAt',
  cell: (order, format) => instantCell(order.firstAt, format),
}

export const finalAt: OrderColumn = {
  name: 'finalAt',
  label: 'order:finalAt',
  cell: (order, format) => instantCell(order.finalAt, format),
}
