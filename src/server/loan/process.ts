import type { Process } from '../process.ts'
import { loanHandlers } from './commands.ts'
import { loanDetail } from './detail.ts'
import { loanExports } from './exports.ts'
import { loanFind } from './find.ts'
import { loanLists } from './lists.ts'
import { openLoan } from './openLoan.ts'
import { loanProjections, proposedOf } from './projection.ts'
import { voidLoan } from './voidLoan.ts'

/** Loans and their repayments. */
export const loan: Process = {
  kinds: {
    loan: { heard: { by: ['repay.loan'], ofOrders: true }, projections: loanProjections, subject: proposedOf },
  },
  handlers: (server) => {
    loanHandlers(server)
    loanLists(server)
    loanDetail(server)
    loanFind(server)
  },
  exports: loanExports,
  effects: { short: (server) => ({ openLoan: openLoan(server), voidLoan: voidLoan(server) }) },
}
