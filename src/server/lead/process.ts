import { list, originList } from '../../services/lead.ts'
import type { Process } from '../process.ts'
import { checkCounter } from './checkCounter.ts'
import { leadHandlers } from './commands.ts'
import { leadCounter } from './counter.ts'
import { leadDetail } from './detail.ts'
import { endLead } from './endLead.ts'
import { leadExports, originExports } from './exports.ts'
import { leadImports } from './importLeads.ts'
import { nextLead } from './next.ts'
import { leadProjection } from './projection.ts'
import { leadReveals } from './reveal.ts'

/** Telemarketing: the persons whom sellers want as customers. */
export const lead: Process = {
  kinds: { lead: { heard: { by: ['lead.list'] }, projections: leadProjection } },
  counters: [leadCounter, checkCounter],
  effects: { short: (server) => ({ endLead: endLead(server) }) },
  handlers: (server) => {
    leadHandlers(server)
    leadDetail(server)
    leadImports(server)
    leadReveals(server)
    nextLead(server)
  },
  exports: (server) => ({ [list.id]: leadExports(server), [originList.id]: originExports(server) }),
}
