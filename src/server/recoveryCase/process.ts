import { list, mine, waiting } from '../../services/recoveryCase.ts'
import type { Process } from '../process.ts'
import { recoveryCaseHandlers } from './commands.ts'
import { recoveryCaseDetail } from './detail.ts'
import { recoveryCaseDocuments } from './documents.ts'
import { recoveryCaseExports } from './exports.ts'
import { followLoan } from './followLoan.ts'
import { recoveryCaseProjection } from './projection.ts'
import { caseQueues } from './queues.ts'
import { recoveryCasePhone } from './revealPhone.ts'
import { tellAttempt } from './tellAttempt.ts'
import { tellOutcome } from './tellOutcome.ts'
import { tellWhereabouts } from './tellWhereabouts.ts'

/** Pre-collection and collection: the case of each loan that comes near its due day or is overdue. */
export const recoveryCase: Process = {
  kinds: {
    recoveryCase: {
      heard: { by: ['recoveryCase.list', 'recoveryCase.mine'], ofOrders: true },
      projections: recoveryCaseProjection,
    },
  },
  handlers: (server) => {
    recoveryCaseHandlers(server)
    recoveryCaseDetail(server)
    recoveryCasePhone(server)
    recoveryCaseDocuments(server)
  },
  queues: caseQueues,
  exports: (server) => {
    const lists = recoveryCaseExports(server)
    return { [list.id]: lists.all, [mine.id]: lists.mine, [waiting.id]: lists.waiting }
  },
  effects: {
    cases: (server) => ({
      followLoan: followLoan(server),
      tellAttempt: tellAttempt(server),
      tellOutcome: tellOutcome(server),
      tellWhereabouts: tellWhereabouts(server),
    }),
  },
}
