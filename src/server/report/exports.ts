import * as z from 'zod/mini'
import { columnsOf } from '../../services/report.columns.ts'
import { type Report, type ReportName, reports } from '../../services/report.ts'
import { type Exportable, type Exportables, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { reportReader } from './lists.ts'

const exportable = (server: Pick<Server, 'db' | 'clock'>, name: ReportName): Exportable => {
  const report: Report = reports[name]
  const { page, count } = reportReader(server, name)
  return listed({
    interface: report.list.interface,
    words: 'report',
    filter: z.omit(report.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count(filter, reader)).count,
    secret: [],
    title: () => `routes:${name}`,
    columns: columnsOf(report),
    keyOf: ({ key }) => key,
    commands: {},
    streamOf: (key) => `report/${key}`,
    bodyOf: (key) => ({ key }),
  })
}

/** The reports, for exports. */
export const reportExports = (server: Pick<Server, 'db' | 'clock'>): Exportables =>
  Object.fromEntries(
    (Object.keys(reports) as ReportName[]).map((name) => [reports[name].list.id, exportable(server, name)]),
  )
