import * as z from 'zod/mini'
import * as approval from '../../services/approval.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import { instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { orderLists } from './lists.ts'

/** The export columns of the review lists, under the column names of the screen. */
const columns: Record<string, ExportColumn<approval.Order>> = {
  orderNo: text('approval:screen.orderNo', (order) => order.orderNo),
  customer: text('approval:screen.customer', (order) => order.customer),
  product: text('approval:screen.product', (order) => order.product),
  customerType: word('approval:screen.customerType', (order) => `approval:customerType.${order.customerType}`),
  amount: number('approval:screen.amount', (order) => order.amount),
  proposedAmount: number('approval:screen.proposedAmount', (order) => order.proposedAmount),
  proposedTerm: number('approval:screen.proposedTerm', (order) => order.proposedTerm),
  score: number('approval:screen.score', (order) => order.score),
  refer: word('approval:screen.machine', (order) =>
    order.refer ? 'approval:screen.refer' : 'approval:screen.machinePassed',
  ),
  state: word('approval:screen.state', (order) => `approval:state.${order.state}`),
  holder: text('approval:screen.holder', (order) => order.holderName),
  firstReviewer: text('approval:screen.firstReviewer', (order) => order.firstReviewerName),
  finalReviewer: text('approval:screen.finalReviewer', (order) => order.finalReviewerName),
  round: number('approval:screen.round', (order) => order.round),
  rating: word('approval:screen.rating', (order) => order.rating && `approval:rating.${order.rating}`),
  reason: word('approval:screen.reason', (order) => order.reason && `approval:reason.${order.reason}`),
  appliedAt: instant('approval:screen.appliedAt', (order) => order.appliedAt),
  machineAt: instant('approval:screen.machineAt', (order) => order.machineAt),
  firstAt: instant('approval:screen.firstAt', (order) => order.firstAt),
  finalAt: instant('approval:screen.finalAt', (order) => order.finalAt),
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
