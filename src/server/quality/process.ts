import { list } from '../../services/quality.ts'
import type { Process } from '../process.ts'
import { qualityHandlers } from './commands.ts'
import { qualityDetail } from './detail.ts'
import { qualityExports } from './exports.ts'
import { qualityProjection } from './projection.ts'
import { sampleVisit } from './sampleVisit.ts'

/** Whether visits to leads were done well: sampled by the system, checked by people. */
export const quality: Process = {
  kinds: { quality: { heard: { by: ['quality.list'] }, projections: qualityProjection } },
  handlers: (server) => {
    qualityHandlers(server)
    qualityDetail(server)
  },
  exports: (server) => ({ [list.id]: qualityExports(server) }),
  effects: { short: (server) => ({ sampleVisit: sampleVisit(server) }) },
}
