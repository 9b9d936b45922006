import type { ReactNode } from 'react'
import type { Order } from '../../services/order.ts'
import { Channel, daysIn, referTag } from '../approval/parts.tsx'
import { instantCell, moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { dayIn } from '../loan/words.ts'
import type { Format } from '../shared/format.ts'

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

export const phone = text('phone', 'approval:screen.phone', (order) => order.phone)
export const nik = text('nik', 'approval:screen.nik', (order) => order.nik)
export const email = text('email', 'approval:screen.email', (order) => order.email)
export const city = text('city', 'order:city', (order) => order.city)
export const province = text('province', 'order:province', (order) => order.province)
export const app = text('app', 'approval:screen.app', (order) => order.app)
export const whiteType = text('whiteType', 'order:whiteType', (order) => order.whiteType)
export const bank = text('bank', 'approval:screen.bankName', (order) => order.bank)
export const account = text('account', 'approval:screen.account', (order) => order.account)
export const loanCount = number('loanCount', 'order:loanCount', (order) => order.loanCount)
export const failedOrderCount = number('failedOrderCount', 'order:failedOrderCount', (order) => order.failedOrderCount)
export const serviceFee = money('serviceFee', 'approval:screen.serviceFee', (order) => order.serviceFee)
export const handlingFee = money('handlingFee', 'approval:screen.handlingFee', (order) => order.handlingFee)
export const arrivalAmount = money('arrivalAmount', 'approval:screen.arrivalAmount', (order) => order.arrivalAmount)

export const channel: OrderColumn = {
  name: 'channel',
  label: 'approval:screen.channel',
  cell: (order) => <Channel name={order.channel} />,
}

export const term: OrderColumn = {
  name: 'term',
  label: 'approval:screen.term',
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
  cell: (order, { t }) =>
    t(order.accountVerified ? 'approval:screen.accountVerified' : 'approval:screen.accountNotVerified'),
}

export const refer: OrderColumn = {
  name: 'refer',
  label: 'order:referred',
  cell: (order, format) => (order.refer ? referTag(format) : '–'),
}

// No `sort`: the server sorts the list only by the instant of the application.
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

type Loan = NonNullable<Order['loan']>

/** A column that only paid-out orders have a value in. */
const ofLoan = <Value,>(
  name: string,
  label: string,
  value: (loan: Loan) => Value | null,
  cell: (value: Value, format: Format) => ReactNode,
): OrderColumn => ({
  name,
  label,
  cell: ({ loan }, format) => {
    const said = loan && value(loan)
    return said === null ? '–' : cell(said, format)
  },
})
const loanDay = (name: string, label: string, value: (loan: Loan) => string | null) =>
  ofLoan(name, label, value, (day, format) => <time dateTime={day}>{dayIn(day, format)}</time>)
const loanMoney = (name: string, label: string, value: (loan: Loan) => number): OrderColumn => ({
  ...ofLoan(name, label, value, moneyCell),
  align: 'right',
})

export const payoutChannel = text('payoutChannel', 'order:payoutChannel', ({ payout }) => payout && payout.channel)
export const txid = text('txid', 'payout:screen.txid', ({ payout }) => payout && payout.txid)
export const virtualAccount = text(
  'virtualAccount',
  'loan:list.virtualAccount',
  ({ loan }) => loan && loan.virtualAccount,
)
export const loan = ofLoan(
  'loan',
  'loan:list.loanState',
  ({ state }) => state,
  (state, { t }) => t(`loan:state.open.settlement.${state}`),
)
export const paidOutOn = loanDay('paidOutOn', 'order:paidOutOn', ({ paidOutOn: day }) => day)
export const lastDue = loanDay('lastDue', 'order:lastDue', ({ lastDue: day }) => day)
export const overdueSince = loanDay('overdueSince', 'order:overdueSince', ({ overdueSince: day }) => day)
export const lastPaidOn = loanDay('lastPaidOn', 'order:lastPaidOn', ({ lastPaidOn: day }) => day)
export const daysOverdue: OrderColumn = {
  ...ofLoan(
    'daysOverdue',
    'loan:list.daysOverdue',
    ({ daysOverdue: days }) => days,
    (days, format) => format.number(days),
  ),
  align: 'right',
}
export const principal = loanMoney('principal', 'loan:list.principal', (of) => of.principal)
export const repayAmount = loanMoney('repayAmount', 'loan:list.amount', (of) => of.amount)
export const fee = loanMoney('fee', 'loan:list.fee', (of) => of.fee)
export const paid = loanMoney('paid', 'loan:list.paid', (of) => of.paid)
export const reduced = loanMoney('reduced', 'loan:list.reduced', (of) => of.reduced)
export const remaining = loanMoney('remaining', 'loan:list.remaining', (of) => of.remaining)
