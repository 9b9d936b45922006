import { sql } from 'kysely'
import { allNames } from '../../machines/paths.ts'
import { type Role, roleMachine } from '../../machines/role.ts'
import * as access from '../../services/access.ts'
import type { BodyOf, Endpoint } from '../../services/endpoint.ts'
import type { Language } from '../../services/user.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import { stepsOf } from './role.history.ts'

const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.every((one) => others.includes(one)) && others.every((one) => some.includes(one))

/** Roles and what they are granted: menus are route names, interfaces are endpoints. */
export const roleHandlers = (server: Server, mounted: readonly Endpoint[]) => {
  const { db, store, handle } = server
  handle(access.getRoles, async () => ({
    roles: await db.sql.selectFrom('role').select(['id', 'version', 'name', 'note', 'menus']).orderBy('id').execute(),
  }))

  handle(access.holdings, async () => ({
    roles: await db.sql
      .selectFrom('role')
      .selectAll()
      .select(
        sql<number>`(select count(*)::int from account a where a.state = 'active' and a.roles @> to_jsonb(role.id))`.as(
          'people',
        ),
      )
      .orderBy('id')
      .execute(),
  }))

  handle(access.roleHistory, async ({ role_id }, call) => {
    await roleOf(role_id, call.language)
    return {
      history: await stepsOf<Role>(server, roleMachine, `role/${role_id}`, ({ menus, interfaces }) => [
        ...menus.map((name) => `menu ${name}`),
        ...interfaces.map((name) => `interface ${name}`),
      ]),
    }
  })

  handle(access.getApps, async () => ({
    apps: await db.sql.selectFrom('lending_app').selectAll().orderBy('code').execute(),
  }))

  const { begin, send } = commandsOf(server, 'role', ({ id }: { id: number }) => String(id))
  handle(access.roleSave, async (body, call) => {
    const done = await store.answered(call)
    return done ?? againWhenTaken(() => saveRole(body, call))
  })

  const saveRole = async (
    { id, version, name, note = '', menus }: BodyOf<typeof access.roleSave>,
    call: Call<Staff>,
  ) => {
    const held = id === undefined ? [] : (await roleOf(id, call.language)).menus
    if (menus && !isSameSet(menus, held)) throw badInput([{ field: 'menus', reason: 'roleMenus' }], call.language)
    const same = await db.sql
      .selectFrom('role')
      .select('id')
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .executeTakeFirst()
    const admin = await db.sql.selectFrom('role').select('id').where('name', '=', 'admin').executeTakeFirst()
    const taken =
      id !== undefined && id === admin?.id
        ? name !== 'admin'
        : isReserved(name) || (same !== undefined && same.id !== id)
    const event = { type: 'roleSaved' as const, ...stamp(call), name, note, taken }
    if (id !== undefined) return send({ id, ...(version !== undefined && { version }) }, call, event)
    const { next } = (await sql<{ next: number }>`select nextval('role_id')::int as next`.execute(db.sql)).rows[0]!
    return begin(String(next), call, event)
  }

  handle(access.roleMenuSave, async ({ role_id, menus }, call) => {
    const strange = menus.filter((name) => !allNames.includes(name))
    if (strange.length > 0) throw badInput([{ field: 'menus', reason: 'route' }], call.language)
    return againWhenTaken(async () => {
      const role = await roleOf(role_id, call.language)
      const added = menus.filter((name) => !role.menus.includes(name))
      const beyondOwn = lacked(added, call.staff, (name) => call.staff.roles.includes(name))
      const event = { type: 'menusGranted' as const, ...stamp(call), menus, beyondOwn }
      return send({ id: role_id }, call, event, { reads: [asRead(role)] })
    })
  })

  handle(access.getInterfaces, async ({ role_id }) => {
    const role =
      role_id === undefined
        ? undefined
        : await db.sql.selectFrom('role').selectAll().where('id', '=', role_id).executeTakeFirst()
    return {
      interfaces: grantable(mounted).map(({ interface: id, method, path }) => ({
        id,
        method,
        path,
        granted: role?.name === 'admin' || (role?.interfaces.includes(id) ?? false),
      })),
    }
  })

  handle(access.interfaces, async () => ({
    interfaces: grantable(mounted).map(({ interface: id, method, path }) => ({
      id,
      method,
      path,
      others: mounted
        .filter((other) => other.interface === id && other.id !== id)
        .map((other) => `${other.method} ${other.path}`),
    })),
  }))

  handle(access.interfaceSave, async ({ role_id, interfaces }, call) => {
    const known = new Set(grantable(mounted).map((endpoint) => endpoint.interface))
    if (interfaces.some((id) => !known.has(id)))
      throw badInput([{ field: 'interfaces', reason: 'interface' }], call.language)
    return againWhenTaken(async () => {
      const role = await roleOf(role_id, call.language)
      const added = interfaces.filter((id) => !role.interfaces.includes(id))
      const beyondOwn = lacked(added, call.staff, call.staff.may)
      const event = { type: 'interfacesGranted' as const, ...stamp(call), interfaces, beyondOwn }
      return send({ id: role_id }, call, event, { reads: [asRead(role)] })
    })
  })

  const roleOf = async (id: number, language: Language) => {
    const role = await db.sql.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirst()
    if (!role) throw badInput([{ field: 'role_id', reason: 'role' }], language)
    return role
  }
}

/** The endpoints that roles can be granted, one per interface. */
export const grantable = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter((endpoint) => endpoint.permission === 'granted' && endpoint.interface === endpoint.id)

// The append compares the role's version: an editor may keep, but not restore, a grant that they do not hold.
const asRead = ({ id, version }: { id: number; version: number }) => ({ stream: `role/${id}`, version })

const lacked = (names: readonly string[], giver: Staff, holds: (name: string) => boolean) =>
  giver.admin ? [] : names.filter((name) => !holds(name))

// `admin` opens everything, and a role named like a route would grant that route by its name alone.
const isReserved = (name: string) =>
  ['admin', 'all', ...allNames].some((taken) => taken.toLowerCase() === name.toLowerCase())
