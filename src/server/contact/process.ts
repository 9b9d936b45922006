import { list } from '../../services/contact.ts'
import type { Process } from '../process.ts'
import { contactHandlers } from './commands.ts'
import { contactExports } from './exports.ts'
import { contactProjection } from './projection.ts'

/** How each person may be reached, and every attempt to. */
export const contact: Process = {
  kinds: { contact: { heard: { by: ['contact.list'] }, projections: contactProjection } },
  handlers: contactHandlers,
  exports: (server) => ({ [list.id]: contactExports(server) }),
}
