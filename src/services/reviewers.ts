import * as z from 'zod/mini'
import { mostWeight } from '../machines/attendance.ts'
import { answer, type DataOf, endpoint, type InputOf, nothing, positive, text, serial, whole } from './endpoint.ts'

const stage = z.enum(['first', 'final'])
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))
const weekdays = z
  .array(whole.check(z.minimum(1, 'range'), z.maximum(7, 'range')))
  .check(z.minLength(1, 'required'), z.maxLength(7, 'tooMany'))

/** The most entries of each list of a group. */
export const mostOf = { members: 200, apps: 50, shifts: 20, capacity: 500 } as const

const group = {
  name: text(60),
  /** Empty: the group works for all apps. */
  apps: z.array(text(40)).check(z.maxLength(mostOf.apps, 'tooMany')),
  /** Whether members see only orders of these apps. */
  appGrouping: z._default(z.boolean(), false),
  stages: z.array(stage).check(z.minLength(1, 'required'), z.maxLength(2, 'tooMany')),
  capacity: positive.check(z.maximum(mostOf.capacity, 'range')),
  /** Empty: the group is on duty at every hour. */
  shifts: z
    .array(z.strictObject({ days: weekdays, from: time, to: time }))
    .check(z.maxLength(mostOf.shifts, 'tooMany')),
  members: z.array(text(40)).check(z.maxLength(mostOf.members, 'tooMany')),
}

/** Every group, closed ones included, and the possible members. A member who may no longer review has no stages. */
export const groups = endpoint({
  id: 'reviewers.groups',
  interface: 'reviewers.list',
  method: 'GET',
  path: '/reviewers/groups',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({
    groups: z.array(
      z.object({
        id: whole,
        version: whole,
        state: z.enum(['open', 'closed']),
        onShift: z.boolean(),
        ...group,
      }),
    ),
    people: z.array(z.object({ id: z.string(), name: z.string(), stages: z.array(stage) })),
  }),
})
export type Group = DataOf<typeof groups>['groups'][number]
export type Person = DataOf<typeof groups>['people'][number]

/** Without an id the call creates a group; with one, `version` is the version that was changed. */
export const groupSave = endpoint({
  id: 'reviewers.groupSave',
  method: 'POST',
  path: '/reviewers/groups/save',
  permission: 'granted',
  body: z.strictObject({ id: z.optional(serial), version: z.optional(whole), ...group }),
  data: answer,
})
export type GroupInput = InputOf<typeof groupSave>

const groupCommand = <Name extends string>(name: Name, path: string) =>
  endpoint({
    id: `reviewers.${name}`,
    method: 'POST',
    path: `/reviewers/groups/${path}`,
    permission: 'granted',
    body: z.strictObject({ id: serial, version: whole }),
    data: answer,
  })
export const groupClose = groupCommand('groupClose', 'close')
export const groupReopen = groupCommand('groupReopen', 'reopen')

export const periods = ['today', 'week', 'month'] as const

const share = z.nullable(z.number())

/**
 * Every reviewer and their decisions in a period: the business day, or the last 7 or 30. A share is null when its
 * divisor is 0; `overdueRate` covers instalments that could become overdue, of loans that they passed.
 */
export const list = endpoint({
  id: 'reviewers.list',
  method: 'GET',
  path: '/reviewers/list',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ period: z.enum(periods) }),
  data: z.object({
    reviewers: z.array(
      z.object({
        id: z.string(),
        version: whole,
        name: z.string(),
        active: z.boolean(),
        groups: z.array(z.string()),
        stages: z.array(stage),
        since: z.nullable(whole),
        weight: whole,
        holds: whole,
        /** Of the period: how long they were signed in, and what they decided, then and altogether. */
        atWorkMs: whole,
        decided: whole,
        perHour: share,
        passRate: share,
        returnRate: share,
        overdueRate: share,
      }),
    ),
  }),
})
export type Reviewer = DataOf<typeof list>['reviewers'][number]

/** Whether the caller takes orders: from when and until when, or null, and whether a group would assign some now. */
export const mine = endpoint({
  id: 'reviewers.mine',
  interface: 'reviewers.signIn',
  method: 'GET',
  path: '/reviewers/mine',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ since: z.nullable(whole), until: z.nullable(whole), onShift: z.boolean(), weight: whole }),
})

export const signIn = endpoint({
  id: 'reviewers.signIn',
  method: 'POST',
  path: '/reviewers/sign_in',
  permission: 'granted',
  body: nothing,
  data: answer,
})

export const signOut = endpoint({
  id: 'reviewers.signOut',
  method: 'POST',
  path: '/reviewers/sign_out',
  permission: 'granted',
  body: nothing,
  data: answer,
})

/** `version` is the version that the caller saw. */
const about = { id: text(40), version: whole }

export const sendHome = endpoint({
  id: 'reviewers.sendHome',
  method: 'POST',
  path: '/reviewers/send_home',
  permission: 'granted',
  body: z.strictObject(about),
  data: answer,
})

export const setWeight = endpoint({
  id: 'reviewers.setWeight',
  method: 'POST',
  path: '/reviewers/set_weight',
  permission: 'granted',
  body: z.strictObject({ ...about, weight: whole.check(z.minimum(0, 'range'), z.maximum(mostWeight, 'range')) }),
  data: answer,
})
