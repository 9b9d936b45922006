import type { Role, RoleEvent } from '../../src/machines/role.ts'
import { roleMachine } from '../../src/machines/role.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

type Move = { type: RoleEvent['type']; by: string }

const facts = {
  roleSaved: { type: 'roleSaved', name: 'nightShift', note: '', taken: false },
  menusGranted: { type: 'menusGranted', menus: ['dashboard'], beyondOwn: [] },
  interfacesGranted: { type: 'interfacesGranted', interfaces: ['approve.list'], beyondOwn: [] },
} as const

export const roleModel: Model<Move, Role> = {
  name: 'role',
  machine: roleMachine,
  interfaces: interfacesOf(roleMachine),
  moves: [
    { type: 'roleSaved', by: 'admin' },
    { type: 'menusGranted', by: 'admin' },
    { type: 'interfacesGranted', by: 'admin' },
  ],
  factOf: ({ type, by }, _, at, id) => ({ ...facts[type], by: id(by), at }),
  happens: () => true,
  // No rule reads what the role has in it.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
