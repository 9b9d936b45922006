import type { CustomerEdit } from '../../machines/customerEdit.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<CustomerEdit>) => {
  const { orderNo, person, before, personVersion, fields } = context.proposal!
  return {
    id: idOf(stream),
    version,
    state: stateName(value),
    order_no: orderNo,
    kind: context.kind!,
    person,
    version_before: before,
    version_after: personVersion,
    fields,
    proposer: context.proposer,
    checker: context.checker,
    reason: context.reason,
    note: context.note,
    proposed_at: context.proposedAt,
    ended_at: context.endedAt,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    customer_edit: ReturnType<typeof row>
  }
}

export const customerEditProjection: Projection = { table: 'customer_edit', key: 'id', row }
