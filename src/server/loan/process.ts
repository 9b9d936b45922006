import type { Process } from '../process.ts'
import { repayHandlers } from './commands.ts'
import { repayLoan } from './detail.ts'
import { repayListed } from './exports.ts'
import { repayFind } from './find.ts'
import { repayLists } from './lists.ts'
import { openLoan } from './openLoan.ts'
import { loanProjections } from './projection.ts'
import { voidLoan } from './voidLoan.ts'

/** Loans and their repayments. */
export const loan: Process = {
  heard: { loan: { by: ['repay.loan'], ofOrders: true } },
  projections: { loan: loanProjections },
  handlers: (server) => {
    repayHandlers(server)
    repayLists(server)
    repayLoan(server)
    repayFind(server)
  },
  exports: repayListed,
  effects: { short: (server) => ({ openLoan: openLoan(server), voidLoan: voidLoan(server) }) },
}
