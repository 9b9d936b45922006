import type { Account } from '../../machines/account.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Account>) => ({
  id: Number(idOf(stream)),
  version,
  state: stateName(value),
  roles: context.roles,
  link_until: context.linkUntil,
})

export type AccountRow = ReturnType<typeof row>

declare module '../db/tables.ts' {
  interface Tables {
    account: AccountRow
  }
}

export const accountProjection: Projection = { table: 'account', key: 'id', row }
