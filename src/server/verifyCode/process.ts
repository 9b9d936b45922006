import { list } from '../../services/verifyCode.ts'
import type { Process } from '../process.ts'
import { checkCode } from './checkCode.ts'
import { verifyCodeHandlers } from './commands.ts'
import { verifyCodeExports } from './exports.ts'
import { verifyCodeProjection } from './projection.ts'

/** The codes that sellers read to leads, and that the customers' app checks. */
export const verifyCode: Process = {
  heard: { verifyCode: { by: ['verifyCode.list'] } },
  projections: { verifyCode: verifyCodeProjection },
  handlers: (server) => {
    verifyCodeHandlers(server)
    checkCode(server)
  },
  exports: (server) => ({ [list.id]: verifyCodeExports(server) }),
}
