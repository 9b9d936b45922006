import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { SmsBatch } from '../../machines/smsBatch.ts'
import type { batchStates } from '../../services/smsBatch.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<SmsBatch>) => {
  const { text, textVersion, category, sender, title, apps, startAt } = context.terms!
  return {
    id: idOf(stream),
    version,
    state: stateName(value) as (typeof batchStates)[number],
    text,
    text_version: textVersion,
    category,
    sender,
    title,
    apps,
    start_at: startAt,
    rows: context.rows,
    count: context.count,
    author: context.author,
    created_at: context.createdAt,
    proposer: context.proposer,
    approver: context.approver,
    refused: context.refused,
    started_at: context.startedAt,
    made: context.made,
    ended_at: context.endedAt,
    reminder: context.reminder,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    sms_batch: ReturnType<typeof row>
    sms_batch_person: {
      batch: string
      person: string
      n: number
      order_no: string | null
      skip: string | null
      segments: number
    }
    sms_batch_run: { batch: string; secret: string; next: string | null; made: number; is_counted: boolean }
  }
}

export const smsBatchProjection: Projection = { table: 'sms_batch', key: 'id', row }
