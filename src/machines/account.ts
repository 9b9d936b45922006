import { assign, setup } from 'xstate'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

export type Account = { roles: number[]; passwordChangedAt: number | null }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
type Saved = { roles: number[]; beyondOwn: string[]; self: boolean }
export type AccountEvent =
  | Did<'accountOpened' | 'accountEdited' | 'accountDisabled' | 'accountEnabled', Saved>
  | Did<'passwordChanged'>

type About = { context: Account; event: Payload<AccountEvent> }

const rules = {
  withinOwn: onPayload(({ event }: About) => event.beyondOwn!.length === 0),
  notSelf: onPayload(({ event }: About) => event.self === false),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const meta = { interface: 'power.userEdit' }
const recorded = ({ roles }: Saved) => ({ roles })

/** A member of staff's account. Name, e-mail and password are kept outside the events. */
export const accountMachine = setup({
  types: {} as { context: Account; events: AccountEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
}).createMachine({
  id: 'account',
  version: '1',
  initial: 'new',
  context: { roles: [], passwordChangedAt: null },
  states: {
    new: {
      on: {
        accountOpened: { target: 'active', guard: 'withinOwn', meta, actions: assign(({ event }) => recorded(event)) },
      },
    },
    active: {
      on: {
        accountEdited: { guard: 'withinOwn', meta, actions: assign(({ event }) => recorded(event)) },
        accountDisabled: {
          target: 'disabled',
          guard: all('withinOwn', 'notSelf'),
          meta,
          actions: assign(({ event }) => recorded(event)),
        },
        passwordChanged: {
          meta: { interface: 'user.changePassword' },
          actions: assign(({ event }) => ({ passwordChangedAt: event.at })),
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
