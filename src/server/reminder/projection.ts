import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Reminder } from '../../machines/reminder.ts'
import type { reminderStates } from '../../services/reminder.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Reminder>) => {
  const { text, category, sender, days, side, time, product, apps } = context.terms!
  const state = stateName(value) as (typeof reminderStates)[number]
  return {
    id: idOf(stream),
    version,
    state,
    text,
    category,
    sender,
    days,
    side,
    time,
    product,
    apps,
    author: context.author,
    created_at: context.createdAt,
    editor: context.editor,
    proposer: context.proposer,
    approver: context.approver,
    refused: context.refused,
    next_due: state === 'active' ? context.nextDue : null,
    last: context.last,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    reminder: ReturnType<typeof row>
  }
}

export const reminderProjection: Projection = { table: 'reminder', key: 'id', row }
