import * as z from 'zod/mini'
import * as approval from '../../services/approval.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import { instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { orderLists } from './lists.ts'

/** The export columns of the review lists, under the column names of the screen. */
const columns: Record<string, ExportColumn<approval.Order>> = {
  orderNo: text('approve:orderNo', (order) => order.orderNo),
  customer: text('approve:customer', (order) => order.customer),
  product: text('approve:product', (order) => order.product),
  customerType: word('approve:customerType', (order) => `approval:customerType.${order.customerType}`),
  amount: number('approve:amount', (order) => order.amount),
  proposedAmount: number('approve:proposedAmount', (order) => order.proposedAmount),
  proposedTerm: number('approve:proposedTerm', (order) => order.proposedTerm),
  score: number('approve:score', (order) => order.score),
  refer: word('approve:machine', (order) => (order.refer ? 'approve:refer' : 'approve:machinePassed')),
  state: word('approve:state', (order) => `approval:state.${order.state}`),
  holder: text('approve:holder', (order) => order.holderName),
  firstReviewer: text('approve:firstReviewer', (order) => order.firstReviewerName),
  finalReviewer: text('approve:finalReviewer', (order) => order.finalReviewerName),
  round: number('approve:round', (order) => order.round),
  rating: word('approve:rating', (order) => order.rating && `approval:rating.${order.rating}`),
  reason: word('approve:reason', (order) => order.reason && `approval:reason.${order.reason}`),
  appliedAt: instant('approve:appliedAt', (order) => order.appliedAt),
  machineAt: instant('approve:machineAt', (order) => order.machineAt),
  firstAt: instant('approve:firstAt', (order) => order.firstAt),
  finalAt: instant('approve:finalAt', (order) => order.finalAt),
  waitingFor: instant('export:waitingSince', (order) => order.since),
  age: instant('export:target', (order) => order.targetAt),
}

const titles = {
  machinePass: 'routes:machinerReviewPass',
  machineReject: 'routes:machinerReviewReject',
  firstWait: 'routes:reviewFirstWait',
  firstPass: 'routes:reviewFirstPass',
  firstReject: 'routes:reviewFirstReject',
  finalWait: 'routes:reviewFinalWait',
  finalPass: 'routes:reviewFinalPass',
  finalReject: 'routes:reviewFinalReject',
  all: 'routes:reviewList',
} as const satisfies Record<(typeof approval.lists)[number], string>

const { firstAssigned, firstRecalled, firstReassigned, finalAssigned, finalRecalled, finalReassigned } =
  approval.commands

/** The review lists, for exports and for bulk commands. */
export const approvalExports = (server: Pick<Server, 'db' | 'vault'>): Exportable => {
  const { page, count } = orderLists(server)
  return listed({
    interface: approval.list.interface,
    words: 'approval',
    filter: z.omit(approval.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, caller) => (await count({ ...filter, exact: true }, caller)).count,
    secret: ['phone', 'nik'],
    variants: approval.lists.map((one) => ({ list: one })),
    title: ({ list }) => titles[list],
    columns,
    keyOf: ({ orderNo }) => orderNo,
    whole: unmaskCustomers(server),
    commands: { firstAssigned, firstRecalled, firstReassigned, finalAssigned, finalRecalled, finalReassigned },
    streamOf: (orderNo) => `approval/${orderNo}`,
    bodyOf: (orderNo) => ({ orderNo }),
  })
}
