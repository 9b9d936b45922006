import * as z from 'zod/mini'
import * as payout from '../../services/payout.ts'
import { unmaskPayees, unmaskRecipients } from '../customers/unmaskRows.ts'
import { day, instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { payoutDays } from './days.ts'
import { payoutLists } from './lists.ts'

type Parts = Pick<Server, 'db' | 'vault'>

type Both = Pick<
  payout.Payout & payout.Arrival,
  'orderNo' | 'customer' | 'phone' | 'bank' | 'account' | 'app' | 'product' | 'channel' | 'amount' | 'txid'
>
const both: Record<string, ExportColumn<Both>> = {
  orderNo: text('approve:orderNo', (one) => one.orderNo),
  customer: text('approve:customer', (one) => one.customer),
  phone: text('approve:phone', (one) => one.phone),
  bank: text('approve:bankName', (one) => one.bank),
  account: text('approve:account', (one) => one.account),
  app: text('approve:app', (one) => one.app),
  product: text('approve:product', (one) => one.product),
  channel: text('payouts:channel', (one) => one.channel),
  amount: number('payouts:amount', (one) => one.amount),
  txid: text('payouts:txid', (one) => one.txid),
}

/** Named like the columns of the screens. */
const columns: Record<string, ExportColumn<payout.Payout>> = {
  ...(both as Record<string, ExportColumn<payout.Payout>>),
  state: word('payouts:state', (one) => `payout:state.${one.state}`),
  since: instant('payouts:since', (one) => one.since),
  proposal: word('payouts:proposed', (one) => one.proposal && `payout:event.${one.proposal}`),
  proposer: text('payouts:proposer', (one) => one.proposerName),
  evidence: text('payouts:evidence', (one) => one.evidence),
  proofDay: text('payouts:arrivedOn', (one) => one.proofDay),
  refusal: text('payouts:refusal', (one) => one.refusal),
  thirdStatus: word('payouts:thirdStatus', (one) => one.thirdStatus && `payouts:third.${one.thirdStatus}`),
  code: text('payouts:code', (one) => one.code),
  message: text('payouts:message', (one) => one.message),
  contradicted: word('payouts:contradicted', (one) => one.contradicted && 'payouts:isContradicted'),
  attempts: number('payouts:attemptCount', (one) => one.attempts),
  sentAt: instant('payouts:sentAt', (one) => one.sentAt),
  endedAt: instant('payouts:endedAt', (one) => one.endedAt),
  maker: text('payouts:maker', (one) => one.makerName),
  checker: text('payouts:checker', (one) => one.checkerName),
  openedAt: instant('payouts:openedAt', (one) => one.openedAt),
}

const arrivalColumns: Record<string, ExportColumn<payout.Arrival>> = {
  ...(both as Record<string, ExportColumn<payout.Arrival>>),
  arrivedAt: instant('payouts:arrivedAt', (one) => one.arrivedAt),
  returnedAt: instant('payouts:returnedAt', (one) => one.returnedAt),
  returnedAmount: number('payouts:returnedAmount', payout.returnedOf),
  code: text('payouts:code', (one) => one.code),
  maker: text('payouts:maker', (one) => one.makerName),
  checker: text('payouts:checker', (one) => one.checkerName),
}

const dayColumns: Record<string, ExportColumn<payout.PayoutDay>> = {
  day: day('payouts:day', (one) => one.day),
  paid: number('payouts:paid', (one) => one.paid),
  amount: number('payouts:paidAmount', (one) => one.amount),
  returned: number('payouts:returned', (one) => one.returned),
  returnedAmount: number('payouts:returnedAmount', (one) => one.returnedAmount),
}

const { payoutSubmitted, payoutApproved, payoutRefused } = payout.commands
const ofOrder = {
  words: 'payout',
  secret: ['phone', 'nik', 'fullName'],
  streamOf: (orderNo: string) => `payout/${orderNo}`,
  bodyOf: (orderNo: string) => ({ orderNo }),
}

/** The lists of payouts, for exports and for bulk commands. */
export const payoutExports = (server: Parts): Record<string, Exportable> => {
  const { page, count } = payoutLists(server)
  const { days, dayCount, dayList, dayTotals } = payoutDays(server)
  return {
    [payout.list.id]: listed({
      ...ofOrder,
      interface: payout.list.interface,
      filter: z.omit(payout.list.body, { after: true, limit: true }),
      page,
      count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
      variants: [{ list: 'wait' }, { list: 'change' }],
      title: ({ list }) => (list === 'change' ? 'routes:changeChannel' : 'routes:waitLoanList'),
      columns,
      keyOf: ({ orderNo }) => orderNo,
      whole: unmaskPayees(server),
      commands: { payoutSubmitted, payoutApproved, payoutRefused },
    }),
    [payout.dayList.id]: listed({
      ...ofOrder,
      interface: payout.dayList.interface,
      filter: z.omit(payout.dayList.body, { after: true, limit: true }),
      page: dayList,
      count: async ({ sort: _, ...filter }, reader) => (await dayTotals(filter, reader)).count,
      title: () => 'routes:loanDetail',
      columns: arrivalColumns,
      keyOf: ({ orderNo }) => orderNo,
      whole: unmaskRecipients(server),
      commands: {},
    }),
    [payout.days.id]: listed({
      ...ofOrder,
      interface: payout.days.interface,
      filter: z.omit(payout.days.body, { after: true, limit: true }),
      page: days,
      count: async ({ sort: _, ...filter }, reader) => (await dayCount({ ...filter, exact: true }, reader)).count,
      title: () => 'routes:loanRecord',
      columns: dayColumns,
      keyOf: ({ day }) => day,
      commands: {},
    }),
  }
}
