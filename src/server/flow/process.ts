import * as its from '../../services/flow.ts'
import { channelsOf } from '../lists/channels.ts'
import { productsOf } from '../lists/products.ts'
import type { Process } from '../process.ts'
import type { Server } from '../server.ts'
import { flowExports } from './exports.ts'
import { flowFigures } from './figures.ts'
import { flowLists } from './lists.ts'
import { flowCounter } from './projection.ts'

const flowHandlers = (server: Server) => {
  const { handle, db } = server
  const figures = flowFigures(server)
  handle(its.summary, figures.summary)
  handle(its.transitions.list, async (filter, reader) => ({
    rows: await figures.transitions(filter, reader),
    next: null,
  }))
  const { steps, records } = flowLists(server)
  handle(its.steps.list, steps.page)
  handle(its.steps.count, steps.count)
  handle(its.records.list, records.page)
  handle(its.records.count, records.count)
  handle(its.choices, async () => ({ products: await productsOf(db), channels: await channelsOf(db, 'approval') }))
}

/** How records move through their charts, counted from the log. */
export const flow: Process = { handlers: flowHandlers, counters: [flowCounter], exports: flowExports }
