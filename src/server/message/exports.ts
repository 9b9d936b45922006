import * as z from 'zod/mini'
import { messageColumns } from '../../services/message.columns.ts'
import * as message from '../../services/message.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { messageLists } from './lists.ts'

/** The list of messages, for exports. Its numbers stay masked. */
export const messageExports = (server: Pick<Server, 'db' | 'vault'>): Exportable => {
  const { page, count } = messageLists(server)
  return listed({
    interface: message.list.interface,
    words: 'message',
    filter: z.omit(message.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    secret: ['phone'],
    title: () => 'routes:message',
    columns: messageColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `message/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
