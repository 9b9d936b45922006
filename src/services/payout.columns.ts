import type { Decided } from './bulkFacts.ts'
import { day, instant, money, number, text, word, type ListColumns } from './columns.ts'
import { type Arrival, type Payout, type PayoutDay, providerName, returnedOf } from './payout.ts'

type Both = Pick<
  Payout | Arrival,
  'orderNo' | 'customer' | 'phone' | 'bank' | 'account' | 'app' | 'product' | 'channel' | 'amount' | 'txid'
>
const both = {
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  customer: text('approval:screen.customer', (one) => one.customer),
  phone: text('approval:screen.phone', (one) => one.phone),
  bank: text('approval:screen.bankName', (one) => one.bank),
  account: text('approval:screen.account', (one) => one.account),
  app: text('approval:screen.app', (one) => one.app),
  product: text('approval:screen.product', (one) => one.product),
  channel: text('payout:screen.channel', (one) => one.channel),
  amount: money('payout:screen.amount', (one) => one.amount),
  txid: text('payout:screen.txid', (one) => one.txid),
} satisfies ListColumns<Both>

export const payoutColumns = {
  ...both,
  state: word('payout:screen.state', (one) => `payout:state.${one.state}`),
  since: instant('payout:screen.since', (one) => one.since),
  proposal: word('payout:screen.proposed', (one) => one.proposal && `payout:event.${one.proposal}`),
  proposer: text('payout:screen.proposer', (one) => one.proposerName),
  evidence: text('payout:screen.evidence', (one) => one.evidence),
  proofDay: text('payout:screen.arrivedOn', (one) => one.proofDay),
  refusal: text('payout:screen.refusal', (one) => one.refusal),
  thirdStatus: word('payout:screen.thirdStatus', (one) => one.thirdStatus && `payout:screen.third.${one.thirdStatus}`),
  code: text('payout:screen.code', (one) => one.code),
  message: text('payout:screen.message', (one) => one.message),
  contradicted: word('payout:screen.contradicted', (one) => one.contradicted && 'payout:screen.isContradicted'),
  attempts: number('payout:screen.attemptCount', (one) => one.attempts),
  sentAt: instant('payout:screen.sentAt', (one) => one.sentAt),
  endedAt: instant('payout:screen.endedAt', (one) => one.endedAt),
  maker: text('payout:screen.maker', (one) => one.makerName),
  checker: text('payout:screen.checker', (one) => one.checkerName),
  openedAt: instant('payout:screen.openedAt', (one) => one.openedAt),
} satisfies ListColumns<Payout>

const { orderNo, customer, bank, account, amount } = both
/** The columns that describe many payouts before one command for all of them. */
export const decidedPayouts: Decided<Payout> = {
  amounts: { amount },
  shared: { channel: text('payout:screen.channel', (one) => providerName(one.channel)), bank },
  each: { orderNo, customer, account },
}

export const arrivalColumns = {
  ...both,
  arrivedAt: instant('payout:screen.arrivedAt', (one) => one.arrivedAt),
  returnedAt: instant('payout:screen.returnedAt', (one) => one.returnedAt),
  returnedAmount: money('payout:screen.returnedAmount', returnedOf),
  code: text('payout:screen.code', (one) => one.code),
  maker: text('payout:screen.maker', (one) => one.makerName),
  checker: text('payout:screen.checker', (one) => one.checkerName),
} satisfies ListColumns<Arrival>

export const dayColumns = {
  day: day('payout:screen.day', (one) => one.day),
  paid: number('payout:screen.paid', (one) => one.paid),
  amount: money('payout:screen.paidAmount', (one) => one.amount),
  returned: number('payout:screen.returned', (one) => one.returned),
  returnedAmount: money('payout:screen.returnedAmount', (one) => one.returnedAmount),
} satisfies ListColumns<PayoutDay>
