import { type State, stateName } from '../../machines/kernel.ts'
import type { Placement } from '../../machines/placement.ts'
import type { placementStates } from '../../services/placement.ts'
import type { Projection } from '../store/projection.ts'

const row = (_stream: string, { version, value, context }: State<Placement>) => ({
  order_no: context.orderNo,
  version,
  state: stateName(value) as (typeof placementStates)[number],
  app: context.app,
  company: context.company,
  placed_from: context.from,
  placed_until: context.until,
  balance: context.balance,
  rate: context.rate,
  proposer: context.proposer,
  proposed_at: context.proposedAt,
  checker: context.checker,
  refusal: context.refusal?.reason ?? null,
  outcome: context.outcome,
  ended_at: context.endedAt,
})

declare module '../db/tables.ts' {
  interface Tables {
    placement: ReturnType<typeof row>
  }
}

export const placementProjection: Projection = { table: 'placement', key: 'order_no', row }
