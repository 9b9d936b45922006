import { sql } from 'kysely'
import * as power from '../services/power.ts'
import * as user from '../services/user.ts'
import { type Call, type CallOf, origin, stamp } from './call.ts'
import { badInput } from './issues.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { Refused } from './refused.ts'
import type { Server } from './server.ts'
import { type Staff, staffId } from './sessions.ts'
import { createThrottle } from './throttle.ts'

// Ten tries in a quarter of an hour for one e-mail; more from one address, behind which a whole office may sit.
const duration = 15 * 60

/** Logging in and out, one's own profile and password, and the accounts of others. */
export const userHandlers = ({ db, store, audit, sessions, handle }: Server) => {
  const tries = createThrottle(db, 'login', { points: 10, duration })
  const triesFrom = createThrottle(db, 'address', { points: 200, duration })

  handle(user.login, async ({ email, password }, call) => {
    const address = email.toLowerCase()
    await triesFrom.use(call.ip)
    await tries.use(address)
    const profile = await db.sql
      .selectFrom('profile')
      .innerJoin('account', 'account.id', 'profile.id')
      .select(['profile.id', 'profile.password', 'account.state'])
      .where('profile.email', '=', address)
      .executeTakeFirst()
    const right = await passwordMatches(password, profile?.password)
    const actor = profile ? staffId(profile.id) : 'anyone'
    if (!right || profile?.state !== 'active') {
      await audit.record({ at: call.now, actor, type: 'loginFailed', subject: 'login', data: { ip: call.ip } })
      throw new Refused(401, 'errors:badLogin')
    }
    await tries.forget(address)
    const { token, sid } = await sessions.begin(profile.id, call.now)
    call.setCookie('sid', sid)
    await audit.record({ at: call.now, actor, type: 'loggedIn', subject: 'login', data: { ip: call.ip } })
    return { token }
  })

  handle(user.userInfo, async ({ token }, call) => {
    if (token !== call.token) throw badInput([{ field: 'token', reason: 'token' }], call.language)
    const { staff } = call
    return {
      id: staff.id,
      name: staff.name,
      avatar: staff.avatar,
      introduction: staff.introduction,
      status: 'active',
      setting: staff.setting,
      roles: staff.roles,
      role_id: staff.roleId,
      language: staff.language,
      interfaces: staff.interfaces,
    }
  })

  handle(user.logout, async (_body, call) => {
    await sessions.end(call.token!, call.now)
    call.setCookie('sid', '')
    await audit.record({ at: call.now, actor: call.by, type: 'loggedOut', subject: 'login', data: { ip: call.ip } })
    return {}
  })

  handle(user.changePassword, async (body, call) => {
    await tries.use(call.by)
    const { password } = await db.sql
      .selectFrom('profile')
      .select('password')
      .where('id', '=', call.staff.account)
      .executeTakeFirstOrThrow()
    if (!(await passwordMatches(body.old_password, password))) {
      throw badInput([{ field: 'old_password', reason: 'passwordWrong' }], call.language)
    }
    if (body.new_password === body.old_password) {
      throw badInput([{ field: 'new_password', reason: 'passwordSame' }], call.language)
    }
    const hash = await hashPassword(body.new_password)
    const answer = await store.send({
      stream: `account/${call.staff.account}`,
      event: { type: 'passwordChanged', ...stamp(call) },
      ...origin(call),
      writes: (tx) => tx.updateTable('profile').set({ password: hash }).where('id', '=', call.staff.account).execute(),
    })
    await sessions.endOthers(call.staff.account, call.token, call.now)
    return answer
  })

  handle(power.setLanguage, async ({ language }, call) => {
    await db.sql.updateTable('profile').set({ language }).where('id', '=', call.staff.account).execute()
    return { language }
  })

  const listUsers = async (filter: {
    id?: number | undefined
    email?: string | undefined
    name?: string | undefined
    role_id?: number | undefined
    status?: string | undefined
  }) => {
    let query = db.sql
      .selectFrom('profile')
      .innerJoin('account', 'account.id', 'profile.id')
      .select([
        'profile.id',
        'account.version',
        'profile.name',
        'profile.email',
        'account.state',
        'account.roles',
        'profile.language',
      ])
    if (filter.id !== undefined) query = query.where('profile.id', '=', filter.id)
    if (filter.email) query = query.where('profile.email', 'ilike', `%${likeText(filter.email)}%`)
    if (filter.name) query = query.where('profile.name', 'ilike', `%${likeText(filter.name)}%`)
    if (filter.status) query = query.where('account.state', '=', filter.status)
    if (filter.role_id !== undefined)
      query = query.where(sql<boolean>`account.roles @> ${JSON.stringify([filter.role_id])}::jsonb`)
    const rows = await query.orderBy('profile.id').limit(1000).execute()
    return {
      users: rows.map(({ state, ...row }) => ({ ...row, status: statusOf(state), language: languageOr(row.language) })),
    }
  }
  handle(user.getUsers, listUsers)
  handle(user.powerGetUsers, listUsers)

  const saveUser = async (body: CallBody, call: CallOf<typeof user.editUser>) => {
    const held = await beyondOwn(body.roles, call.staff)
    const unknown = body.roles.filter((id) => !held.known.includes(id))
    if (unknown.length > 0) throw badInput([{ field: 'roles', reason: 'role' }], call.language)
    return body.id === undefined
      ? openAccount(body, held.beyond, call)
      : editAccount({ ...body, id: body.id }, held.beyond, call)
  }

  const openAccount = async (body: CallBody, beyond: string[], call: Call<Staff>) => {
    if (!body.password) throw badInput([{ field: 'password', reason: 'required' }], call.language)
    await mustBeFree(body.email, undefined, call)
    const password = await hashPassword(body.password)
    const { id } = (await sql<{ id: number }>`select nextval('profile_id_seq')::int as id`.execute(db.sql)).rows[0]!
    return store.send({
      stream: `account/${id}`,
      event: { type: 'accountOpened', ...stamp(call), ...said(body.roles, beyond, false) },
      ...origin(call),
      writes: (tx) =>
        tx
          .insertInto('profile')
          .values({
            id,
            name: body.name,
            email: body.email,
            password,
            avatar: '',
            introduction: '',
            language: 'id',
            setting: '{}',
          })
          .execute(),
    })
  }

  const editAccount = async (body: CallBody & { id: number }, beyond: string[], call: Call<Staff>) => {
    const account = await db.sql.selectFrom('account').selectAll().where('id', '=', body.id).executeTakeFirst()
    if (!account) throw badInput([{ field: 'id', reason: 'user' }], call.language)
    await mustBeFree(body.email, body.id, call)
    await mustLeaveAnAdmin(body, call)
    const password = body.password && (await hashPassword(body.password))
    const type =
      !body.status || body.status === account.state
        ? 'accountEdited'
        : body.status === 'active'
          ? 'accountEnabled'
          : 'accountDisabled'
    const answer = await store.send({
      stream: `account/${body.id}`,
      event: { type, ...stamp(call), ...said(body.roles, beyond, body.id === call.staff.account) },
      ...origin(call),
      writes: (tx) =>
        tx
          .updateTable('profile')
          .set({ name: body.name, email: body.email, ...(password ? { password } : {}) })
          .where('id', '=', body.id)
          .execute(),
    })
    if (type === 'accountDisabled' || password) await sessions.endOthers(body.id, call.token, call.now)
    return answer
  }

  const mustBeFree = async (email: string, id: number | undefined, call: Call<Staff>) => {
    const taken = await db.sql.selectFrom('profile').select('id').where('email', '=', email).executeTakeFirst()
    if (taken && taken.id !== id) throw badInput([{ field: 'email', reason: 'emailTaken' }], call.language)
  }

  /** Nobody may take away the last admin's role or account. */
  const mustLeaveAnAdmin = async (body: CallBody & { id: number }, call: Call<Staff>) => {
    const admin = await db.sql.selectFrom('role').select('id').where('name', '=', 'admin').executeTakeFirst()
    if (!admin || (body.roles.includes(admin.id) && body.status !== 'disabled')) return
    const others = await db.sql
      .selectFrom('account')
      .select('id')
      .where('state', '=', 'active')
      .where('id', '!=', body.id)
      .where(sql<boolean>`roles @> ${JSON.stringify([admin.id])}::jsonb`)
      .limit(1)
      .execute()
    if (others.length === 0) throw badInput([{ field: 'roles', reason: 'lastAdmin' }], call.language)
  }

  /** Which of these roles exist, and what they would give that the giver does not hold. */
  const beyondOwn = async (ids: readonly number[], giver: Staff) => {
    const roles = await db.sql
      .selectFrom('role')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute()
    const given = roles.flatMap((role) => [
      ...(role.name === 'admin' ? ['admin'] : []),
      ...role.menus,
      ...role.interfaces,
    ])
    const beyond = giver.admin ? [] : given.filter((name) => !giver.roles.includes(name) && !giver.may(name))
    return { known: roles.map(({ id }) => id), beyond: [...new Set(beyond)] }
  }

  handle(user.editUser, saveUser)
  handle(user.powerUserEdit, saveUser)
}

type CallBody = {
  id?: number | undefined
  name: string
  email: string
  roles: number[]
  status?: 'active' | 'disabled' | undefined
  password?: string | undefined
}

const said = (roles: number[], beyondOwn: string[], self: boolean) => ({ roles, beyondOwn, self })
const statusOf = (state: string) => (state === 'active' ? ('active' as const) : ('disabled' as const))
const languageOr = (language: string) => user.languages.find((one) => one === language) ?? 'id'
const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
