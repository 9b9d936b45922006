import * as z from 'zod/mini'
import { contactColumns } from '../../services/contact.columns.ts'
import * as contact from '../../services/contact.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { contactLists } from './lists.ts'

export const contactExports = (server: Pick<Server, 'db' | 'vault'>): Exportable => {
  const { page, count } = contactLists(server)
  return listed({
    interface: contact.list.interface,
    words: 'contact',
    filter: z.omit(contact.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    secret: [],
    title: () => 'routes:contact',
    columns: contactColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `contact/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
