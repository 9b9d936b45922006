import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Message } from '../../machines/message.ts'
import type { messageStates } from '../../services/message.ts'
import type { Projection } from '../store/projection.ts'
import { referenceOf } from './reference.ts'

const row = (stream: string, { version, value, context }: State<Message>) => {
  const { terms } = context
  const id = idOf(stream)
  return {
    id,
    version,
    state: stateName(value) as (typeof messageStates)[number],
    order_no: terms!.orderNo,
    person: terms!.person,
    person_version: context.personVersion ?? terms!.personVersion,
    app: terms!.app,
    text: terms!.text,
    text_version: terms!.textVersion,
    category: terms!.category,
    batch: terms!.batch,
    channel: terms!.channel,
    sender: context.sender ?? terms!.sender,
    segments: context.segments,
    reason: context.reason,
    missing: context.missing,
    code: context.code,
    contradicted: context.contradiction?.word ?? null,
    author: context.author,
    queued_at: context.queuedAt,
    sent_at: context.sentAt,
    ended_at: context.endedAt,
    reference: referenceOf(id),
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    message: ReturnType<typeof row>
    message_once: { key: string; message: string }
    provider_rate: { provider: string; next_at: number; failures: number; usable_at: number; failed_at: number }
  }
}

export const messageProjection: Projection = { table: 'message', key: 'id', row }
