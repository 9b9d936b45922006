import { day, instant, type ListColumns, money, text, word } from './columns.ts'
import type { Withdrawal } from './withdrawal.ts'

export const withdrawalColumns = {
  txid: text('payout:screen.txid', (one) => one.txid),
  state: word('payout:screen.state', (one) => `withdrawal:state.${one.state}`),
  amount: money('withdrawal:screen.amount', (one) => one.amount),
  account: text('withdrawal:ask.account', (one) => one.account),
  bank: text('withdrawal:ask.bank', (one) => one.bank),
  card: text('withdrawal:ask.card', (one) => one.card),
  holder: text('withdrawal:ask.holder', (one) => one.holder),
  channel: text('payout:screen.channel', (one) => one.channel),
  purpose: text('withdrawal:ask.purpose', (one) => one.purpose),
  operator: text('withdrawal:screen.operator', (one) => one.requesterName),
  checker: text('withdrawal:screen.checker', (one) => one.checkerName),
  refusal: text('withdrawal:screen.refusal', (one) => one.refusal),
  thirdStatus: word('payout:screen.thirdStatus', (one) => one.thirdStatus && `payout:screen.third.${one.thirdStatus}`),
  code: text('payout:screen.code', (one) => one.code),
  contradicted: word('payout:screen.contradicted', (one) => (one.contradicted ? 'payout:screen.isContradicted' : null)),
  evidence: text('payout:screen.evidence', (one) => one.evidence),
  arrivedOn: day('payout:screen.arrivedOn', (one) => one.proofDay),
  prover: text('withdrawal:screen.prover', (one) => one.proverName),
  confirmer: text('withdrawal:screen.confirmer', (one) => one.confirmerName),
  requestedAt: instant('withdrawal:screen.requestedAt', (one) => one.requestedAt),
  sentAt: instant('payout:screen.sentAt', (one) => one.sentAt),
  endedAt: instant('withdrawal:screen.endedAt', (one) => one.endedAt),
} satisfies ListColumns<Withdrawal>
