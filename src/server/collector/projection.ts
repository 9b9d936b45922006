import type { Collector } from '../../machines/collector.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { collectorStates } from '../../services/collector.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Collector>) => ({
  id: Number(idOf(stream)),
  version,
  state: stateName(value) as (typeof collectorStates)[number],
  since: context.since,
  weight: context.weight,
  daily_cap: context.dailyCap,
  certificate: context.certificate?.number ?? null,
  certified_until: context.certificate?.until ?? null,
  group_id: context.group,
  company: context.company,
})

declare module '../db/tables.ts' {
  interface Tables {
    collector: ReturnType<typeof row>
  }
}

export const collectorProjection: Projection = { table: 'collector', key: 'id', row }
