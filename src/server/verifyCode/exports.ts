import * as z from 'zod/mini'
import { verifyCodeColumns } from '../../services/verifyCode.columns.ts'
import * as verifyCode from '../../services/verifyCode.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { verifyCodeLists } from './lists.ts'

export const verifyCodeExports = (server: Pick<Server, 'db' | 'vault'>): Exportable => {
  const { page, count } = verifyCodeLists(server)
  return listed({
    interface: verifyCode.list.interface,
    words: 'verifyCode',
    filter: z.omit(verifyCode.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: ['phone', 'fullName'],
    title: () => 'routes:customerVerifyCode',
    columns: verifyCodeColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `verifyCode/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
