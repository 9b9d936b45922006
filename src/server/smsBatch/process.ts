import type { SmsBatch } from '../../machines/smsBatch.ts'
import { list } from '../../services/smsBatch.ts'
import type { Process } from '../process.ts'
import { smsBatchHandlers } from './commands.ts'
import { countAudience } from './countAudience.ts'
import { dropAudience } from './dropAudience.ts'
import { smsBatchExports } from './exports.ts'
import { makeMessages } from './makeMessages.ts'
import { smsBatchProjection } from './projection.ts'

/** One text to the people of a list. */
export const smsBatch: Process = {
  kinds: {
    smsBatch: {
      heard: { by: ['smsBatch.list'] },
      projections: smsBatchProjection,
      subject: ({ terms }: SmsBatch) => ({ apps: terms!.apps }),
    },
  },
  handlers: (server, { lists }) => smsBatchHandlers(server, lists),
  exports: (server) => ({ [list.id]: smsBatchExports(server) }),
  effects: {
    long: (server, { lists }) => ({ countAudience: countAudience(server, lists) }),
    short: (server) => ({ makeMessages: makeMessages(server), dropAudience: dropAudience(server) }),
  },
}
