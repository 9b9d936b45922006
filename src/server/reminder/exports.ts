import * as z from 'zod/mini'
import { reminderColumns } from '../../services/reminder.columns.ts'
import * as reminder from '../../services/reminder.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { reminderLists } from './lists.ts'

export const reminderExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = reminderLists(server)
  return listed({
    interface: reminder.list.interface,
    words: 'reminder',
    filter: z.omit(reminder.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    secret: [],
    title: () => 'routes:reminders',
    columns: reminderColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `reminder/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
