import type { Role, RoleEvent } from '../../src/machines/role.ts'
import { roleMachine } from '../../src/machines/role.ts'
import { interfacesOf, type Model, placeOf, type Standing, transitionOf } from './model.ts'

export type Move = { type: RoleEvent['type']; by: string }

const factsOf = ({ state: { version } }: Pick<Standing, 'state'>) =>
  ({
    roleSaved: {
      type: 'roleSaved',
      name: 'nightShift',
      note: version === 0 ? 'Works at night' : 'Is off',
      taken: false,
    },
    menusGranted: { type: 'menusGranted', menus: ['flow'], beyondOwn: [] },
    interfacesGranted: { type: 'interfacesGranted', interfaces: ['approve.list', 'approve.detail'], beyondOwn: [] },
  }) as const

export const roleModel: Model<Move, Role> = {
  name: 'role',
  machine: roleMachine,
  interfaces: interfacesOf(roleMachine),
  moves: [
    { type: 'roleSaved', by: 'admin' },
    { type: 'menusGranted', by: 'admin' },
    { type: 'interfacesGranted', by: 'admin' },
  ],
  factOf: ({ type, by }, standing, at, id) => ({ ...factsOf(standing)[type], by: id(by), at }),
  happens: () => true,
  // No guard reads the role's content.
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
