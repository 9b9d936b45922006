import { list } from '../../services/account.ts'
import type { Process } from '../process.ts'
import { accountListed } from './account.exports.ts'
import { accountProjection } from './account.projection.ts'
import { accountHandlers } from './account.ts'
import { roleProjection } from './role.projection.ts'
import { powerHandlers } from './role.ts'
import { userHandlers } from './session.ts'

/** Accounts, roles and sessions. */
export const access: Process = {
  heard: { account: { by: ['power.getUsers'] }, role: { by: ['power.getRoles'] } },
  projections: { account: accountProjection, role: roleProjection },
  handlers: (server, { allInterfaces, mounted }) => {
    userHandlers(server)
    accountHandlers(server, allInterfaces)
    powerHandlers(server, mounted)
  },
  exports: (server) => ({ [list.id]: accountListed(server) }),
}
