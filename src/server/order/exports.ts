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
  txid: text('payout:screen.txid', (one) => one.payout?.txid ?? null),
  loan: word('loan:list.loanState', (one) => one.loan && `loan:state.open.settlement.${one.loan.state}`),
  paidOutOn: day('order:paidOutOn', (one) => one.loan?.paidOutOn),
  lastDue: day('order:lastDue', (one) => one.loan?.lastDue),
  overdueSince: day('order:overdueSince', (one) => one.loan?.overdueSince),
  daysOverdue: number('loan:list.daysOverdue', (one) => one.loan?.daysOverdue ?? null),
  principal: number('loan:list.principal', (one) => one.loan?.principal ?? null),
  repayAmount: number('loan:list.amount', (one) => one.loan?.amount ?? null),
  fee: number('loan:list.fee', (one) => one.loan?.fee ?? null),
  paid: number('loan:list.paid', (one) => one.loan?.paid ?? null),
  reduced: number('loan:list.reduced', (one) => one.loan?.reduced ?? null),
  remaining: number('loan:list.remaining', (one) => one.loan?.remaining ?? null),
  lastPaidOn: day('order:lastPaidOn', (one) => one.loan?.lastPaidOn),
  virtualAccount: text('loan:list.virtualAccount', (one) => one.loan?.virtualAccount ?? null),
}

/** The export columns of the order list, under the column names of the screen. */
export const orderColumns: Columns = {
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  state: word('approval:screen.state', (one) => `approval:state.${one.state}`),
  customer: text('approval:screen.customer', (one) => one.customer),
  phone: text('approval:screen.phone', (one) => one.phone),
  nik: text('approval:screen.nik', (one) => one.nik),
  email: text('approval:screen.email', (one) => one.email),
  city: text('order:city', (one) => one.city),
  province: text('order:province', (one) => one.province),
  customerType: word('approval:screen.customerType', (one) => `approval:customerType.${one.customerType}`),
  appCustomerType: word(
    'order:appCustomerType',
    (one) => one.appCustomerType && `approval:customerType.${one.appCustomerType}`,
  ),
  whiteType: text('order:whiteType', (one) => one.whiteType),
  loanCount: number('order:loanCount', (one) => one.loanCount),
  failedOrderCount: number('order:failedOrderCount', (one) => one.failedOrderCount),
  app: text('approval:screen.app', (one) => one.app),
  channel: {
    ...text('approval:screen.channel', (one) => one.channel),
    value: ({ channel }, inWords) => inWords(`detail:channel.${channel}`, channel),
  },
  product: text('approval:screen.product', (one) => one.product),
  amount: number('approval:screen.amount', (one) => one.amount),
  term: number('approval:screen.term', (one) => one.term),
  proposedAmount: number('approval:screen.proposedAmount', (one) => one.proposedAmount),
  proposedTerm: number('approval:screen.proposedTerm', (one) => one.proposedTerm),
  serviceFee: number('approval:screen.serviceFee', (one) => one.serviceFee),
  handlingFee: number('approval:screen.handlingFee', (one) => one.handlingFee),
  arrivalAmount: number('approval:screen.arrivalAmount', (one) => one.arrivalAmount),
  bank: text('approval:screen.bankName', (one) => one.bank),
  account: text('approval:screen.account', (one) => one.account),
  accountVerified: word('order:accountVerified', (one) =>
    one.accountVerified ? 'approval:screen.accountVerified' : 'approval:screen.accountNotVerified',
  ),
  score: number('approval:screen.score', (one) => one.score),
  rating: word('approval:screen.rating', (one) => one.rating && `approval:rating.${one.rating}`),
  refer: word('order:referred', (one) => (one.refer ? 'approval:screen.refer' : null)),
  round: number('approval:screen.round', (one) => one.round),
  reason: word('approval:screen.reason', (one) => one.reason && `approval:reason.${one.reason}`),
  holder: text('approval:screen.holder', (one) => one.holderName),
  firstReviewer: text('approval:screen.firstReviewer', (one) => one.firstReviewerName),
  finalReviewer: text('approval:screen.finalReviewer', (one) => one.finalReviewerName),
  appliedAt: instant('approval:screen.appliedAt', (one) => one.appliedAt),
  machineAt: instant('approval:screen.machineAt', (one) => one.machineAt),
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
