import { leavesOf, to } from '../../machines/paths.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { getInterfaces, getRoles } from '../../services/access.ts'
import { accountColumns } from '../../services/account.columns.ts'
import { type Account, accountStates, count, list, longest } from '../../services/account.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import type { FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { AccountStanding } from './AccountStanding.tsx'

const columns = columnsOf<Account, keyof typeof accountColumns>(accountColumns, {
  name: { sort: 'name' },
  status: { cell: (account) => <AccountStanding account={account} /> },
  apps: {
    cell: ({ apps }, { t }) => (apps === null ? t('access:allApps') : t('access:limitedTo', { apps: apps.join(', ') })),
  },
  language: { extra: true },
})

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
  columns: Object.values(columns),
  filters,
  keyOf: ({ id }: Account) => String(id),
  row: ({ id }: Account) => to.accountDetail({ account_id: id }),
})
