import { list } from '../../services/reportPlan.ts'
import type { Process } from '../process.ts'
import { reportPlanHandlers } from './commands.ts'
import { reportPlanExports } from './exports.ts'
import { reportPlanProjection } from './projection.ts'
import { sendReports } from './sendReports.ts'

/** Reports that are sent every morning, as files to the people of a role. */
export const reportPlan: Process = {
  kinds: { reportPlan: { heard: { by: ['reportPlan.list'] }, projections: reportPlanProjection } },
  handlers: (server, { lists }) => reportPlanHandlers(server, lists),
  exports: (server) => ({ [list.id]: reportPlanExports(server) }),
  effects: { long: (server, { lists }) => ({ sendReports: sendReports(server, lists) }) },
}
