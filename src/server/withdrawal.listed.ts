import * as z from 'zod/mini'
import * as withdrawal from '../services/withdrawal.ts'
import { type Listed, listed, type ListedColumn } from './listed.ts'
import type { Server } from './server.ts'
import { withdrawalLists } from './withdrawal.lists.ts'

type Column = ListedColumn<withdrawal.Withdrawal>
type Of<Value> = (one: withdrawal.Withdrawal) => Value | null

const column = (kind: Column['kind'], head: string, value: Column['value']): Column => ({ kind, head, value })
/** A value that has a word in each language: the key of it. */
const word = (head: string, keyOf: Of<string>): Column =>
  column('text', head, (one, inWords) => {
    const key = keyOf(one)
    return key && inWords(key)
  })

/** By the names that they have on the screen. */
const columns: Record<string, Column> = {
  txid: column('text', 'payouts:txid', (one) => one.txid),
  state: word('payouts:state', (one) => `withdrawal:state.${one.state}`),
  amount: column('number', 'utils:withdrawal.amount', (one) => one.amount),
  account: column('text', 'withdrawal:ask.account', (one) => one.account),
  bank: column('text', 'withdrawal:ask.bank', (one) => one.bank),
  card: column('text', 'withdrawal:ask.card', (one) => one.card),
  channel: column('text', 'payouts:channel', (one) => one.channel),
  purpose: column('text', 'withdrawal:ask.purpose', (one) => one.purpose),
  operator: column('text', 'utils:withdrawal.operator', (one) => one.requesterName),
  checker: column('text', 'utils:withdrawal.checker', (one) => one.checkerName),
  refusal: column('text', 'utils:withdrawal.refusal', (one) => one.refusal),
  thirdStatus: word('payouts:thirdStatus', (one) => one.thirdStatus && `payouts:third.${one.thirdStatus}`),
  code: column('text', 'payouts:code', (one) => one.code),
  contradicted: word('payouts:contradicted', (one) => (one.contradicted ? 'payouts:isContradicted' : null)),
  requestedAt: column('instant', 'utils:withdrawal.requestedAt', (one) => one.requestedAt),
  sentAt: column('instant', 'payouts:sentAt', (one) => one.sentAt),
  endedAt: column('instant', 'utils:withdrawal.endedAt', (one) => one.endedAt),
}

/** The cash record, for exports. */
export const withdrawalListed = (server: Pick<Server, 'db'>): Listed => {
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
