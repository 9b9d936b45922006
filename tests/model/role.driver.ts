import type { Role, RoleEvent } from '../../src/machines/role.ts'
import * as access from '../../src/services/access.ts'
import type { Driver, Process } from './office.ts'
import { type Move, roleModel } from './role.moves.ts'

let nth = 0

/** Roles, each with another name. */
export const roleProcess = (): Process<Move, Role> => {
  let name = ''
  const driver: Driver<Move, Role> = {
    factOf: (move, standing, at, id) => ({
      ...roleModel.factOf(move, standing, at, id),
      ...(move.type === 'roleSaved' && { name }),
    }),
    begin: async () => {
      nth += 1
      name = `nightShift${nth}`
      return new Map()
    },
    ask: async (_, { stream, fact }) => {
      const event = fact() as RoleEvent
      const id = Number(stream?.slice('role/'.length))
      if (event.type === 'roleSaved') {
        const { note } = event
        return { endpoint: access.roleSave, body: { ...(stream && { id }), name, note } }
      }
      if (!stream) return undefined
      return event.type === 'menusGranted'
        ? { endpoint: access.roleMenuSave, body: { role_id: id, menus: event.menus } }
        : { endpoint: access.interfaceSave, body: { role_id: id, interfaces: event.interfaces } }
    },
  }
  return { model: roleModel, driver }
}
