import * as z from 'zod/mini'
import { smsBatchColumns } from '../../services/smsBatch.columns.ts'
import * as smsBatch from '../../services/smsBatch.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { smsBatchLists } from './lists.ts'

export const smsBatchExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = smsBatchLists(server)
  return listed({
    interface: smsBatch.list.interface,
    words: 'smsBatch',
    filter: z.omit(smsBatch.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    secret: [],
    title: () => 'routes:smsBatches',
    columns: smsBatchColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `smsBatch/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
