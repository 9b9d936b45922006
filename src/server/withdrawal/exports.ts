import * as z from 'zod/mini'
import { withdrawalColumns } from '../../services/withdrawal.columns.ts'
import * as withdrawal from '../../services/withdrawal.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { withdrawalLists } from './lists.ts'

/** The cash record, for exports. */
export const withdrawalExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = withdrawalLists(server)
  return listed({
    interface: withdrawal.list.interface,
    words: 'withdrawal',
    filter: z.omit(withdrawal.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: [],
    title: () => 'routes:withdrawal',
    columns: withdrawalColumns,
    keyOf: ({ txid }) => txid,
    commands: {},
    streamOf: (txid) => `withdrawal/${txid}`,
    bodyOf: (txid) => ({ txid }),
  })
}
