import type { Placement } from '../../machines/placement.ts'
import { list } from '../../services/placement.ts'
import type { Process } from '../process.ts'
import { alignCase } from './alignCase.ts'
import { placementHandlers } from './commands.ts'
import { placementExports } from './exports.ts'
import { placementProjection } from './projection.ts'

/** Orders placed with agencies, which collect until the last day of the placement. */
export const placement: Process = {
  kinds: {
    placement: {
      heard: { by: ['placement.list'], ofOrders: true },
      projections: placementProjection,
      subject: ({ orderNo, balance }: Placement) => ({ orderNo, amount: balance }),
    },
  },
  handlers: placementHandlers,
  exports: (server) => ({ [list.id]: placementExports(server) }),
  effects: { cases: (server) => ({ tellCase: alignCase(server), tellPlacement: alignCase(server) }) },
}
