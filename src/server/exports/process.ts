import type { Process } from '../process.ts'
import { beginExport } from './beginExport.ts'
import { exportHandlers } from './commands.ts'
import { dropExport } from './dropExport.ts'
import { exportProjection } from './projection.ts'
import { runExport } from './runExport.ts'

/** Exports: lists as files. */
export const exports: Process = {
  kinds: { export: { heard: { by: [] }, projections: exportProjection } },
  handlers: (server, { lists }) => exportHandlers(server, lists),
  effects: {
    long: (server, { lists }) => ({
      beginExport: beginExport(server),
      runExport: runExport(server, lists),
      dropExport: dropExport(server),
    }),
  },
}
