import type { Payout } from '../../machines/payout.facts.ts'
import type { Process } from '../process.ts'
import { payoutHandlers } from './commands.ts'
import { payoutDetail } from './detail.ts'
import { payoutExports } from './exports.ts'
import { followApproval } from './followApproval.ts'
import { payoutProjections } from './projection.ts'
import { sendPayout } from './sendPayout.ts'

export const payout: Process = {
  kinds: {
    payout: {
      heard: { by: ['loan.list', 'approve.detail'], ofOrders: true },
      projections: payoutProjections,
      subject: ({ terms }: Payout) => terms!,
    },
  },
  handlers: (server) => {
    payoutHandlers(server)
    payoutDetail(server)
  },
  exports: payoutExports,
  effects: {
    short: (server) => ({
      openPayout: followApproval(server),
      cancelPayout: followApproval(server),
      sendPayout: sendPayout(server),
    }),
  },
}
