import * as z from 'zod/mini'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'
import { language } from './user.ts'

const roleName = text(40).check(z.regex(/^[\p{L}][\p{L}\p{N} _-]*$/u, 'roleName'))

export const getRoles = endpoint({
  id: 'power.getRoles',
  method: 'GET',
  path: '/power/get_roles',
  permission: 'granted',
  body: nothing,
  data: z.object({
    roles: z.array(
      z.object({ id: whole, version: whole, name: z.string(), note: z.string(), menus: z.array(z.string()) }),
    ),
  }),
})

export const getApps = endpoint({
  id: 'power.getApps',
  method: 'GET',
  path: '/power/get_apps',
  permission: 'staff',
  body: nothing,
  data: z.object({ apps: z.array(z.object({ code: z.string(), name: z.string() })) }),
})

/** Without an id a new role is made. */
export const roleSave = endpoint({
  id: 'power.roleSave',
  method: 'POST',
  path: '/power/role_save',
  permission: 'granted',
  body: z.strictObject({
    id: z.optional(whole),
    name: roleName,
    note: z.optional(z.string().check(z.maxLength(500, 'tooLong'))),
  }),
  data: answer,
})

export const roleMenuSave = endpoint({
  id: 'power.roleMenuSave',
  method: 'POST',
  path: '/power/role_menu_save',
  permission: 'granted',
  body: z.strictObject({ role_id: whole, menus: z.array(z.string()) }),
  data: answer,
})

/** Every interface there is and, for a role, which of them it holds. */
export const getInterfaces = endpoint({
  id: 'power.getInterfaces',
  method: 'POST',
  path: '/power/get_interfaces',
  permission: 'granted',
  body: z.strictObject({ role_id: z.optional(whole) }),
  data: z.object({
    interfaces: z.array(z.object({ id: z.string(), method: z.string(), path: z.string(), granted: z.boolean() })),
  }),
})

export const interfaceSave = endpoint({
  id: 'power.interfaceSave',
  method: 'POST',
  path: '/power/interface_save',
  permission: 'granted',
  body: z.strictObject({ role_id: whole, interfaces: z.array(z.string()) }),
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
