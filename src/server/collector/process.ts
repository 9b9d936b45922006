import { list } from '../../services/collector.ts'
import type { Process } from '../process.ts'
import { collectorHandlers } from './commands.ts'
import { collectorExports } from './exports.ts'
import { collectorProjection } from './projection.ts'

/** Collectors: attendance, weight, daily cap, certificate and group. */
export const collector: Process = {
  kinds: { collector: { heard: { by: ['collector.list', 'collector.signIn'] }, projections: collectorProjection } },
  handlers: collectorHandlers,
  exports: (server) => ({ [list.id]: collectorExports(server) }),
}
