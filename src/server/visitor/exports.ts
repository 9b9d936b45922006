import * as z from 'zod/mini'
import { visitorColumns } from '../../services/visitor.columns.ts'
import * as visitor from '../../services/visitor.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { visitorLists } from './lists.ts'

export const visitorExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = visitorLists(server)
  return listed({
    interface: visitor.list.interface,
    words: 'visitor',
    filter: z.omit(visitor.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, onlooker) => (await count({ ...filter, exact: true }, onlooker)).count,
    secret: [],
    title: () => 'routes:visitors',
    columns: visitorColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `visitor/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
