import * as z from 'zod/mini'
import * as columns from '../../services/flow.columns.ts'
import * as flow from '../../services/flow.ts'
import { type Exportables, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { flowFigures } from './figures.ts'
import { flowLists } from './lists.ts'

const shared = {
  words: 'flow',
  secret: [],
  commands: {},
  streamOf: (key: string) => `flow/${key}`,
  interface: flow.summary.interface,
}

/** The figures of the steps, and the steps and records behind them, for exports. */
export const flowExports = (server: Pick<Server, 'db' | 'clock'>): Exportables => {
  const { steps, records } = flowLists(server)
  const { transitions } = flowFigures(server)
  return {
    [flow.steps.list.id]: listed({
      ...shared,
      filter: z.omit(flow.steps.list.body, { after: true, limit: true }),
      page: steps.page,
      count: async ({ sort: _, ...filter }, onlooker) =>
        (await steps.count({ ...filter, exact: true }, onlooker)).count,
      title: () => 'routes:flowSteps',
      columns: columns.stepColumns,
      keyOf: ({ id }) => String(id),
      bodyOf: (id) => ({ id }),
    }),
    [flow.records.list.id]: listed({
      ...shared,
      filter: z.omit(flow.records.list.body, { after: true, limit: true }),
      page: records.page,
      count: async ({ sort: _, ...filter }, onlooker) =>
        (await records.count({ ...filter, exact: true }, onlooker)).count,
      title: () => 'routes:flowRecords',
      columns: columns.recordColumns,
      keyOf: ({ stream }) => stream,
      bodyOf: (stream) => ({ stream }),
    }),
    [flow.transitions.list.id]: listed({
      ...shared,
      filter: flow.transitions.list.body,
      page: async ({ limit: _, ...filter }, reader) => ({ rows: await transitions(filter, reader), next: null }),
      count: async (filter, reader) => (await transitions(filter, reader)).length,
      title: ({ chart }) => `${chart}:title`,
      columns: columns.transitionColumns,
      keyOf: ({ from, event, to }) => `${from} ${event} ${to}`,
      bodyOf: (key) => ({ key }),
    }),
  }
}
