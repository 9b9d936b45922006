import { leavesOf, to } from '../../machines/paths.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { getInterfaces, getRoles } from '../../services/access.ts'
import { type Account, accountStates, count, list, longest } from '../../services/account.ts'
import { instantCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import type { FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { AccountStanding } from './AccountStanding.tsx'

const columns: Column<Account>[] = [
  { name: 'name', label: 'access:fullName', cell: ({ name }) => name, sort: 'name' },
  { name: 'email', label: 'access:email', cell: ({ email }) => email },
  { name: 'status', label: 'access:status', cell: (account) => <AccountStanding account={account} /> },
  { name: 'roles', label: 'access:roles', cell: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  {
    name: 'groups',
    label: 'access:groups',
    cell: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
  },
  {
    name: 'apps',
    label: 'access:apps',
    cell: ({ apps }, { t }) => (apps === null ? t('access:allApps') : t('access:limitedTo', { apps: apps.join(', ') })),
  },
  { name: 'sessions', label: 'access:sessions', align: 'right', cell: ({ sessions }, { number }) => number(sessions) },
  { name: 'seenAt', label: 'access:seenAt', cell: ({ seenAt }, format) => instantCell(seenAt, format) },
  {
    name: 'language',
    label: 'access:language',
    extra: true,
    cell: ({ language }, { t }) => t(`common:language.${language}`),
  },
]

const filters: FilterField[] = [
  { kind: 'text', name: 'fullName', label: 'access:fullName', most: longest.fullName, secret: true, inputMode: 'text' },
  { kind: 'text', name: 'email', label: 'access:email', most: longest.email, secret: true, inputMode: 'text' },
  {
    kind: 'choice',
    name: 'role',
    label: 'access:role',
    most: longest.role,
    options: async (client) => (await client.call(getRoles, {})).roles.map(({ name }) => ({ value: name, name })),
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'access:status',
    options: accountStates.map((value) => ({ value, words: `account:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'menu',
    label: 'access:menuFilter',
    options: leavesOf(controlledRoutes).map(({ route }) => ({ value: route.name, words: `routes:${route.name}` })),
  },
  {
    kind: 'choice',
    name: 'interface',
    label: 'access:interfaceFilter',
    most: longest.interface,
    options: async (client) =>
      (await client.call(getInterfaces, {})).interfaces.map(({ id }) => ({ value: id, name: id })),
  },
  { kind: 'flag', name: 'locked', label: 'access:lockedFilter' },
]

export const Accounts = listScreen({
  name: 'account',
  empty: 'access:noAccounts',
  counted: 'access:accounts',
  list,
  count,
  kind: 'account',
  besides: 'role',
  where: {},
  sorted: 'name',
  columns,
  filters,
  keyOf: ({ id }: Account) => String(id),
  row: ({ id }: Account) => to.accountDetail({ account_id: id }),
})
