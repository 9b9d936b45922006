import { list } from '../../services/verifyCode.ts'
import type { Process } from '../process.ts'
import { checkCode } from './checkCode.ts'
import { verifyCodeHandlers } from './commands.ts'
import { verifyCodeExports } from './exports.ts'
import { verifyCodeProjection } from './projection.ts'

/** The codes that sellers read to leads, and that the customers' app checks. */
export const verifyCode: Process = {
  kinds: { verifyCode: { heard: { by: ['verifyCode.list'] }, projections: verifyCodeProjection } },
  handlers: (server) => {
    verifyCodeHandlers(server)
    checkCode(server)
  },
  exports: (server) => ({ [list.id]: verifyCodeExports(server) }),
}
