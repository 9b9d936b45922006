import type { Process } from '../process.ts'
import { payoutHandlers } from './commands.ts'
import { payoutOfOrder } from './detail.ts'
import { payoutsListed } from './exports.ts'
import { followApproval } from './followApproval.ts'
import { payoutProjections } from './projection.ts'
import { sendPayout } from './sendPayout.ts'

export const payout: Process = {
  heard: { payout: { by: ['loan.list', 'approve.detail'], ofOrders: true } },
  projections: { payout: payoutProjections },
  handlers: (server) => {
    payoutHandlers(server)
    payoutOfOrder(server)
  },
  exports: payoutsListed,
  effects: {
    short: (server) => ({
      openPayout: followApproval(server),
      cancelPayout: followApproval(server),
      sendPayout: sendPayout(server),
    }),
  },
}
