import type { JSONColumnType } from 'kysely'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { LeadImport } from '../../machines/leadImport.ts'
import type { consentChannels } from '../../services/lead.ts'
import type { importStates, LeadImport as Shown } from '../../services/leadImport.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<LeadImport>) => {
  const { origin, read, counts } = context
  return {
    id: idOf(stream),
    version,
    state: stateName(value) as (typeof importStates)[number],
    asker: context.asker,
    batch: origin!.batch,
    source: origin!.source,
    format: read!.format,
    rows: read!.rows,
    doubled: read!.doubled,
    wrong: read!.wrong,
    imported: counts?.imported ?? null,
    repeated: counts?.repeated ?? null,
    customers: counts?.customers ?? null,
    barred: counts?.barred ?? null,
    reason: context.reason,
    requested_at: context.requestedAt,
    ended_at: context.endedAt,
    channels: (origin!.channels ?? null) as (typeof consentChannels)[number][] | null,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    lead_import: ReturnType<typeof row>
    lead_import_file: { id: string; name: string; key: Buffer; faults: JSONColumnType<Shown['faults']> }
    lead_import_row: { import: string; n: number; data: Buffer; result: string | null; phone: string | null }
  }
}

export const leadImportProjection: Projection = { table: 'lead_import', key: 'id', row }
