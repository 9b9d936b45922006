import type { Process } from '../process.ts'
import { riskHandlers } from './commands.ts'
import { ruleSetProjection } from './projection.ts'
import { retireReplaced } from './retireReplaced.ts'

/** The versions of the risk rules. */
export const risk: Process = {
  kinds: { ruleSet: { heard: { by: ['risk.versions'] }, projections: ruleSetProjection } },
  handlers: riskHandlers,
  effects: { short: (server) => ({ retireReplaced: retireReplaced(server) }) },
}
