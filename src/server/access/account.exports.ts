import * as z from 'zod/mini'
import { accountColumns } from '../../services/account.columns.ts'
import * as account from '../../services/account.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { accountLists } from './account.lists.ts'

export const accountExports = (server: Pick<Server, 'db' | 'clock'>): Exportable => {
  const { page, count } = accountLists(server)
  return listed({
    interface: account.list.interface,
    words: 'account',
    filter: z.omit(account.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: ['email', 'fullName'],
    title: () => 'routes:account',
    columns: accountColumns,
    keyOf: ({ id }) => String(id),
    commands: {},
    streamOf: (id) => `account/${id}`,
    bodyOf: (id) => ({ id: Number(id) }),
  })
}
