import type { Reminder } from '../../machines/reminder.ts'
import { list } from '../../services/reminder.ts'
import type { Process } from '../process.ts'
import { reminderHandlers } from './commands.ts'
import { reminderExports } from './exports.ts'
import { makeReminders } from './makeReminders.ts'
import { reminderProjection } from './projection.ts'

/** The plan of reminders: batches that a day makes by itself. */
export const reminder: Process = {
  kinds: {
    reminder: {
      heard: { by: ['reminder.list'] },
      projections: reminderProjection,
      subject: ({ terms }: Reminder) => ({ apps: terms!.apps }),
    },
  },
  handlers: (server, { lists }) => reminderHandlers(server, lists),
  exports: (server) => ({ [list.id]: reminderExports(server) }),
  effects: { long: (server, { lists }) => ({ makeReminders: makeReminders(server, lists) }) },
}
