import type { Export } from '../../machines/export.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Export>) => {
  const { list, title, filter, narrowed, columns, format } = context.wanted!
  return {
    id: idOf(stream),
    version,
    state: stateName(value),
    asker: context.asker,
    list,
    title,
    filter,
    narrowed,
    columns,
    format,
    rows: context.rows,
    name: context.file?.name ?? null,
    file: context.file?.file ?? null,
    bytes: context.file?.bytes ?? null,
    reason: context.reason,
    requested_at: context.requestedAt,
    ended_at: context.endedAt,
    file_due: context.file && context.fileDue,
    plan: context.plan,
  }
}

export type ExportRow = ReturnType<typeof row>

declare module '../db/tables.ts' {
  interface Tables {
    export: ExportRow
  }
}

export const exportProjection: Projection = { table: 'export', key: 'id', row }
