import * as z from 'zod/mini'
import { answer, endpoint, plain, text, serial, whole } from './endpoint.ts'
import { email, languages, password } from './user.ts'

const instant = whole
const status = z.enum(['active', 'disabled'])

/** The most characters of what accounts are searched by. */
export const longest = { email: 200, fullName: 100, role: 40, menu: 60, interface: 80 } as const
export const accountStates = ['active', 'disabled'] as const

const filters = {
  email: z.optional(text(longest.email)),
  fullName: z.optional(text(longest.fullName)),
  /** By its name. */
  role: z.optional(text(longest.role)),
  status: z.optional(status),
  /** Who may open a screen, or make a call: by the names that roles are granted. */
  menu: z.optional(text(longest.menu)),
  interface: z.optional(text(longest.interface)),
  /** Whom nobody lets in for now, after too many wrong passwords. */
  locked: z.optional(z.boolean()),
}

const account = z.object({
  id: whole,
  version: whole,
  name: z.string(),
  email: z.string(),
  status,
  language: z.enum(languages),
  roles: z.array(z.object({ id: whole, name: z.string() })),
  /** Open groups, of which those that limit do so unless one does not. */
  groups: z.array(z.object({ id: whole, name: z.string(), appGrouping: z.boolean() })),
  /** The lending apps that their groups limit them to; null for all. */
  apps: z.nullable(z.array(z.string())),
  /** Until when a one-time link is open. */
  linkUntil: z.nullable(instant),
  hasPassword: z.boolean(),
  locked: z.boolean(),
  /** How many sessions are live, and when any was last used. */
  sessions: whole,
  seenAt: z.nullable(instant),
})
export type Account = z.infer<typeof account>

const at = z.object({ name: z.string(), id: whole })

/** A page of accounts by name; `next` continues it. */
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

/** One step of an account or a role: `granted` and `taken` are what it has more and less than before, in names. */
export const step = z.object({
  version: whole,
  type: z.string(),
  by: z.string(),
  byName: z.string(),
  at: instant,
  details: z.record(z.string(), z.unknown()),
})

/** An account with what it may open and call now, and everything that happened to it. */
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

const command = <Name extends string, Said extends z.core.$ZodShape>(name: Name, path: string, said: Said) =>
  endpoint({
    id: `account.${name}`,
    interface: 'power.userEdit',
    method: 'POST',
    path: `/power/accounts/${path}`,
    permission: 'granted',
    body: z.strictObject({ id: serial, version: whole, ...said }),
    data: answer,
  })

/** `token` is what stands behind the # of a link to `/setPassword`; null to whoever repeats the call, for nobody is told it twice. */
const link = z.extend(answer, { token: z.nullable(z.string()), until: instant })

/** Opens an account whose owner chooses the password, by a link that is good once. */
export const invite = endpoint({
  id: 'account.invite',
  interface: 'power.userEdit',
  method: 'POST',
  path: '/power/accounts/invite',
  permission: 'granted',
  body: z.strictObject({
    name: text(longest.fullName),
    email,
    roles: z.array(serial).check(z.minLength(1, 'required')),
  }),
  data: link,
})

/** Takes the password away, ends what is open, and gives a link that chooses another. */
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

/** What a row or a page of an account offers. */
export const commands = {
  loginUnlocked: unlock,
  sessionsEnded: endSessions,
  accountDisabled: disable,
  accountEnabled: enable,
}

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'))

/** Whose link this is and until when; refused once it was used, replaced or is over. */
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
