import * as z from 'zod/mini'
import { columnsOf, rollColumns } from '../../services/report.columns.ts'
import { type Report, type ReportName, reports, rollMatrix } from '../../services/report.ts'
import { type Exportable, type Exportables, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { reportReader } from './lists.ts'
import { rollReader } from './rolls.ts'

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

/** The cells of the roll matrix, each age after the one before it. */
const rolls = (server: Pick<Server, 'db' | 'clock'>): Exportable => {
  const read = rollReader(server)
  return listed({
    interface: rollMatrix.interface,
    words: 'report',
    filter: rollMatrix.body,
    page: async ({ limit: _, ...filter }, reader) => {
      const { from, to, cells } = await read(filter, reader)
      return { rows: cells.map((cell) => ({ ...cell, from, to })), next: null }
    },
    count: async (filter, reader) => (await read(filter, reader)).cells.length,
    secret: [],
    title: () => 'report:rolls.title',
    columns: rollColumns,
    keyOf: ({ before, after }) => `${before} ${after}`,
    commands: {},
    streamOf: (key) => `report/${key}`,
    bodyOf: (key) => ({ key }),
  })
}

export const reportExports = (server: Pick<Server, 'db' | 'clock'>): Exportables => ({
  ...Object.fromEntries(
    (Object.keys(reports) as ReportName[]).map((name) => [reports[name].list.id, exportable(server, name)]),
  ),
  [rollMatrix.id]: rolls(server),
})
