import * as z from 'zod/mini'
import { collectorColumns } from '../../services/collector.columns.ts'
import * as collector from '../../services/collector.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { collectorLists } from './lists.ts'

export const collectorExports = (server: Pick<Server, 'db' | 'clock'>): Exportable => {
  const { page, count } = collectorLists(server)
  return listed({
    interface: collector.list.interface,
    words: 'collector',
    filter: z.omit(collector.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: [],
    title: () => 'routes:userManage',
    columns: collectorColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `collector/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
