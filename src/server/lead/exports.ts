import * as z from 'zod/mini'
import { decidedLeads, leadColumns, originColumns } from '../../services/lead.columns.ts'
import * as lead from '../../services/lead.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { leadLists } from './lists.ts'
import { originLists } from './origins.ts'

const { assigned, reassigned, recalled, reopened } = lead.commands

/** The list, for exports and for bulk commands. */
export const leadExports = (server: Pick<Server, 'db' | 'vault'>): Exportable => {
  const { page, count } = leadLists(server)
  return listed({
    interface: lead.list.interface,
    words: 'lead',
    filter: z.omit(lead.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    secret: ['phone', 'fullName'],
    title: () => 'routes:userList',
    columns: leadColumns,
    decided: decidedLeads,
    keyOf: ({ id }) => id,
    commands: { assigned, reassigned, recalled, reopened },
    streamOf: (id) => `lead/${id}`,
    bodyOf: (id) => ({ id }),
  })
}

/** The batches and sources, for exports. */
export const originExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = originLists(server)
  return listed({
    interface: lead.originList.interface,
    words: 'lead',
    filter: z.omit(lead.originList.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count(filter)).count,
    secret: [],
    title: () => 'routes:leadOrigins',
    columns: originColumns,
    keyOf: ({ key }) => key,
    commands: {},
    streamOf: (key) => `lead/${key}`,
    bodyOf: (key) => ({ key }),
  })
}
