import { idOf, type State, stateName } from '../../machines/kernel.ts'
import { type SmsTemplate, versionInForce } from '../../machines/smsTemplate.ts'
import type { templateStates } from '../../services/smsTemplate.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<SmsTemplate>) => {
  const state = stateName(value) as (typeof templateStates)[number]
  const last = context.approved.at(-1)
  const { marks = [], ...content } = context.content!
  return {
    id: idOf(stream),
    version,
    state,
    ...content,
    number: context.number,
    in_force: versionInForce(state, context)?.number ?? null,
    author: context.author,
    created_at: context.createdAt,
    editor: context.editor,
    edited_at: context.editedAt,
    proposer: context.proposer,
    approver: last?.approver ?? null,
    approved_at: last?.approvedAt ?? null,
    refused: context.refused,
    marks: [...marks],
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    sms_template: ReturnType<typeof row>
  }
}

export const smsTemplateProjection: Projection = { table: 'sms_template', key: 'id', row }
