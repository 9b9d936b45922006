import * as z from 'zod/mini'
import { auditColumns, loginColumns, seenColumns } from '../../services/audit.columns.ts'
import * as audit from '../../services/audit.ts'
import { type Exportables, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { auditLists } from './lists.ts'

const paging = { after: true, limit: true } as const
const common = {
  words: 'audit',
  // An export of the audit counts as a view of the records that its rows are about.
  keyOf: ({ record }: audit.Happened) => record,
  commands: {},
  streamOf: (record: string) => record,
  bodyOf: () => ({}),
}

export const auditExports = (server: Pick<Server, 'db' | 'vault'>): Exportables => {
  const lists = auditLists(server)
  return {
    [audit.list.id]: listed({
      ...common,
      interface: audit.list.interface,
      filter: z.omit(audit.list.body, paging),
      page: lists.page,
      count: async ({ sort: _, ...filter }) => (await lists.count({ ...filter, exact: true })).count,
      secret: ['phone', 'nik'],
      title: () => 'routes:audit',
      columns: auditColumns,
    }),
    [audit.seen.id]: listed({
      ...common,
      interface: audit.seen.interface,
      filter: z.omit(audit.seen.body, paging),
      page: lists.seen,
      count: async ({ sort: _, ...filter }) => (await lists.seenCount({ ...filter, exact: true })).count,
      secret: [],
      title: () => 'routes:seen',
      columns: seenColumns,
    }),
    [audit.logins.id]: listed({
      ...common,
      interface: audit.logins.interface,
      filter: z.omit(audit.logins.body, paging),
      page: lists.logins,
      count: async ({ sort: _, ...filter }) => (await lists.loginCount({ ...filter, exact: true })).count,
      secret: [],
      title: () => 'routes:loginLog',
      columns: loginColumns,
    }),
  }
}
