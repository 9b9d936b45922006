import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Body = Record<string, unknown>
type User = {
  id: number
  version: number
  name: string
  email: string
  status: string
  roles: number[]
  language: string
}
type Role = { id: number; version: number; name: string; note: string; menus: string[] }

/** An admin server with the fifteen calls of the specification and nothing else, in memory. Every token is of `boss`. */
export const startContractServer = async ({ email, password }: { email: string; password: string }) => {
  const boss: User = { id: 1, version: 1, name: 'Boss', email, status: 'active', roles: [1], language: 'en' }
  const users: User[] = [boss]
  const roles: Role[] = [
    { id: 1, version: 1, name: 'admin', note: '', menus: [] },
    { id: 2, version: 1, name: 'clerk', note: 'Looks orders up', menus: ['order'] },
  ]
  const held = new Map<number, string[]>([[2, ['order.list']]])
  const passwords = new Map([[email, password]])
  const interfaces = ['order.list', 'order.detail', 'loan.list'].map((id) => ({
    id,
    method: 'POST',
    path: `/${id.replace('.', '/')}`,
  }))
  const asked: string[] = []

  const answer = { stream: '', version: 1, pos: 0, id: '' }
  const listUsers = ({ id, role_id, status }: Body) => ({
    total: users.length,
    users: users.filter(
      (user) =>
        (id === undefined || user.id === id) &&
        (role_id === undefined || user.roles.includes(role_id as number)) &&
        (status === undefined || user.status === status),
    ),
  })
  const saveUser = (body: Body) => {
    const known = users.find(({ id }) => id === body['id'])
    if (known) Object.assign(known, body, { version: known.version + 1 })
    else users.push({ id: users.length + 1, version: 1, status: 'active', language: 'id', ...body } as User)
    if (typeof body['password'] === 'string') passwords.set(String(body['email']), body['password'])
    return answer
  }
  const saveRole = (body: Body) => {
    const known = roles.find(({ id }) => id === body['id'])
    if (known) Object.assign(known, body, { version: known.version + 1 })
    else roles.push({ id: roles.length + 1, version: 1, name: String(body['name']), note: '', menus: [], ...body })
    return answer
  }
  const calls: Record<string, (body: Body) => unknown> = {
    'POST /user/login': (body) =>
      passwords.get(String(body['email'])) === body['password'] ? { token: 'a-token' } : undefined,
    'GET /user/user_info': () => ({ roles: ['admin'], name: boss.name, avatar: '', introduction: '', role_id: 1 }),
    'POST /user/login_out': () => ({}),
    'POST /user/get_users': listUsers,
    'POST /user/edit_user': saveUser,
    'POST /user/change_password': (body) => {
      if (passwords.get(email) !== body['old_password']) return undefined
      passwords.set(email, String(body['new_password']))
      return answer
    },
    'POST /power/get_users': listUsers,
    'POST /power/user_edit': saveUser,
    'GET /power/get_roles': () => ({ roles }),
    'GET /power/get_apps': () => ({ apps: [] }),
    'POST /power/role_save': saveRole,
    'POST /power/role_menu_save': ({ role_id, menus }) => {
      Object.assign(
        roles.find(({ id }) => id === role_id)!,
        { menus },
      )
      return answer
    },
    'POST /power/get_interfaces': ({ role_id }) => ({
      interfaces: interfaces.map((one) => ({
        ...one,
        granted: role_id === 1 || (held.get(role_id as number) ?? []).includes(one.id),
      })),
    }),
    'POST /power/interface_save': ({ role_id, interfaces: ids }) => {
      held.set(role_id as number, ids as string[])
      return answer
    },
    'POST /power/set_language': ({ language }) => {
      boss.language = String(language)
      return { language }
    },
  }

  const answerOf = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const line = `${request.method} ${pathname.replace(/^\/api/, '')}`
    asked.push(line)
    const body = await text(request)
    const call = calls[line]
    if (!call) return response.writeHead(404, { 'content-type': 'text/plain' }).end('no such call')
    const data = call(body ? (JSON.parse(body) as Body) : {})
    const envelope = data === undefined ? { code: 401, msg: 'No', data: null } : { code: 0, msg: '', data }
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(envelope))
  }
  const server = createServer((request, response) => void answerOf(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    users,
    roles,
    held,
    passwords,
    /** The calls that it does not have and was asked for all the same. */
    strange: () => asked.filter((line) => !(line in calls)),
    /** How often somebody logged out. */
    loggedOut: () => asked.filter((line) => line === 'POST /user/login_out').length,
    close: () => server.close(),
  }
}
