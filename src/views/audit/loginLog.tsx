import { to } from '../../machines/paths.ts'
import { type Happened, loginCount, loginPeople, logins, loginTypes, longestName } from '../../services/audit.ts'
import type { Column } from '../list/column.ts'
import { listScreen } from '../list/listScreen.tsx'
import { Tag } from '../shared/Tag.tsx'
import { columns, content } from './columns.tsx'
import { byDay, byPerson } from './filters.ts'
import { whatIn } from './words.ts'

const result: Column<Happened> = {
  name: 'result',
  label: 'audit:result',
  cell: (one, { t }) => (
    <Tag intent={one.type === 'loginFailed' ? 'danger' : one.type === 'loggedIn' ? 'success' : 'none'}>
      {whatIn(one, t)}
    </Tag>
  ),
}

/** The filter for the same person's attempts; for an unknown person, for attempts from the same address. */
const alike = (one: Happened): Record<string, string> => (one.by === 'anyone' ? { ip: one.ip } : { by: one.by })

/** The log of logins, failed logins and logouts. */
export const screen = listScreen({
  name: 'loginLog',
  empty: 'audit:noLogins',
  counted: 'audit:count',
  list: logins,
  count: loginCount,
  // No event has this kind, so the list does not refetch on changes.
  kind: 'login',
  where: {},
  sorted: '-at',
  columns: [
    columns.at,
    columns.by,
    result,
    { ...content, name: 'reason', label: 'audit:reason' },
    columns.ip,
    columns.device,
  ],
  filters: [
    byPerson(loginPeople),
    {
      kind: 'choice',
      name: 'result',
      label: 'audit:result',
      options: loginTypes.map((type) => ({ value: type, words: `audit:type.${type}` })),
    },
    byDay,
    { kind: 'text', name: 'ip', label: 'audit:ip', most: longestName.ip },
  ],
  keyOf: ({ pos }: Happened) => String(pos),
  row: (one: Happened) => `${to.loginLog()}?${new URLSearchParams(alike(one))}`,
})
