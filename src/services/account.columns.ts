import type { Account } from './account.ts'
import { instant, number, text, word, type ListColumns } from './columns.ts'

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ')

export const accountColumns = {
  name: text('access:fullName', (one) => one.name),
  email: text('access:email', (one) => one.email),
  status: word('access:status', (one) => `account:state.${one.status}`),
  roles: text('access:roles', (one) => names(one.roles)),
  groups: text('access:groups', (one) => names(one.groups)),
  apps: text('access:apps', (one) => one.apps && one.apps.join(', ')),
  sessions: number('access:sessions', (one) => one.sessions),
  seenAt: instant('access:seenAt', (one) => one.seenAt),
  language: word('access:language', (one) => `common:language.${one.language}`),
} satisfies ListColumns<Account>
