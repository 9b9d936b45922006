import { sql } from 'kysely'
import { allNames } from '../machines/paths.ts'
import type { BodyOf, Endpoint } from '../services/endpoint.ts'
import * as power from '../services/power.ts'
import { type Call, origin, stamp } from './call.ts'
import { againWhenTaken } from './conflict.ts'
import { badInput } from './issues.ts'
import type { Server } from './server.ts'
import type { Staff } from './sessions.ts'

/** Roles and what they are granted: menus are route names, interfaces are endpoints. */
export const powerHandlers = ({ db, store, handle }: Server, mounted: readonly Endpoint[]) => {
  handle(power.getRoles, async () => {
    const roles = await db.sql.selectFrom('role').selectAll().orderBy('id').execute()
    return { roles: roles.map(({ interfaces: _, ...role }) => role) }
  })

  handle(power.getApps, async () => ({
    apps: await db.sql.selectFrom('lending_app').selectAll().orderBy('code').execute(),
  }))

  handle(power.roleSave, async (body, call) => {
    const done = await store.answered(call)
    return done ?? againWhenTaken(() => saveRole(body, call))
  })

  const saveRole = async ({ id, name, note = '' }: BodyOf<typeof power.roleSave>, call: Call<Staff>) => {
    if (id !== undefined) await mustExist(id, call.language)
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
    const role = id ?? (await sql<{ id: number }>`select nextval('role_id')::int as id`.execute(db.sql)).rows[0]!.id
    return store.send({
      stream: `role/${role}`,
      event: { type: 'roleSaved', ...stamp(call), name, note, taken },
      ...origin(call),
    })
  }

  handle(power.roleMenuSave, async ({ role_id, menus }, call) => {
    await mustExist(role_id, call.language)
    const strange = menus.filter((name) => !allNames.includes(name))
    if (strange.length > 0) throw badInput([{ field: 'menus', reason: 'route' }], call.language)
    const beyondOwn = lacked(menus, call.staff, (name) => call.staff.roles.includes(name))
    return store.send({
      stream: `role/${role_id}`,
      event: { type: 'menusGranted', ...stamp(call), menus, beyondOwn },
      ...origin(call),
    })
  })

  handle(power.getInterfaces, async ({ role_id }) => {
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

  handle(power.interfaceSave, async ({ role_id, interfaces }, call) => {
    await mustExist(role_id, call.language)
    const known = new Set(grantable(mounted).map((endpoint) => endpoint.interface))
    if (interfaces.some((id) => !known.has(id)))
      throw badInput([{ field: 'interfaces', reason: 'interface' }], call.language)
    const beyondOwn = lacked(interfaces, call.staff, call.staff.may)
    return store.send({
      stream: `role/${role_id}`,
      event: { type: 'interfacesGranted', ...stamp(call), interfaces, beyondOwn },
      ...origin(call),
    })
  })

  const mustExist = async (id: number, language: 'id' | 'en' | 'zh') => {
    const role = await db.sql.selectFrom('role').select('id').where('id', '=', id).executeTakeFirst()
    if (!role) throw badInput([{ field: 'role_id', reason: 'role' }], language)
  }
}

/** The endpoints that roles are granted, one an interface. */
export const grantable = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter((endpoint) => endpoint.permission === 'granted' && endpoint.interface === endpoint.id)

const lacked = (names: readonly string[], giver: Staff, holds: (name: string) => boolean) =>
  giver.admin ? [] : names.filter((name) => !holds(name))

// `admin` opens everything, and a role named like a route would grant that route by its name alone.
const isReserved = (name: string) =>
  ['admin', 'all', ...allNames].some((taken) => taken.toLowerCase() === name.toLowerCase())
