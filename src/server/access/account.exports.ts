import * as z from 'zod/mini'
import * as account from '../../services/account.ts'
import { instant, type Exportable, listed, type ExportColumn, number, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { accountLists } from './account.lists.ts'

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ')

/** Named like the columns of the screen. */
const columns: Record<string, ExportColumn<account.Account>> = {
  name: text('access:fullName', (one) => one.name),
  email: text('access:email', (one) => one.email),
  status: word('access:status', (one) => `account:state.${one.status}`),
  roles: text('access:roles', (one) => names(one.roles)),
  groups: text('access:groups', (one) => names(one.groups)),
  apps: text('access:apps', (one) => one.apps && one.apps.join(', ')),
  sessions: number('access:sessions', (one) => one.sessions),
  seenAt: instant('access:seenAt', (one) => one.seenAt),
  language: word('access:language', (one) => `common:language.${one.language}`),
}

/** The accounts of the staff, for exports. */
export const accountExports = (server: Pick<Server, 'db' | 'clock'>): Exportable => {
  const { page, count } = accountLists(server)
  return listed({
    interface: account.list.interface,
    words: 'account',
    filter: z.omit(account.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: ['email', 'fullName'],
    title: () => 'routes:account',
    columns,
    keyOf: ({ id }) => String(id),
    commands: {},
    streamOf: (id) => `account/${id}`,
    bodyOf: (id) => ({ id: Number(id) }),
  })
}
