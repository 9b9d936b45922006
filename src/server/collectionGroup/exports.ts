import * as z from 'zod/mini'
import { collectionGroupColumns } from '../../services/collectionGroup.columns.ts'
import * as collectionGroup from '../../services/collectionGroup.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { collectionGroupLists } from './lists.ts'

export const collectionGroupExports = (server: Pick<Server, 'db' | 'clock'>): Exportable => {
  const { page, count } = collectionGroupLists(server)
  return listed({
    interface: collectionGroup.list.interface,
    words: 'collectionGroup',
    filter: z.omit(collectionGroup.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: [],
    title: () => 'routes:groupManage',
    columns: collectionGroupColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `collectionGroup/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
