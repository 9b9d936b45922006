import { recordColumns } from '../../services/flow.columns.ts'
import { type RecordRow, records } from '../../services/flow.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byAgain, byChart, byEnded, byState, byVariant, shared } from './filters.ts'
import { rows } from './rows.ts'

const columns = columnsOf<RecordRow, keyof typeof recordColumns>(recordColumns, {
  record: { width: 170 },
  process: { width: 190 },
  at: { sort: 'at' },
  state: { width: 190 },
  total: { width: 190 },
  work: { width: 170 },
  waited: { width: 170 },
})

/** The records that a figure of the flow counts. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'flowRecords',
  empty: 'flow:emptyRecords',
  list: records.list,
  count: records.count,
  columns: Object.values(columns),
  filters: [byChart, byState, byEnded, byAgain, byVariant, ...shared],
  keyOf: ({ stream }: RecordRow) => stream,
})
