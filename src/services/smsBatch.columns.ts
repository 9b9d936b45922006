import { sum } from '../machines/allocation.ts'
import { instant, type ListColumns, money, number, text, word } from './columns.ts'
import type { messageStates } from './message.ts'
import type { SmsBatchRow } from './smsBatch.ts'

type State = (typeof messageStates)[number]
/** The messages in some states; null before there are any. */
const inStates = ({ messages }: SmsBatchRow, ...states: readonly State[]): number | null =>
  Object.keys(messages).length === 0 ? null : sum(states.map((state) => messages[state] ?? 0))

export const smsBatchColumns = {
  template: text('smsBatch:ask.text', (one) => one.template),
  state: word('smsBatch:screen.state', (one) => `smsBatch:state.${one.state}`),
  startAt: instant('smsBatch:screen.startAt', (one) => one.startAt),
  category: word('smsBatch:screen.category', (one) => `smsTemplate:category.${one.category}`),
  language: word('smsBatch:screen.language', (one) => one.language && `smsTemplate:language.${one.language}`),
  sender: text('smsBatch:ask.sender', (one) => one.sender),
  audience: word('smsBatch:screen.audience', (one) => one.title),
  people: number('smsBatch:screen.people', (one) => one.count?.people ?? null),
  sendable: number('smsBatch:screen.sendable', (one) => one.count?.sendable ?? null),
  segments: number('smsBatch:screen.segments', (one) => one.count?.segments ?? null),
  cost: money('smsBatch:screen.cost', (one) => one.count?.cost ?? null),
  billed: money('smsBatch:screen.billed', (one) => one.billed),
  underWay: number('smsBatch:screen.underWay', (one) => inStates(one, 'queued', 'sending', 'sent')),
  delivered: number('message:state.delivered', (one) => inStates(one, 'delivered')),
  failed: number('smsBatch:screen.failed', (one) => inStates(one, 'failed', 'undelivered')),
  doubtful: number('smsBatch:screen.doubtful', (one) => inStates(one, 'doubtful', 'unknown')),
  skipped: number('message:state.skipped', (one) => inStates(one, 'skipped')),
  author: text('smsBatch:screen.author', (one) => one.author.name),
  approver: text('smsBatch:screen.approver', (one) => one.approver?.name ?? null),
  createdAt: instant('smsBatch:screen.createdAt', (one) => one.createdAt),
  endedAt: instant('smsBatch:screen.endedAt', (one) => one.endedAt),
} satisfies ListColumns<SmsBatchRow>
