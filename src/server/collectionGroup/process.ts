import { list } from '../../services/collectionGroup.ts'
import type { Process } from '../process.ts'
import { collectionGroupHandlers } from './commands.ts'
import { collectionGroupExports } from './exports.ts'
import { collectionGroupProjection } from './projection.ts'

/** Groups of collectors, own or of agencies. */
export const collectionGroup: Process = {
  kinds: {
    collectionGroup: {
      heard: { by: ['collectionGroup.list', 'collector.list'] },
      projections: collectionGroupProjection,
    },
  },
  handlers: collectionGroupHandlers,
  exports: (server) => ({ [list.id]: collectionGroupExports(server) }),
}
