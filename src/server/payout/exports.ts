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
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  customer: text('approval:screen.customer', (one) => one.customer),
  phone: text('approval:screen.phone', (one) => one.phone),
  bank: text('approval:screen.bankName', (one) => one.bank),
  account: text('approval:screen.account', (one) => one.account),
  app: text('approval:screen.app', (one) => one.app),
  product: text('approval:screen.product', (one) => one.product),
  channel: text('payout:screen.channel', (one) => one.channel),
  amount: number('payout:screen.amount', (one) => one.amount),
  txid: text('payout:screen.txid', (one) => one.txid),
}

/** Named like the columns of the screens. */
const columns: Record<string, ExportColumn<payout.Payout>> = {
  ...(both as Record<string, ExportColumn<payout.Payout>>),
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
}

const arrivalColumns: Record<string, ExportColumn<payout.Arrival>> = {
  ...(both as Record<string, ExportColumn<payout.Arrival>>),
  arrivedAt: instant('payout:screen.arrivedAt', (one) => one.arrivedAt),
  returnedAt: instant('payout:screen.returnedAt', (one) => one.returnedAt),
  returnedAmount: number('payout:screen.returnedAmount', payout.returnedOf),
  code: text('payout:screen.code', (one) => one.code),
  maker: text('payout:screen.maker', (one) => one.makerName),
  checker: text('payout:screen.checker', (one) => one.checkerName),
}

const dayColumns: Record<string, ExportColumn<payout.PayoutDay>> = {
  day: day('payout:screen.day', (one) => one.day),
  paid: number('payout:screen.paid', (one) => one.paid),
  amount: number('payout:screen.paidAmount', (one) => one.amount),
  returned: number('payout:screen.returned', (one) => one.returned),
  returnedAmount: number('payout:screen.returnedAmount', (one) => one.returnedAmount),
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
