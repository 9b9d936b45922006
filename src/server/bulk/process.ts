import type { Process } from '../process.ts'
import { collectRows } from './collectRows.ts'
import { bulkHandlers } from './commands.ts'
import { bulkProjection } from './projection.ts'
import { runBulk } from './runBulk.ts'

/** Bulk commands: one command for many rows of a list. */
export const bulk: Process = {
  kinds: { bulk: { heard: { by: [] }, projections: bulkProjection } },
  handlers: (server, { lists }) => bulkHandlers(server, lists),
  effects: {
    long: (server, { lists, perform }) => ({
      collectRows: collectRows(server, lists),
      runBulk: runBulk(server, lists, perform),
    }),
  },
}
