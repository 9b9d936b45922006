import * as z from 'zod/mini'
import { arrivalColumns, dayColumns, decidedPayouts, payoutColumns } from '../../services/payout.columns.ts'
import * as payout from '../../services/payout.ts'
import { unmaskPayees, unmaskRecipients } from '../customers/unmaskRows.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { payoutDays } from './days.ts'
import { payoutLists } from './lists.ts'

type Parts = Pick<Server, 'db' | 'vault'>

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
      columns: payoutColumns,
      decided: decidedPayouts,
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
