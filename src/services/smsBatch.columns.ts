import { instant, type ListColumns, money, number, text, word } from './columns.ts'
import type { SmsBatchRow } from './smsBatch.ts'

/** The columns of the list. */
export const smsBatchColumns = {
  template: text('smsBatch:ask.text', (one) => one.template),
  state: word('smsBatch:screen.state', (one) => `smsBatch:state.${one.state}`),
  startAt: instant('smsBatch:screen.startAt', (one) => one.startAt),
  category: word('smsBatch:screen.category', (one) => `smsTemplate:category.${one.category}`),
  sender: text('smsBatch:ask.sender', (one) => one.sender),
  audience: word('smsBatch:screen.audience', (one) => one.title),
  people: number('smsBatch:screen.people', (one) => one.count?.people ?? null),
  sendable: number('smsBatch:screen.sendable', (one) => one.count?.sendable ?? null),
  segments: number('smsBatch:screen.segments', (one) => one.count?.segments ?? null),
  cost: money('smsBatch:screen.cost', (one) => one.count?.cost ?? null),
  author: text('smsBatch:screen.author', (one) => one.author.name),
  approver: text('smsBatch:screen.approver', (one) => one.approver?.name ?? null),
  createdAt: instant('smsBatch:screen.createdAt', (one) => one.createdAt),
  endedAt: instant('smsBatch:screen.endedAt', (one) => one.endedAt),
} satisfies ListColumns<SmsBatchRow>
