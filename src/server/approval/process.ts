import { list } from '../../services/approval.ts'
import type { Process } from '../process.ts'
import { approvalHandlers } from './commands.ts'
import { approvalExports } from './exports.ts'
import { intakeHandlers } from './intake.ts'
import { machineReview } from './machineReview.ts'
import { noteHandlers } from './notes.ts'
import { approvalProjection } from './projection.ts'

/** Applications: intake, machine review, first review and final review. */
export const approval: Process = {
  kinds: { approval: { heard: { by: ['approve.list'], ofOrders: true }, projections: approvalProjection } },
  handlers: (server) => {
    intakeHandlers(server)
    approvalHandlers(server)
    noteHandlers(server)
  },
  exports: (server) => ({ [list.id]: approvalExports(server) }),
  effects: { short: (server) => ({ runMachineReview: machineReview(server) }) },
}
