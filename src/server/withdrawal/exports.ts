import * as z from 'zod/mini'
import * as withdrawal from '../../services/withdrawal.ts'
import { day, instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { withdrawalLists } from './lists.ts'

/** Named like the columns of the screen. */
const columns: Record<string, ExportColumn<withdrawal.Withdrawal>> = {
  txid: text('payout:screen.txid', (one) => one.txid),
  state: word('payout:screen.state', (one) => `withdrawal:state.${one.state}`),
  amount: number('withdrawal:screen.amount', (one) => one.amount),
  account: text('withdrawal:ask.account', (one) => one.account),
  bank: text('withdrawal:ask.bank', (one) => one.bank),
  card: text('withdrawal:ask.card', (one) => one.card),
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
}

/** The cash record, for exports. */
export const withdrawalExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = withdrawalLists(server)
  return listed({
    interface: withdrawal.list.interface,
    words: 'withdrawal',
    filter: z.omit(withdrawal.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: [],
    title: () => 'routes:withdrawal',
    columns,
    keyOf: ({ txid }) => txid,
    commands: {},
    streamOf: (txid) => `withdrawal/${txid}`,
    bodyOf: (txid) => ({ txid }),
  })
}
