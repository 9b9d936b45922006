import * as z from 'zod/mini'
import * as withdrawal from '../../services/withdrawal.ts'
import { day, instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { withdrawalLists } from './lists.ts'

/** Named like the columns of the screen. */
const columns: Record<string, ExportColumn<withdrawal.Withdrawal>> = {
  txid: text('payouts:txid', (one) => one.txid),
  state: word('payouts:state', (one) => `withdrawal:state.${one.state}`),
  amount: number('utils:withdrawal.amount', (one) => one.amount),
  account: text('withdrawal:ask.account', (one) => one.account),
  bank: text('withdrawal:ask.bank', (one) => one.bank),
  card: text('withdrawal:ask.card', (one) => one.card),
  channel: text('payouts:channel', (one) => one.channel),
  purpose: text('withdrawal:ask.purpose', (one) => one.purpose),
  operator: text('utils:withdrawal.operator', (one) => one.requesterName),
  checker: text('utils:withdrawal.checker', (one) => one.checkerName),
  refusal: text('utils:withdrawal.refusal', (one) => one.refusal),
  thirdStatus: word('payouts:thirdStatus', (one) => one.thirdStatus && `payouts:third.${one.thirdStatus}`),
  code: text('payouts:code', (one) => one.code),
  contradicted: word('payouts:contradicted', (one) => (one.contradicted ? 'payouts:isContradicted' : null)),
  evidence: text('payouts:evidence', (one) => one.evidence),
  arrivedOn: day('payouts:arrivedOn', (one) => one.proofDay),
  prover: text('utils:withdrawal.prover', (one) => one.proverName),
  confirmer: text('utils:withdrawal.confirmer', (one) => one.confirmerName),
  requestedAt: instant('utils:withdrawal.requestedAt', (one) => one.requestedAt),
  sentAt: instant('payouts:sentAt', (one) => one.sentAt),
  endedAt: instant('utils:withdrawal.endedAt', (one) => one.endedAt),
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
