import type { Withdrawal } from '../../machines/withdrawal.facts.ts'
import { list } from '../../services/withdrawal.ts'
import type { Process } from '../process.ts'
import { withdrawalHandlers } from './commands.ts'
import { withdrawalExports } from './exports.ts'
import { withdrawalProjection } from './projection.ts'
import { sendWithdrawal } from './sendWithdrawal.ts'

/** Withdrawals: money that the lender sends out of its own accounts. */
export const withdrawal: Process = {
  kinds: {
    withdrawal: {
      heard: { by: ['withdrawal.list'] },
      projections: withdrawalProjection,
      subject: ({ order }: Withdrawal) => ({ amount: order!.amount }),
    },
  },
  handlers: withdrawalHandlers,
  exports: (server) => ({ [list.id]: withdrawalExports(server) }),
  effects: { short: (server) => ({ sendWithdrawal: sendWithdrawal(server) }) },
}
