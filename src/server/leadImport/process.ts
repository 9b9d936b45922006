import type { Process } from '../process.ts'
import { leadImportHandlers } from './commands.ts'
import { dropLeads } from './dropLeads.ts'
import { leadImportProjection } from './projection.ts'
import { runImport } from './runImport.ts'

/** Files of leads: read, staged, and imported in the background. */
export const leadImport: Process = {
  kinds: { leadImport: { heard: { by: ['lead.import'] }, projections: leadImportProjection } },
  handlers: leadImportHandlers,
  effects: { long: (server) => ({ runImport: runImport(server), dropLeads: dropLeads(server) }) },
}
