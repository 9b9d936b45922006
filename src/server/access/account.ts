import { sql } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import * as user from '../../services/user.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { containing } from '../kit/like.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { hashPassword } from '../staff/passwords.ts'
import type { Staff } from '../staff/sessions.ts'
import { accountCommands } from './account.commands.ts'
import { accountDetail } from './account.detail.ts'
import { accountLinks, dropLink } from './account.links.ts'
import { insertProfile, languageOr, mustBeFree, mustBeRoles, nextAccount, statusOf } from './account.profile.ts'
import { anotherAdmin, beyondOwn } from './account.rights.ts'

type Filter = BodyOf<typeof user.getUsers>
type Saved = BodyOf<typeof user.editUser>
type Editing = Saved & { id: number }

/** Accounts of the staff: searched, opened, edited, enabled and disabled. */
export const accountHandlers = (server: Server, allInterfaces: readonly string[]) => {
  const { db, store, sessions, handle } = server
  accountDetail(server, allInterfaces)
  accountLinks(server)
  accountCommands(server)

  const listUsers = async ({ page = 1, limit = 1000, ...filter }: Filter) => {
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
        'profile.introduction',
      ])
    if (filter.id !== undefined) query = query.where('profile.id', '=', filter.id)
    if (filter.email) query = query.where('profile.email', 'ilike', containing(filter.email))
    if (filter.name) query = query.where('profile.name', 'ilike', containing(filter.name))
    if (filter.status) query = query.where('account.state', '=', filter.status)
    if (filter.role_id !== undefined)
      query = query.where(sql<boolean>`account.roles @> ${JSON.stringify([filter.role_id])}::jsonb`)
    const [rows, { total }] = await Promise.all([
      query
        .orderBy('profile.id')
        .offset((page - 1) * limit)
        .limit(limit)
        .execute(),
      query
        .clearSelect()
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow(),
    ])
    return {
      total,
      users: rows.map(({ state, ...row }) => ({ ...row, status: statusOf(state), language: languageOr(row.language) })),
    }
  }
  handle(user.getUsers, listUsers)
  handle(user.powerGetUsers, listUsers)

  const { begin, send } = commandsOf(server, 'account', ({ id }: { id: number }) => String(id))
  const saveUser = async (body: Saved, call: Call<Staff>) => {
    const done = await store.answered(call)
    if (done) return done
    await mustBeRoles(db, body.roles, call)
    const { id } = body
    return againWhenTaken(() => (id === undefined ? openAccount(body, call) : editAccount({ ...body, id }, call)))
  }

  const openAccount = async (body: Saved, call: Call<Staff>) => {
    if (!body.password) throw badInput([{ field: 'password', reason: 'required' }], call.language)
    await mustBeFree(db, body.email, undefined, call)
    const password = await hashPassword(body.password)
    const id = await nextAccount(db)
    const { roles } = body
    const beyond = await beyondOwn(db, roles, call.staff)
    const event = { type: 'accountOpened' as const, ...stamp(call), roles, beyondOwn: beyond, self: false }
    return begin(String(id), call, event, { writes: (tx) => insertProfile(tx, { ...body, id, password }) })
  }

  const editAccount = async (body: Editing, call: Call<Staff>) => {
    const account = await db.sql.selectFrom('account').selectAll().where('id', '=', body.id).executeTakeFirst()
    if (!account) throw badInput([{ field: 'id', reason: 'user' }], call.language)
    await mustBeFree(db, body.email, body.id, call)
    const reads = await anotherAdmin(db, body, call)
    // An editor must hold what the account holds: setting its password would otherwise give them its rights.
    const beyond = await beyondOwn(db, [...account.roles, ...body.roles], call.staff)
    const self = body.id === call.staff.account
    // Staff change their own password only with the present one.
    if (self && body.password) throw new Refused(422, 'account:guard.notSelf', { reason: 'account:guard.notSelf' })
    const password = body.password && (await hashPassword(body.password))
    const type =
      !body.status || body.status === account.state
        ? 'accountEdited'
        : body.status === 'active'
          ? 'accountEnabled'
          : 'accountDisabled'
    const passwordSet = password ? { passwordSet: true as const } : {}
    const event = { type, ...stamp(call), roles: body.roles, beyondOwn: beyond, self, ...passwordSet } as const
    return send(body, call, event, {
      reads: [...reads, { stream: `account/${body.id}`, version: account.version }],
      writes: async (tx) => {
        await tx
          .updateTable('profile')
          .set({
            name: body.name,
            email: body.email,
            ...(password && { password }),
            ...(body.language && { language: body.language }),
            ...(body.avatar !== undefined && { avatar: body.avatar }),
            ...(body.introduction !== undefined && { introduction: body.introduction }),
          })
          .where('id', '=', body.id)
          .execute()
        if (type !== 'accountDisabled' && !password) return
        await dropLink(tx, body.id)
        await sessions.endOthers(tx, body.id, call.token, call.now)
      },
    })
  }

  handle(user.editUser, saveUser)
  handle(user.powerUserEdit, saveUser)
}
