import * as z from 'zod/mini'
import type { ListColumns } from '../../services/columns.ts'
import * as columns from '../../services/recovery.columns.ts'
import * as recovery from '../../services/recovery.ts'
import { type Exportables, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { recoveryFigures } from './figures.ts'
import { recoveryLists } from './lists.ts'
import { recoverySummary } from './summary.ts'

const behind = {
  holdings: columns.holdingColumns,
  attempts: columns.attemptColumns,
  promises: columns.promiseColumns,
  credits: columns.creditColumns,
  placements: columns.placementColumns,
  complaints: columns.complaintColumns,
  standings: columns.standingColumns,
  hours: columns.hoursColumns,
} as const satisfies Record<string, ListColumns<never>>

const titles = {
  holdings: 'caseHoldings',
  attempts: 'caseAttempts',
  promises: 'casePromises',
  credits: 'credits',
  placements: 'casePlacements',
  complaints: 'caseComplaints',
  standings: 'caseStandings',
  hours: 'collectorHours',
} as const

const shared = { words: 'recovery', secret: [], commands: {}, streamOf: (key: string) => `recovery/${key}` }

/** The lists behind the figures, the figures and the summary, for exports. */
export const recoveryExports = (server: Pick<Server, 'db' | 'clock'>): Exportables => {
  const lists = recoveryLists(server)
  const of = (name: keyof typeof behind) => {
    const { list } = recovery[name]
    const { page, count } = lists[name]
    return listed({
      ...shared,
      interface: list.interface,
      filter: z.omit(list.body as typeof recovery.credits.list.body, { after: true, limit: true }),
      page: page as unknown as typeof lists.credits.page,
      count: async ({ sort: _, ...filter }, onlooker) => (await count({ ...filter, exact: true }, onlooker)).count,
      title: () => `routes:${titles[name]}`,
      columns: behind[name] as typeof columns.creditColumns,
      keyOf: ({ id }) => String(id),
      bodyOf: (id) => ({ id }),
    })
  }
  const figures = recoveryFigures(server)
  const summary = recoverySummary(server)
  const keyed = { ...shared, keyOf: ({ key }: { key: string }) => key, bodyOf: (key: string) => ({ key }) }
  return {
    ...Object.fromEntries(
      (Object.keys(behind) as (keyof typeof behind)[]).map((name) => [recovery[name].list.id, of(name)]),
    ),
    [recovery.daily.list.id]: listed({
      ...keyed,
      interface: recovery.daily.list.interface,
      filter: z.omit(recovery.daily.list.body, { after: true, limit: true }),
      page: figures.page,
      count: async ({ sort: _, ...filter }, reader) => (await figures.count(filter, reader)).count,
      title: () => 'recovery:screen.figures',
      columns: columns.figureColumns,
    }),
    [recovery.summary.list.id]: listed({
      ...keyed,
      interface: recovery.summary.list.interface,
      filter: z.omit(recovery.summary.list.body, { after: true, limit: true }),
      page: summary.page,
      count: async (filter, reader) => (await summary.count(filter, reader)).count,
      title: () => 'routes:summaryCollectinOrders',
      columns: columns.summaryColumns,
    }),
  }
}
