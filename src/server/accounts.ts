import { sql } from 'kysely'
import type { BodyOf } from '../services/endpoint.ts'
import * as user from '../services/user.ts'
import { type Call, origin, stamp } from './call.ts'
import { againWhenTaken } from './conflict.ts'
import { badInput } from './issues.ts'
import { containing } from './like.ts'
import { hashPassword } from './passwords.ts'
import type { Server } from './server.ts'
import type { Staff } from './sessions.ts'

type Filter = BodyOf<typeof user.getUsers>
type Saved = BodyOf<typeof user.editUser>
type Editing = Saved & { id: number }

/** The accounts of the staff: found, opened, changed and disabled. */
export const accountHandlers = ({ db, store, sessions, handle }: Server) => {
  const listUsers = async (filter: Filter) => {
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
    if (filter.email) query = query.where('profile.email', 'ilike', containing(filter.email))
    if (filter.name) query = query.where('profile.name', 'ilike', containing(filter.name))
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

  const saveUser = async (body: Saved, call: Call<Staff>) => {
    const done = await store.answered(call)
    if (done) return done
    const known = await db.sql.selectFrom('role').select('id').where('id', 'in', body.roles).execute()
    if (known.length < new Set(body.roles).size) throw badInput([{ field: 'roles', reason: 'role' }], call.language)
    const { id } = body
    return againWhenTaken(() => (id === undefined ? openAccount(body, call) : editAccount({ ...body, id }, call)))
  }

  const openAccount = async (body: Saved, call: Call<Staff>) => {
    if (!body.password) throw badInput([{ field: 'password', reason: 'required' }], call.language)
    await mustBeFree(body.email, undefined, call)
    const password = await hashPassword(body.password)
    const { id } = (await sql<{ id: number }>`select nextval('profile_id_seq')::int as id`.execute(db.sql)).rows[0]!
    return store.send({
      stream: `account/${id}`,
      event: {
        type: 'accountOpened',
        ...stamp(call),
        roles: body.roles,
        beyondOwn: await beyondOwn(body.roles, call.staff),
        self: false,
      },
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

  const editAccount = async (body: Editing, call: Call<Staff>) => {
    const account = await db.sql.selectFrom('account').selectAll().where('id', '=', body.id).executeTakeFirst()
    if (!account) throw badInput([{ field: 'id', reason: 'user' }], call.language)
    await mustBeFree(body.email, body.id, call)
    const reads = await anotherAdmin(body, call)
    // Whoever changes an account must hold what it holds, or a new password would be a way to it.
    const beyond = await beyondOwn([...account.roles, ...body.roles], call.staff)
    const password = body.password && (await hashPassword(body.password))
    const type =
      !body.status || body.status === account.state
        ? 'accountEdited'
        : body.status === 'active'
          ? 'accountEnabled'
          : 'accountDisabled'
    return store.send({
      stream: `account/${body.id}`,
      event: { type, ...stamp(call), roles: body.roles, beyondOwn: beyond, self: body.id === call.staff.account },
      ...origin(call),
      reads,
      writes: async (tx) => {
        await tx
          .updateTable('profile')
          .set({ name: body.name, email: body.email, ...(password ? { password } : {}) })
          .where('id', '=', body.id)
          .execute()
        if (type === 'accountDisabled' || password) await sessions.endOthers(tx, body.id, call.token, call.now)
      },
    })
  }

  const mustBeFree = async (email: string, id: number | undefined, call: Call<Staff>) => {
    const taken = await db.sql.selectFrom('profile').select('id').where('email', '=', email).executeTakeFirst()
    if (taken && taken.id !== id) throw badInput([{ field: 'email', reason: 'emailTaken' }], call.language)
  }

  /** An admin who is left when this one goes, at the version that the append compares; refuses to take the last one away. */
  const anotherAdmin = async (body: Editing, call: Call<Staff>) => {
    const admin = await db.sql.selectFrom('role').select('id').where('name', '=', 'admin').executeTakeFirst()
    if (!admin || (body.roles.includes(admin.id) && body.status !== 'disabled')) return []
    const other = await db.sql
      .selectFrom('account')
      .select(['id', 'version'])
      .where('state', '=', 'active')
      .where('id', '!=', body.id)
      .where(sql<boolean>`roles @> ${JSON.stringify([admin.id])}::jsonb`)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!other) throw badInput([{ field: 'roles', reason: 'lastAdmin' }], call.language)
    return [{ stream: `account/${other.id}`, version: other.version }]
  }

  /** What these roles give that the giver does not hold. */
  const beyondOwn = async (ids: readonly number[], giver: Staff): Promise<string[]> => {
    if (giver.admin) return []
    const roles = await db.sql
      .selectFrom('role')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute()
    const given = roles.flatMap(({ name, menus, interfaces }) => [
      ...(name === 'admin' ? [name] : []),
      ...menus,
      ...interfaces,
    ])
    return [...new Set(given)].filter((name) => !giver.roles.includes(name) && !giver.may(name))
  }

  handle(user.editUser, saveUser)
  handle(user.powerUserEdit, saveUser)
}

const statusOf = (state: string) => (state === 'active' ? ('active' as const) : ('disabled' as const))
const languageOr = (language: string) => user.languages.find((one) => one === language) ?? 'id'
