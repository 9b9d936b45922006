import * as z from 'zod/mini'
import { reportPlanColumns } from '../../services/reportPlan.columns.ts'
import * as reportPlan from '../../services/reportPlan.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { reportPlanLists } from './lists.ts'

export const reportPlanExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = reportPlanLists(server)
  return listed({
    interface: reportPlan.list.interface,
    words: 'reportPlan',
    filter: z.omit(reportPlan.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: [],
    title: () => 'routes:reportPlans',
    columns: reportPlanColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `reportPlan/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
