import { idOf, type State } from '../../machines/kernel.ts'
import type { Role } from '../../machines/role.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, context }: State<Role>) => ({
  id: Number(idOf(stream)),
  version,
  name: context.name,
  note: context.note,
  menus: context.menus,
  interfaces: context.interfaces,
})

declare module '../db/tables.ts' {
  interface Tables {
    role: ReturnType<typeof row>
  }
}

export const roleProjection = { table: 'role', key: 'id', row } satisfies Projection
