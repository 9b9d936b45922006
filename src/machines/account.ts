import { assign, setup } from 'xstate'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

export type Account = {
  roles: number[]
  passwordChangedAt: number | null
  /** When the one-time link that sets the password expires, in epoch ms; null when no link is valid. */
  linkUntil: number | null
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
/**
 * `beyondOwn`: the rights of the account that the acting person does not hold. `self`: whether the account is their
 * own.
 */
type About = { beyondOwn: string[]; self: boolean }
/** `passwordSet` is present when the same command set a password. */
type Saved = About & { roles: number[]; passwordSet?: true }
export type AccountEvent =
  | Did<'accountOpened', Saved & { linkUntil?: number }>
  | Did<'accountEdited' | 'accountDisabled' | 'accountEnabled', Saved>
  | Did<'linkIssued', About & { linkUntil: number }>
  | Did<'linkUsed'>
  | Did<'passwordReset' | 'sessionsEnded' | 'loginUnlocked', About>
  | Did<'passwordChanged'>

type Args = { context: Account; event: Payload<AccountEvent> }

const rules = {
  withinOwn: onPayload(({ event }: Args) => event.beyondOwn!.length === 0),
  notSelf: onPayload(({ event }: Args) => event.self === false),
  linkOpen: onPayload(({ context, event }: Args) => context.linkUntil !== null && event.at < context.linkUntil),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const meta = { interface: 'power.userEdit' }
const danger = { ...meta, tone: 'danger' as const }
const recorded = ({ roles, passwordSet, at }: Saved & { at: number }) => ({
  roles,
  ...(passwordSet && { passwordChangedAt: at, linkUntil: null }),
})

/** A staff account. Its name, e-mail address, password hash and one-time link are stored outside the events. */
export const accountMachine = setup({
  types: {} as { context: Account; events: AccountEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
}).createMachine({
  id: 'account',
  version: '2',
  initial: 'new',
  context: { roles: [], passwordChangedAt: null, linkUntil: null },
  states: {
    new: {
      tags: 'way',
      on: {
        accountOpened: {
          target: 'active',
          guard: 'withinOwn',
          meta,
          actions: assign(({ event }) => ({ ...recorded(event), linkUntil: event.linkUntil ?? null })),
        },
      },
    },
    active: {
      tags: 'goal',
      on: {
        accountEdited: { guard: 'withinOwn', meta, actions: assign(({ event }) => recorded(event)) },
        linkIssued: {
          guard: all('withinOwn', 'notSelf'),
          meta: danger,
          actions: assign(({ event }) => ({ linkUntil: event.linkUntil })),
        },
        linkUsed: {
          guard: 'linkOpen',
          meta: { interface: 'user.useLink' },
          actions: assign(({ event }) => ({ linkUntil: null, passwordChangedAt: event.at })),
        },
        passwordReset: {
          guard: all('withinOwn', 'notSelf'),
          meta: danger,
          actions: assign(({ event }) => ({ linkUntil: null, passwordChangedAt: event.at })),
        },
        passwordChanged: {
          meta: { interface: 'user.changePassword' },
          actions: assign(({ event }) => ({ linkUntil: null, passwordChangedAt: event.at })),
        },
        loginUnlocked: { target: 'active', guard: 'withinOwn', meta },
        sessionsEnded: { target: 'active', guard: 'withinOwn', meta: danger },
        accountDisabled: {
          target: 'disabled',
          guard: all('withinOwn', 'notSelf'),
          meta: danger,
          actions: assign(({ event }) => ({ ...recorded(event), linkUntil: null })),
        },
      },
    },
    disabled: {
      on: {
        accountEdited: { guard: 'withinOwn', meta, actions: assign(({ event }) => recorded(event)) },
        accountEnabled: {
          target: 'active',
          guard: all('withinOwn', 'notSelf'),
          meta,
          actions: assign(({ event }) => recorded(event)),
        },
      },
    },
  },
})
