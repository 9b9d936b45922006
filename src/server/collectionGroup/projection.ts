import { type CollectionGroup, kindOf } from '../../machines/collectionGroup.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { groupStates } from '../../services/collectionGroup.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<CollectionGroup>) => ({
  id: idOf(stream),
  version,
  state: stateName(value) as (typeof groupStates)[number],
  kind: kindOf(context.stages),
  name: context.name,
  company: context.company,
  stages: context.stages,
  apps: context.apps,
  capacity: context.capacity,
  days: context.days,
  opens: context.opens,
  closes: context.closes,
  commission: context.commission,
  target: context.target,
  targets: context.targets ?? null,
})

declare module '../db/tables.ts' {
  interface Tables {
    collection_group: ReturnType<typeof row>
  }
}

export const collectionGroupProjection: Projection = { table: 'collection_group', key: 'id', row }
