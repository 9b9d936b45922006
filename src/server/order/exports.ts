import * as z from 'zod/mini'
import type { BodyOf } from '../../services/endpoint.ts'
import { moneyColumns, orderColumns } from '../../services/order.columns.ts'
import * as order from '../../services/order.ts'
import { unmaskCustomers } from '../customers/unmaskRows.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { allOrders } from './lists.ts'

export const orderExports = (server: Pick<Server, 'db' | 'vault' | 'clock'>): Exportable => {
  const { read, count } = allOrders(server)
  return listed({
    interface: order.list.interface,
    words: 'approval',
    filter: z.omit(order.list.body, { after: true, limit: true }),
    page: (asked: BodyOf<typeof order.list>, reader) =>
      read(asked, { ...reader, withMoney: reader.columns.some((name) => Object.hasOwn(moneyColumns, name)) }),
    count: async ({ sort: _, ...filter }, caller) => (await count({ ...filter, exact: true }, caller)).count,
    secret: ['phone', 'nik', 'fullName'],
    title: () => 'routes:orderList',
    columns: orderColumns,
    keyOf: ({ orderNo }) => orderNo,
    whole: unmaskCustomers(server),
    commands: {},
    streamOf: (orderNo) => `approval/${orderNo}`,
    bodyOf: (orderNo) => ({ orderNo }),
  })
}
