import type { CustomerEdit } from '../../machines/customerEdit.ts'
import { list } from '../../services/order.ts'
import type { Process } from '../process.ts'
import { applyEdit } from './applyEdit.ts'
import { beginSheet } from './beginSheet.ts'
import { dropSheet } from './dropSheet.ts'
import { customerEditProjection } from './edit.projection.ts'
import { orderExports } from './exports.ts'
import { orderHandlers } from './lists.ts'
import { recheckCustomer } from './recheckCustomer.ts'
import { runSheet } from './runSheet.ts'
import { orderSheetProjection } from './sheet.projection.ts'
import { orderSheets } from './sheet.ts'

/** Orders from application to loan, changes of a customer's data, and sheets of order numbers. */
export const order: Process = {
  kinds: {
    customerEdit: {
      heard: { by: ['approve.detail'] },
      projections: customerEditProjection,
      subject: ({ proposal }: CustomerEdit) => ({ orderNo: proposal!.orderNo }),
    },
    orderSheet: { heard: { by: [] }, projections: orderSheetProjection },
  },
  handlers: (server) => {
    orderHandlers(server)
    orderSheets(server)
  },
  exports: (server) => ({ [list.id]: orderExports(server) }),
  effects: {
    short: (server) => ({ applyEdit: applyEdit(server), recheckCustomer: recheckCustomer(server) }),
    long: (server) => ({ beginSheet: beginSheet(server), runSheet: runSheet(server), dropSheet: dropSheet(server) }),
  },
}
