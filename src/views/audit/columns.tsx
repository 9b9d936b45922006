import { auditColumns } from '../../services/audit.columns.ts'
import type { Happened } from '../../services/audit.ts'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { recordIn, detailsIn, whatIn, whoIn } from './words.ts'

export const columns = columnsOf<Happened, keyof typeof auditColumns>(auditColumns, {
  at: { sort: 'at' },
  by: { cell: (one, { t }) => whoIn(one, t) },
  what: { cell: (one, { t }) => whatIn(one, t) },
  record: { cell: (one, { t }) => recordIn(one, t) || '–' },
})

/** The content of an entry, of which an export has each part in a column. */
export const content: Column<Happened> = {
  name: 'said',
  label: 'audit:said',
  cell: (one, { t }) => detailsIn(one, t) || '–',
}
