import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { OrderSheet } from '../../machines/orderSheet.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<OrderSheet>) => ({
  id: idOf(stream),
  version,
  state: stateName(value),
  asker: context.asker,
  format: context.wanted!.format,
  rows: context.rows,
  known: context.counts?.known ?? null,
  unknown: context.counts?.unknown ?? null,
  duplicate: context.counts?.duplicate ?? null,
  invalid: context.counts?.invalid ?? null,
  name: context.file?.name ?? null,
  file: context.file?.file ?? null,
  bytes: context.file?.bytes ?? null,
  reason: context.reason,
  requested_at: context.requestedAt,
  ended_at: context.endedAt,
  file_due: context.file && context.fileDue,
})

export type OrderSheetRow = ReturnType<typeof row>

declare module '../db/tables.ts' {
  interface Tables {
    order_sheet: OrderSheetRow
  }
}

export const orderSheetProjection: Projection = { table: 'order_sheet', key: 'id', row }
