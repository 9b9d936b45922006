import { list } from '../../services/account.ts'
import type { Process } from '../process.ts'
import { accountExports } from './account.exports.ts'
import { accountProjection } from './account.projection.ts'
import { accountHandlers } from './account.ts'
import { roleProjection } from './role.projection.ts'
import { roleHandlers } from './role.ts'
import { sessionHandlers } from './session.ts'

/** Accounts, roles and sessions. */
export const access: Process = {
  kinds: {
    account: { heard: { by: ['power.getUsers'] }, projections: accountProjection },
    role: { heard: { by: ['power.getRoles'] }, projections: roleProjection },
  },
  handlers: (server, { allInterfaces, mounted }) => {
    sessionHandlers(server)
    accountHandlers(server, allInterfaces)
    roleHandlers(server, mounted)
  },
  exports: (server) => ({ [list.id]: accountExports(server) }),
}
