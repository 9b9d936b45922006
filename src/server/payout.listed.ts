import * as z from 'zod/mini'
import * as loan from '../services/loan.ts'
import { type Cell, type Head, type Listed, listed, type ListedColumn } from './listed.ts'
import { payoutDays } from './payout.days.ts'
import { payoutLists } from './payout.lists.ts'
import type { Server } from './server.ts'

type Parts = Pick<Server, 'db' | 'vault'>

const column = <Row>(kind: Head['kind'], head: string, value: (row: Row) => Cell): ListedColumn<Row> => ({
  kind,
  head,
  value,
})
/** A value that has a word in each language: the key of it. */
const word = <Row>(head: string, keyOf: (row: Row) => string | null): ListedColumn<Row> => ({
  kind: 'text',
  head,
  value: (row, inWords) => {
    const key = keyOf(row)
    return key === null ? null : inWords(key)
  },
})

type Both = Pick<
  loan.Payout & loan.Arrival,
  'orderNo' | 'customer' | 'phone' | 'bank' | 'account' | 'app' | 'product' | 'channel' | 'amount' | 'txid'
>
const both: Record<string, ListedColumn<Both>> = {
  orderNo: column('text', 'approve:orderNo', (one) => one.orderNo),
  customer: column('text', 'approve:customer', (one) => one.customer),
  phone: column('text', 'approve:phone', (one) => one.phone),
  bank: column('text', 'approve:bankName', (one) => one.bank),
  account: column('text', 'approve:account', (one) => one.account),
  app: column('text', 'approve:app', (one) => one.app),
  product: column('text', 'approve:product', (one) => one.product),
  channel: column('text', 'payouts:channel', (one) => one.channel),
  amount: column('number', 'payouts:amount', (one) => one.amount),
  txid: column('text', 'payouts:txid', (one) => one.txid),
}

/** By the names that they have on the screens. */
const columns: Record<string, ListedColumn<loan.Payout>> = {
  ...(both as Record<string, ListedColumn<loan.Payout>>),
  state: word('payouts:state', (one) => `payout:state.${one.state}`),
  since: column('instant', 'payouts:since', (one) => one.since),
  proposal: word('payouts:proposed', (one) => one.proposal && `payout:event.${one.proposal}`),
  proposer: column('text', 'payouts:proposer', (one) => one.proposerName),
  evidence: column('text', 'payouts:evidence', (one) => one.evidence),
  refusal: column('text', 'payouts:refusal', (one) => one.refusal),
  thirdStatus: word('payouts:thirdStatus', (one) => one.thirdStatus && `payouts:third.${one.thirdStatus}`),
  code: column('text', 'payouts:code', (one) => one.code),
  message: column('text', 'payouts:message', (one) => one.message),
  contradicted: word('payouts:contradicted', (one) => one.contradicted && 'payouts:isContradicted'),
  attempts: column('number', 'payouts:attemptCount', (one) => one.attempts),
  sentAt: column('instant', 'payouts:sentAt', (one) => one.sentAt),
  endedAt: column('instant', 'payouts:endedAt', (one) => one.endedAt),
  maker: column('text', 'payouts:maker', (one) => one.makerName),
  checker: column('text', 'payouts:checker', (one) => one.checkerName),
  openedAt: column('instant', 'payouts:openedAt', (one) => one.openedAt),
}

const arrivalColumns: Record<string, ListedColumn<loan.Arrival>> = {
  ...(both as Record<string, ListedColumn<loan.Arrival>>),
  arrivedAt: column('instant', 'payouts:arrivedAt', (one) => one.arrivedAt),
  returnedAt: column('instant', 'payouts:returnedAt', (one) => one.returnedAt),
  code: column('text', 'payouts:code', (one) => one.code),
  maker: column('text', 'payouts:maker', (one) => one.makerName),
  checker: column('text', 'payouts:checker', (one) => one.checkerName),
}

const dayColumns: Record<string, ListedColumn<loan.PayoutDay>> = {
  day: column('text', 'payouts:day', (one) => one.day),
  paid: column('number', 'payouts:paid', (one) => one.paid),
  amount: column('number', 'payouts:paidAmount', (one) => one.amount),
  returned: column('number', 'payouts:returned', (one) => one.returned),
  returnedAmount: column('number', 'payouts:returnedAmount', (one) => one.returnedAmount),
}

const { payoutSubmitted, payoutApproved, payoutRefused } = loan.commands
const ofOrder = {
  words: 'payout',
  secret: ['phone', 'nik', 'fullName'],
  streamOf: (orderNo: string) => `payout/${orderNo}`,
  bodyOf: (orderNo: string) => ({ orderNo }),
}

/** The lists of payouts, for exports and for commands to many of them at once. */
export const payoutsListed = (server: Parts): Record<string, Listed> => {
  const { page, count } = payoutLists(server)
  const { days, dayCount, dayList, dayTotals } = payoutDays(server)
  return {
    [loan.list.id]: listed({
      ...ofOrder,
      interface: loan.list.interface,
      filter: z.omit(loan.list.body, { after: true, limit: true }),
      page,
      count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
      title: ({ list }) => (list === 'change' ? 'routes:changeChannel' : 'routes:waitLoanList'),
      columns,
      keyOf: ({ orderNo }) => orderNo,
      commands: { payoutSubmitted, payoutApproved, payoutRefused },
    }),
    [loan.dayList.id]: listed({
      ...ofOrder,
      interface: loan.dayList.interface,
      filter: z.omit(loan.dayList.body, { after: true, limit: true }),
      page: dayList,
      count: async ({ sort: _, ...filter }) => (await dayTotals(filter)).count,
      title: () => 'routes:loanDetail',
      columns: arrivalColumns,
      keyOf: ({ orderNo }) => orderNo,
      commands: {},
    }),
    [loan.days.id]: listed({
      ...ofOrder,
      interface: loan.days.interface,
      filter: z.omit(loan.days.body, { after: true, limit: true }),
      page: days,
      count: async ({ sort: _, ...filter }) => (await dayCount(filter)).count,
      title: () => 'routes:loanRecord',
      columns: dayColumns,
      keyOf: ({ day }) => day,
      commands: {},
    }),
  }
}
