import * as z from 'zod/mini'
import { qualityColumns } from '../../services/quality.columns.ts'
import * as quality from '../../services/quality.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { qualityLists } from './lists.ts'

export const qualityExports = (server: Pick<Server, 'db' | 'vault'>): Exportable => {
  const { page, count } = qualityLists(server)
  return listed({
    interface: quality.list.interface,
    words: 'quality',
    filter: z.omit(quality.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: ['phone', 'fullName'],
    title: () => 'routes:checkList',
    columns: qualityColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `quality/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
