import * as z from 'zod/mini'
import type { BodyOf } from '../../services/endpoint.ts'
import * as order from '../../services/order.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import { day, instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { allOrders } from './lists.ts'

type Columns = Record<string, ExportColumn<order.Order>>

/** The export columns of an order's payout and loan. */
const moneyColumns: Columns = {
  payoutChannel: text('order:payoutChannel', (one) => one.payout?.channel ?? null),
  txid: text('payouts:txid', (one) => one.payout?.txid ?? null),
  loan: word('repay:loanState', (one) => one.loan && `loan:state.open.settlement.${one.loan.state}`),
  paidOutOn: day('order:paidOutOn', (one) => one.loan?.paidOutOn),
  lastDue: day('order:lastDue', (one) => one.loan?.lastDue),
  overdueSince: day('order:overdueSince', (one) => one.loan?.overdueSince),
  daysOverdue: number('repay:daysOverdue', (one) => one.loan?.daysOverdue ?? null),
  principal: number('repay:principal', (one) => one.loan?.principal ?? null),
  repayAmount: number('repay:amount', (one) => one.loan?.amount ?? null),
  fee: number('repay:fee', (one) => one.loan?.fee ?? null),
  paid: number('repay:paid', (one) => one.loan?.paid ?? null),
  reduced: number('repay:reduced', (one) => one.loan?.reduced ?? null),
  remaining: number('repay:remaining', (one) => one.loan?.remaining ?? null),
  lastPaidOn: day('order:lastPaidOn', (one) => one.loan?.lastPaidOn),
  virtualAccount: text('repay:virtualAccount', (one) => one.loan?.virtualAccount ?? null),
}

/** The export columns of the order list, under the column names of the screen. */
export const orderColumns: Columns = {
  orderNo: text('approve:orderNo', (one) => one.orderNo),
  state: word('approve:state', (one) => `approval:state.${one.state}`),
  customer: text('approve:customer', (one) => one.customer),
  phone: text('approve:phone', (one) => one.phone),
  nik: text('approve:nik', (one) => one.nik),
  email: text('approve:email', (one) => one.email),
  city: text('order:city', (one) => one.city),
  province: text('order:province', (one) => one.province),
  customerType: word('approve:customerType', (one) => `approval:customerType.${one.customerType}`),
  appCustomerType: word(
    'order:appCustomerType',
    (one) => one.appCustomerType && `approval:customerType.${one.appCustomerType}`,
  ),
  whiteType: text('order:whiteType', (one) => one.whiteType),
  loanCount: number('order:loanCount', (one) => one.loanCount),
  failedOrderCount: number('order:failedOrderCount', (one) => one.failedOrderCount),
  app: text('approve:app', (one) => one.app),
  channel: {
    ...text('approve:channel', (one) => one.channel),
    value: ({ channel }, inWords) => inWords(`detail:channel.${channel}`, channel),
  },
  product: text('approve:product', (one) => one.product),
  amount: number('approve:amount', (one) => one.amount),
  term: number('approve:term', (one) => one.term),
  proposedAmount: number('approve:proposedAmount', (one) => one.proposedAmount),
  proposedTerm: number('approve:proposedTerm', (one) => one.proposedTerm),
  serviceFee: number('approve:serviceFee', (one) => one.serviceFee),
  handlingFee: number('approve:handlingFee', (one) => one.handlingFee),
  arrivalAmount: number('approve:arrivalAmount', (one) => one.arrivalAmount),
  bank: text('approve:bankName', (one) => one.bank),
  account: text('approve:account', (one) => one.account),
  accountVerified: word('order:accountVerified', (one) =>
    one.accountVerified ? 'approve:accountVerified' : 'approve:accountNotVerified',
  ),
  score: number('approve:score', (one) => one.score),
  rating: word('approve:rating', (one) => one.rating && `approval:rating.${one.rating}`),
  refer: word('order:referred', (one) => (one.refer ? 'approve:refer' : null)),
  round: number('approve:round', (one) => one.round),
  reason: word('approve:reason', (one) => one.reason && `approval:reason.${one.reason}`),
  holder: text('approve:holder', (one) => one.holderName),
  firstReviewer: text('approve:firstReviewer', (one) => one.firstReviewerName),
  finalReviewer: text('approve:finalReviewer', (one) => one.finalReviewerName),
  appliedAt: instant('approve:appliedAt', (one) => one.appliedAt),
  machineAt: instant('approve:machineAt', (one) => one.machineAt),
  firstAt: instant('order:firstAt', (one) => one.firstAt),
  finalAt: instant('order:finalAt', (one) => one.finalAt),
  ...moneyColumns,
}

/** The list of all orders, for exports. */
export const orderExports = (server: Pick<Server, 'db' | 'vault' | 'clock'>): Exportable => {
  const { read, count } = allOrders(server)
  return listed({
    interface: order.list.interface,
    words: 'approval',
    filter: z.omit(order.list.body, { after: true, limit: true }),
    page: (asked: BodyOf<typeof order.list>, reader) =>
      read(asked, { ...reader, withMoney: reader.columns.some((name) => Object.hasOwn(moneyColumns, name)) }),
    count: async ({ sort: _, ...filter }, caller) => (await count({ ...filter, exact: true }, caller)).count,
    secret: ['phone', 'nik', 'fullName'],
    title: () => 'routes:orderList',
    columns: orderColumns,
    keyOf: ({ orderNo }) => orderNo,
    whole: unmaskCustomers(server),
    commands: {},
    streamOf: (orderNo) => `approval/${orderNo}`,
    bodyOf: (orderNo) => ({ orderNo }),
  })
}
