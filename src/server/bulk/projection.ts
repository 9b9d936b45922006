import type { Bulk } from '../../machines/bulk.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Bulk>) => {
  const { list, title, command, said } = context.wanted!
  return {
    id: idOf(stream),
    version,
    state: stateName(value),
    asker: context.asker,
    list,
    title,
    command,
    said,
    rows: context.rows,
    requested_at: context.requestedAt,
    ended_at: context.endedAt,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    bulk: ReturnType<typeof row>
  }
}

export const bulkProjection: Projection = { table: 'bulk', key: 'id', row }
