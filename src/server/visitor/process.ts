import { list } from '../../services/visitor.ts'
import type { Process } from '../process.ts'
import { visitorHandlers } from './commands.ts'
import { visitorExports } from './exports.ts'
import { visitorProjections } from './projection.ts'

/** The devices that use the lender's apps, as the apps tell. */
export const visitor: Process = {
  kinds: { visitor: { heard: { by: ['visitor.list'] }, projections: visitorProjections } },
  handlers: visitorHandlers,
  exports: (server) => ({ [list.id]: visitorExports(server) }),
}
