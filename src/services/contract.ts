import * as access from './access.ts'
import * as account from './account.ts'
import type { Endpoint } from './endpoint.ts'
import { CallError, type Client } from './http.ts'
import * as user from './user.ts'

/** The calls of every admin server; a server that lists no interfaces in the user info has no others. */
export const contract: readonly Endpoint[] = [
  user.login,
  user.userInfo,
  user.logout,
  user.getUsers,
  user.editUser,
  user.changePassword,
  user.powerGetUsers,
  user.powerUserEdit,
  access.getRoles,
  access.getApps,
  access.roleSave,
  access.roleMenuSave,
  access.getInterfaces,
  access.interfaceSave,
  access.setLanguage,
]

// A bare server has no feed, so the console itself says what its own calls have changed.
const changing: readonly Endpoint[] = [
  user.editUser,
  user.powerUserEdit,
  access.roleSave,
  access.roleMenuSave,
  access.interfaceSave,
]

/** The code of a call that this server does not offer; nothing was sent. */
export const notOffered = 404

type Call = Client['call']
type User = Awaited<ReturnType<typeof usersOf>>[number]
type Substitute = (call: Call, input: never) => Promise<unknown>

const usersOf = async (call: Call, filter: Parameters<typeof call<typeof user.getUsers>>[1] = {}) =>
  (await call(user.getUsers, filter)).users

const rolesOf = async (call: Call) => (await call(access.getRoles, {})).roles

const interfacesOf = async (call: Call, role_id: number) =>
  (await call(access.getInterfaces, { role_id })).interfaces.filter(({ granted }) => granted).map(({ id }) => id)

/** An account as far as the contract describes it. */
const accountOf = (
  { id, version, name, email, status, language, introduction, roles: held }: User,
  roles: readonly { id: number; name: string }[],
): account.Account => ({
  id,
  version,
  name,
  email,
  status,
  language,
  introduction,
  roles: roles.filter((role) => held.includes(role.id)).map((role) => ({ id: role.id, name: role.name })),
  groups: [],
  apps: null,
  linkUntil: null,
  hasPassword: true,
  locked: false,
  sessions: 0,
  seenAt: null,
})

type Listed = { fullName?: string; email?: string; role?: string; status?: 'active' | 'disabled' }

const filterOf = async (call: Call, { fullName, email, role, status }: Listed) => {
  const role_id = role && (await rolesOf(call)).find(({ name }) => name === role)?.id
  return {
    ...(fullName && { name: fullName }),
    ...(email && { email }),
    ...(status && { status }),
    ...(role_id && { role_id }),
  }
}

const edit = async (call: Call, id: number, change: Partial<Parameters<typeof call<typeof user.editUser>>[1]>) => {
  const [found] = await usersOf(call, { id })
  if (!found) throw new CallError(404, '')
  return call(user.editUser, { ...found, ...change })
}

/** Calls beyond the contract that its own calls can stand in for. */
const substitutes: Record<string, Substitute> = {
  [access.holdings.id]: async (call) => {
    const [roles, users] = await Promise.all([rolesOf(call), usersOf(call)])
    return {
      roles: await Promise.all(
        roles.map(async (role) => ({
          ...role,
          interfaces: await interfacesOf(call, role.id),
          people: users.filter(({ roles: held, status }) => status === 'active' && held.includes(role.id)).length,
        })),
      ),
    }
  },
  [access.interfaces.id]: async (call) => ({
    interfaces: (await call(access.getInterfaces, {})).interfaces.map((one) => ({ ...one, others: [] })),
  }),
  [access.roleHistory.id]: async () => ({ history: [] }),
  [account.list.id]: async (call, input: Listed & { limit?: number; after?: { id: number }; sort?: string }) => {
    const limit = input.limit ?? 50
    const [roles, users] = await Promise.all([rolesOf(call), filterOf(call, input).then((by) => usersOf(call, by))])
    const sorted = users.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
    if (input.sort === '-name') sorted.reverse()
    const from = input.after ? sorted.findIndex(({ id }) => id === input.after!.id) + 1 : 0
    const page = sorted.slice(from, from + limit)
    const last = page.at(-1)
    return {
      rows: page.map((one) => accountOf(one, roles)),
      next: last && from + limit < sorted.length ? { name: last.name, id: last.id } : null,
    }
  },
  [account.count.id]: async (call, input: Listed) => ({
    count: (await usersOf(call, await filterOf(call, input))).length,
    capped: false,
  }),
  [account.detail.id]: async (call, { id }: { id: number }) => {
    const [roles, [found]] = await Promise.all([rolesOf(call), usersOf(call, { id })])
    if (!found) throw new CallError(404, '')
    const held = roles.filter((role) => found.roles.includes(role.id))
    return {
      account: accountOf(found, roles),
      menus: [...new Set(held.flatMap(({ menus }) => menus))],
      interfaces: [...new Set((await Promise.all(held.map((role) => interfacesOf(call, role.id)))).flat())],
      history: [],
    }
  },
  [account.disable.id]: (call, { id }: { id: number }) => edit(call, id, { status: 'disabled' }),
  [account.enable.id]: (call, { id }: { id: number }) => edit(call, id, { status: 'active' }),
  [account.resetPassword.id]: (call, { id, password }: { id: number; password: string }) =>
    edit(call, id, { password }),
}

type Settings = {
  /** Whether the server has the contract's calls alone. */
  isBare: () => boolean
  /** A call's failure in the user's language. */
  inWords: () => string
  /** A call has changed what a bare server's other answers say. */
  onChanged: () => void
}

/**
 * A client of any admin server. Beyond the contract a bare server is asked nothing: a substitute answers, or the call is
 * refused with `notOffered`.
 */
export const withContract = (client: Client, { isBare, inWords, onChanged }: Settings): Client => {
  const told: Call = async (endpoint, input, options) => {
    const data = await client.call(endpoint, input, options)
    if (isBare() && changing.includes(endpoint)) onChanged()
    return data
  }
  return {
    ...client,
    call: (endpoint, input, options) => {
      if (!isBare() || contract.includes(endpoint)) return told(endpoint, input, options)
      const substitute = substitutes[endpoint.id]
      const answer = substitute
        ? substitute(told, input as never)
        : Promise.reject(new CallError(notOffered, inWords()))
      return answer as ReturnType<typeof client.call<typeof endpoint>>
    },
    prefetch: (endpoint, input) => (isBare() ? Promise.resolve() : client.prefetch(endpoint, input)),
  }
}
