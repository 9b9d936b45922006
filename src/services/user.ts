import * as z from 'zod/mini'
import { answer, endpoint, nothing, personName, plain, serial, text, whole } from './endpoint.ts'

export const languages = ['id', 'en', 'zh'] as const
export type Language = (typeof languages)[number]
export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)
export const language = z.enum(languages)

export const password = z.string().check(z.minLength(12, 'passwordShort'), z.maxLength(200, 'tooLong'))
export const email = z.string().check(z.trim(), z.toLowerCase(), z.email('email'), z.maxLength(200, 'tooLong'))

export const login = endpoint({
  id: 'user.login',
  method: 'POST',
  path: '/user/login',
  permission: 'anyone',
  body: z.strictObject({
    email: text(200),
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'tooLong')),
  }),
  data: z.object({ token: z.string() }),
})

/**
 * `roles` holds the names of the account's roles and of the routes they are granted; `interfaces` the endpoints. Only
 * `roles` is certain: another server may leave out the rest.
 */
export const userInfo = endpoint({
  id: 'user.userInfo',
  method: 'GET',
  path: '/user/user_info',
  permission: 'staff',
  body: z.strictObject({ token: z.string() }),
  data: z.object({
    id: z._default(z.string(), ''),
    name: z._default(z.string(), ''),
    email: z._default(z.string(), ''),
    avatar: z._default(z.string(), ''),
    introduction: z._default(z.string(), ''),
    status: z._default(z.string(), ''),
    setting: z._default(z.record(z.string(), z.unknown()), {}),
    roles: z.array(z.string()),
    role_id: z._default(z.nullable(whole), null),
    language: z._default(language, 'id'),
    /** Left out by a server that has the calls of `contract` alone. */
    interfaces: z.optional(z.array(z.string())),
    /** The lending apps whose orders the person sees; null for all. */
    apps: z._default(z.nullable(z.array(z.string())), null),
  }),
})

export const logout = endpoint({
  id: 'user.logout',
  method: 'POST',
  path: '/user/login_out',
  permission: 'staff',
  body: z.strictObject({ token: z.optional(z.string()) }),
  data: nothing,
})

export const changePassword = endpoint({
  id: 'user.changePassword',
  method: 'POST',
  path: '/user/change_password',
  permission: 'staff',
  body: z.strictObject({ old_password: z.string().check(z.minLength(1, 'required')), new_password: password }),
  data: answer,
})

/** A picture of 64 pixels a side, as a data URL; empty for none. */
const avatar = z
  .string()
  .check(
    z.maxLength(24_000, 'tooLong'),
    z.regex(/^(data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$/, 'image'),
  )
export const longestIntroduction = 200
const introduction = z.string().check(z.trim(), z.maxLength(longestIntroduction, 'tooLong'), plain)

export const user = z.object({
  id: whole,
  version: whole,
  name: z.string(),
  email: z.string(),
  status: z.enum(['active', 'disabled']),
  roles: z.array(whole),
  language,
  introduction: z._default(z.string(), ''),
})

const listing = {
  interface: 'power.getUsers',
  method: 'POST',
  permission: 'granted',
  body: z.strictObject({
    id: z.optional(serial),
    email: z.optional(z.string().check(z.maxLength(200, 'tooLong'), plain)),
    name: z.optional(z.string().check(z.maxLength(200, 'tooLong'), plain)),
    role_id: z.optional(serial),
    status: z.optional(z.enum(['active', 'disabled'])),
    /** The pages count from 1. */
    page: z.optional(whole.check(z.minimum(1, 'range'), z.maximum(1_000_000, 'range'))),
    limit: z.optional(whole.check(z.minimum(1, 'range'), z.maximum(1000, 'range'))),
  }),
  data: z.object({ users: z.array(user), total: whole }),
} as const

export const getUsers = endpoint({ id: 'user.getUsers', path: '/user/get_users', ...listing })
export const powerGetUsers = endpoint({ id: 'power.getUsers', path: '/power/get_users', ...listing })

const editing = {
  interface: 'power.userEdit',
  method: 'POST',
  permission: 'granted',
  /**
   * Without an id the call creates an account and takes its first password. With the version that `get_users` answered,
   * an account that has changed since is not overwritten.
   */
  body: z.strictObject({
    id: z.optional(serial),
    version: z.optional(whole),
    name: personName(100),
    email,
    roles: z.array(serial).check(z.minLength(1, 'required')),
    status: z.optional(z.enum(['active', 'disabled'])),
    language: z.optional(language),
    /** Left as they are without a value. */
    avatar: z.optional(avatar),
    introduction: z.optional(introduction),
    password: z.optional(password),
  }),
  data: answer,
} as const

export const editUser = endpoint({ id: 'user.editUser', path: '/user/edit_user', ...editing })
export const powerUserEdit = endpoint({ id: 'power.userEdit', path: '/power/user_edit', ...editing })
