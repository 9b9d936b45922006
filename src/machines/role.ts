import { assign, setup } from 'xstate'
import { type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

export type Role = { name: string; note: string; menus: string[]; interfaces: string[] }

type Did<Type extends string, More> = Fact & { type: Type } & More
export type RoleEvent =
  | Did<'roleSaved', { name: string; note: string; taken: boolean }>
  | Did<'menusGranted', { menus: string[]; beyondOwn: string[] }>
  | Did<'interfacesGranted', { interfaces: string[]; beyondOwn: string[] }>

type About = { context: Role; event: Payload<RoleEvent> }

const rules = {
  nameFree: onPayload(({ event }: About) => event.taken === false),
  withinOwn: onPayload(({ event }: About) => event.beyondOwn!.length === 0),
}

const saved = ({ name, note }: { name: string; note: string }) => ({ name, note })

/** A role and its grants: menus are route names, interfaces are endpoint ids. */
export const roleMachine = setup({
  types: {} as { context: Role; events: RoleEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
}).createMachine({
  id: 'role',
  version: '1',
  initial: 'new',
  context: { name: '', note: '', menus: [], interfaces: [] },
  states: {
    new: {
      tags: 'way',
      on: {
        roleSaved: {
          target: 'active',
          guard: 'nameFree',
          meta: { interface: 'power.roleSave' },
          actions: assign(({ event }) => saved(event)),
        },
      },
    },
    active: {
      tags: 'goal',
      on: {
        roleSaved: {
          guard: 'nameFree',
          meta: { interface: 'power.roleSave' },
          actions: assign(({ event }) => saved(event)),
        },
        menusGranted: {
          guard: 'withinOwn',
          meta: { interface: 'power.roleMenuSave' },
          actions: assign(({ event }) => ({ menus: event.menus })),
        },
        interfacesGranted: {
          guard: 'withinOwn',
          meta: { interface: 'power.interfaceSave' },
          actions: assign(({ event }) => ({ interfaces: event.interfaces })),
        },
      },
    },
  },
})
