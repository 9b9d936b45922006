import { day, money, number, text, word, type ListColumns } from './columns.ts'
import type { Instalment, OverdueDay, Repayment } from './loan.lists.ts'

/** Whether the state of a loan says that its oldest unpaid day is over. */
export const isOverdue = (state = ''): boolean => state.startsWith('overdue')

type OfLoan = Pick<Repayment, 'orderNo' | 'customer' | 'phone' | 'nik' | 'app' | 'channel' | 'product' | 'loanState'>

const ofLoan = {
  orderNo: text('approval:screen.orderNo', (row) => row.orderNo),
  customer: text('approval:screen.customer', (row) => row.customer),
  phone: text('approval:screen.phone', (row) => row.phone),
  nik: text('approval:screen.nik', (row) => row.nik),
  app: text('approval:screen.app', (row) => row.app),
  channel: text('approval:screen.channel', (row) => row.channel),
  product: text('approval:screen.product', (row) => row.product),
  loanState: word('loan:list.loanState', ({ loanState: state }) =>
    state === 'voided' ? 'loan:state.voided' : `loan:state.open.settlement.${state}`,
  ),
  overdue: word('loan:list.overdueIs', (row) => (isOverdue(row.loanState) ? 'loan:list.status.overdue' : null)),
} satisfies ListColumns<OfLoan>

type Owed = Pick<Instalment, 'due' | 'amount' | 'fee' | 'paid' | 'reduced' | 'remaining' | 'daysOverdue'>
const owed = {
  due: day('loan:list.due', (row) => row.due),
  daysOverdue: number('loan:list.daysOverdue', (row) => row.daysOverdue),
  amount: money('loan:list.amount', (row) => row.amount),
  paid: money('loan:list.paid', (row) => row.paid),
  fee: money('loan:list.fee', (row) => row.fee),
  reduced: money('loan:list.reduced', (row) => row.reduced),
  afterReduction: money('loan:list.afterReduction', (row) => row.amount - row.reduced),
  remaining: money('loan:list.remaining', (row) => row.remaining),
} satisfies ListColumns<Owed>

export const planColumns = {
  ...ofLoan,
  ...owed,
  status: word('loan:list.statusIs', (row) => `loan:list.status.${row.status}`),
  term: text('loan:list.term', ({ term, terms }, inWords) => inWords('loan:list.termOf', undefined, { term, terms })),
  originalDue: day('loan:list.originalDue', (row) => row.originalDue),
  interest: money('loan:list.interest', (row) => row.interest),
  principal: money('loan:list.principal', (row) => row.principal),
  virtualAccount: text('loan:list.virtualAccount', (row) => row.virtualAccount),
} satisfies ListColumns<Instalment>

export const paymentColumns = {
  ...ofLoan,
  day: day('loan:list.paidOn', (row) => row.day),
  kind: word('loan:list.kindIs', (row) => `loan:list.kind.${row.kind}`),
  amount: money('loan:list.received', (row) => row.amount),
  interest: money('loan:list.interest', (row) => row.interest),
  principal: money('loan:list.principal', (row) => row.principal),
  fee: money('loan:list.ofFee', (row) => row.fee),
  charge: money('loan:list.charge', (row) => row.charge),
  credit: money('loan:list.credit', (row) => row.credit),
  reversed: word('loan:list.reversedIs', (row) => (row.reversed ? 'loan:list.reversed' : null)),
  method: word('loan:list.methodIs', ({ kind, method }) =>
    kind === 'refunded' ? null : `loan:method.${method ?? 'notKnown'}`,
  ),
  payChannel: text('loan:list.payChannel', (row) => row.payChannel),
  txid: text('loan:list.txid', (row) => row.txid),
} satisfies ListColumns<Repayment>

export const overdueColumns = {
  ...owed,
  instalments: number('loan:list.instalments', (row) => row.instalments),
  orders: number('loan:list.orders', (row) => row.orders),
} satisfies ListColumns<OverdueDay>
