import { day, instant, type ListColumns, number, text, word } from './columns.ts'
import type { ReminderRow } from './reminder.ts'

export const reminderColumns = {
  template: text('reminder:ask.text', (one) => one.template),
  state: word('reminder:screen.state', (one) => `reminder:state.${one.state}`),
  days: number('reminder:ask.days', (one) => one.days),
  side: word('reminder:ask.side', (one) => `reminder:side.${one.side}`),
  time: text('reminder:ask.time', (one) => one.time),
  product: text('reminder:ask.product', (one) => one.product),
  sender: text('reminder:ask.sender', (one) => one.sender),
  nextDue: instant('reminder:screen.nextDue', (one) => one.nextDue),
  lastDay: day('reminder:screen.lastDay', (one) => one.last?.day ?? null),
  lastRows: number('reminder:screen.lastRows', (one) => one.last?.rows ?? null),
  lastReason: word('reminder:screen.lastReason', (one) =>
    one.last?.reason ? `reminder:idle.${one.last.reason}` : null,
  ),
  author: text('reminder:screen.author', (one) => one.author.name),
  approver: text('reminder:screen.approver', (one) => one.approver?.name ?? null),
  createdAt: instant('reminder:screen.createdAt', (one) => one.createdAt),
} satisfies ListColumns<ReminderRow>
