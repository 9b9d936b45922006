import * as z from 'zod/mini'
import { approvalColumns, decidedOrders } from '../../services/approval.columns.ts'
import * as approval from '../../services/approval.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { orderLists } from './lists.ts'

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
export const approvalExports = (server: Pick<Server, 'db' | 'vault' | 'clock'>): Exportable => {
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
    columns: approvalColumns,
    decided: decidedOrders,
    keyOf: ({ orderNo }) => orderNo,
    whole: unmaskCustomers(server),
    commands: { firstAssigned, firstRecalled, firstReassigned, finalAssigned, finalRecalled, finalReassigned },
    streamOf: (orderNo) => `approval/${orderNo}`,
    bodyOf: (orderNo) => ({ orderNo }),
  })
}
