import * as z from 'zod/mini'
import { longest, step } from './account.ts'
import { answer, type DataOf, endpoint, nothing, plainLines, serial, text, whole } from './endpoint.ts'
import { language } from './user.ts'

const roleName = text(40).check(z.regex(/^[\p{L}][\p{L}\p{N} _-]*$/u, 'roleName'))

export const getRoles = endpoint({
  id: 'power.getRoles',
  method: 'GET',
  path: '/power/get_roles',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    roles: z.array(
      z.object({
        id: whole,
        version: whole,
        name: z.string(),
        note: z.string(),
        menus: z.array(z.string()),
      }),
    ),
  }),
})

/** Every role with its grants and its number of active accounts. */
export const holdings = endpoint({
  id: 'power.holdings',
  interface: 'power.getRoles',
  method: 'GET',
  path: '/power/holdings',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    roles: z.array(
      z.object({
        id: whole,
        version: whole,
        name: z.string(),
        note: z.string(),
        menus: z.array(z.string()),
        interfaces: z.array(z.string()),
        people: whole,
      }),
    ),
  }),
})
export type Role = DataOf<typeof holdings>['roles'][number]

/** The events of a role, each with the names it granted and revoked. */
export const roleHistory = endpoint({
  id: 'power.roleHistory',
  interface: 'power.getRoles',
  method: 'POST',
  path: '/power/role_history',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ role_id: serial }),
  data: z.object({ history: z.array(step) }),
})

export const getApps = endpoint({
  id: 'power.getApps',
  method: 'GET',
  path: '/power/get_apps',
  permission: 'staff',
  body: nothing,
  data: z.object({ apps: z.array(z.object({ code: z.string(), name: z.string() })) }),
})

/** Without an id the call creates a role. */
export const roleSave = endpoint({
  id: 'power.roleSave',
  method: 'POST',
  path: '/power/role_save',
  permission: 'granted',
  body: z.strictObject({
    id: z.optional(serial),
    /** With the version that `get_roles` answered, a role that has changed since is not overwritten. */
    version: z.optional(whole),
    name: roleName,
    note: z.optional(z.string().check(z.maxLength(500, 'tooLong'), plainLines)),
    /** As `get_roles` answered them; `role_menu_save` changes them. */
    menus: z.optional(z.array(text(longest.menu))),
  }),
  data: answer,
})

export const roleMenuSave = endpoint({
  id: 'power.roleMenuSave',
  method: 'POST',
  path: '/power/role_menu_save',
  permission: 'granted',
  body: z.strictObject({ role_id: serial, menus: z.array(text(longest.menu)) }),
  data: answer,
})

/** Every interface and, for a role, whether the role holds it. */
export const getInterfaces = endpoint({
  id: 'power.getInterfaces',
  method: 'POST',
  path: '/power/get_interfaces',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ role_id: z.optional(serial) }),
  data: z.object({
    interfaces: z.array(
      z.object({
        id: z.string(),
        method: z.string(),
        path: z.string(),
        granted: z.boolean(),
      }),
    ),
  }),
})

/** Every interface with the other calls that it permits, as `GET /path`. */
export const interfaces = endpoint({
  id: 'power.interfaces',
  interface: 'power.getInterfaces',
  method: 'GET',
  path: '/power/interfaces',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    interfaces: z.array(
      z.object({ id: z.string(), method: z.string(), path: z.string(), others: z.array(z.string()) }),
    ),
  }),
})
export type Interface = DataOf<typeof interfaces>['interfaces'][number]

export const interfaceSave = endpoint({
  id: 'power.interfaceSave',
  method: 'POST',
  path: '/power/interface_save',
  permission: 'granted',
  body: z.strictObject({ role_id: serial, interfaces: z.array(text(longest.interface)) }),
  data: answer,
})

export const setLanguage = endpoint({
  id: 'power.setLanguage',
  method: 'POST',
  path: '/power/set_language',
  permission: 'staff',
  body: z.strictObject({ language }),
  data: z.object({ language }),
})
