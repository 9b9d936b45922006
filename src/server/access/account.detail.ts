import { type Account, accountMachine } from '../../machines/account.ts'
import { withDetails } from '../../machines/permissions.ts'
import * as account from '../../services/account.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { accountLists } from './account.lists.ts'
import { stepsOf } from './role.history.ts'

/** Serves the list of accounts, and one account with what its roles grant and its history. */
export const accountDetail = (server: Server, allInterfaces: readonly string[]) => {
  const { db, handle } = server
  const { page, count, one } = accountLists(server)
  handle(account.list, page)
  handle(account.count, count)

  handle(account.detail, async ({ id }) => {
    const found = await one(id)
    if (!found) throw notFound()
    const roles = await db.sql.selectFrom('role').selectAll().execute()
    const held = roles.filter((role) => found.roles.some((other) => other.id === role.id))
    const isAdmin = held.some(({ name }) => name === 'admin')
    // Roles appear under their present names, also in old steps.
    const nameOf = new Map(roles.map((role) => [role.id, role.name]))
    return {
      account: found,
      menus: withDetails(held.flatMap(({ menus }) => menus)),
      interfaces: isAdmin ? [...allInterfaces] : [...new Set(held.flatMap(({ interfaces }) => interfaces))],
      history: await stepsOf<Account>(server, accountMachine, `account/${id}`, (context) =>
        context.roles.map((role) => nameOf.get(role) ?? String(role)),
      ),
    }
  })
}
