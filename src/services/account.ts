import * as z from 'zod/mini'
import { answer, endpoint, personName, plain, serial, text, whole } from './endpoint.ts'
import { email, languages, password } from './user.ts'

const instant = whole
const status = z.enum(['active', 'disabled'])

/** The most characters of each text filter. */
export const longest = { email: 200, fullName: 100, role: 40, menu: 60, interface: 80 } as const
export const accountStates = ['active', 'disabled'] as const

const filters = {
  email: z.optional(text(longest.email)),
  fullName: z.optional(text(longest.fullName)),
  /** The role's name. */
  role: z.optional(text(longest.role)),
  status: z.optional(status),
  /** A route name (`menu`) or endpoint id (`interface`) that the account may open or call. */
  menu: z.optional(text(longest.menu)),
  interface: z.optional(text(longest.interface)),
  /** Locked out temporarily after too many wrong passwords. */
  locked: z.optional(z.boolean()),
}

const account = z.object({
  id: whole,
  version: whole,
  name: z.string(),
  email: z.string(),
  status,
  language: z.enum(languages),
  introduction: z.string(),
  roles: z.array(z.object({ id: whole, name: z.string() })),
  /** Open groups, of which those that limit do so unless one does not. */
  groups: z.array(z.object({ id: whole, name: z.string(), appGrouping: z.boolean() })),
  /** The lending apps that their groups limit them to; null for all. */
  apps: z.nullable(z.array(z.string())),
  /** When the one-time link expires; null when none is valid. */
  linkUntil: z.nullable(instant),
  hasPassword: z.boolean(),
  locked: z.boolean(),
  /** The number of live sessions, and when one was last used. */
  sessions: whole,
  seenAt: z.nullable(instant),
})
export type Account = z.infer<typeof account>

const at = z.object({ name: z.string(), id: whole })

/** A page of accounts, sorted by name; `next` continues it. */
export const list = endpoint({
  id: 'account.list',
  interface: 'power.getUsers',
  method: 'POST',
  path: '/power/accounts',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['name', '-name'])),
    after: z.optional(z.strictObject({ name: z.string().check(z.maxLength(longest.fullName), plain), id: serial })),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(account), next: z.nullable(at) }),
})

export const count = endpoint({
  id: 'account.count',
  interface: 'power.getUsers',
  method: 'POST',
  path: '/power/accounts/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** An event of an account or a role: `granted` and `taken` are the names that it added and removed. */
export const step = z.object({
  version: whole,
  type: z.string(),
  by: z.string(),
  byName: z.string(),
  at: instant,
  details: z.record(z.string(), z.unknown()),
})

/** An account, its present grants, and all its events. */
export const detail = endpoint({
  id: 'account.detail',
  interface: 'power.getUsers',
  method: 'POST',
  path: '/power/accounts/one',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id: serial }),
  data: z.object({
    account,
    menus: z.array(z.string()),
    interfaces: z.array(z.string()),
    history: z.array(step),
  }),
})
export type Detail = z.infer<typeof detail.data>

const command = <Name extends string, Fields extends z.core.$ZodShape>(name: Name, path: string, fields: Fields) =>
  endpoint({
    id: `account.${name}`,
    interface: 'power.userEdit',
    method: 'POST',
    path: `/power/accounts/${path}`,
    permission: 'granted',
    body: z.strictObject({ id: serial, version: whole, ...fields }),
    data: answer,
  })

/**
 * `token` belongs behind the # of a link to `/setPassword`. A repeated call answers null, because the server tells the
 * token once.
 */
const link = z.extend(answer, { token: z.nullable(z.string()), until: instant })

/** Creates an account whose owner sets the password with a one-time link. */
export const invite = endpoint({
  id: 'account.invite',
  interface: 'power.userEdit',
  method: 'POST',
  path: '/power/accounts/invite',
  permission: 'granted',
  body: z.strictObject({
    name: personName(longest.fullName),
    email,
    roles: z.array(serial).check(z.minLength(1, 'required')),
  }),
  data: link,
})

/** Removes the password, ends all sessions, and answers a one-time link that sets another. */
export const issueLink = endpoint({
  id: 'account.issueLink',
  interface: 'power.userEdit',
  method: 'POST',
  path: '/power/accounts/link',
  permission: 'granted',
  body: z.strictObject({ id: serial, version: whole }),
  data: link,
})

export const resetPassword = command('resetPassword', 'password', { password })
export const unlock = command('unlock', 'unlock', {})
export const endSessions = command('endSessions', 'sessions/end', {})
export const disable = command('disable', 'disable', {})
export const enable = command('enable', 'enable', {})

/** The commands of an account's row and page. */
export const commands = {
  loginUnlocked: unlock,
  sessionsEnded: endSessions,
  accountDisabled: disable,
  accountEnabled: enable,
}

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'))

/** The owner of a one-time link and when it expires. Refuses a used, replaced or expired link. */
export const lookAtLink = endpoint({
  id: 'user.lookAtLink',
  interface: 'user.useLink',
  method: 'POST',
  path: '/user/look_at_link',
  permission: 'anyone',
  body: z.strictObject({ token }),
  data: z.object({ email: z.string(), until: instant }),
})

export const takeLink = endpoint({
  id: 'user.useLink',
  method: 'POST',
  path: '/user/use_link',
  permission: 'anyone',
  body: z.strictObject({ token, new_password: password }),
  data: z.object({ email: z.string() }),
})
