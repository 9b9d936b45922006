import { to } from '../../machines/paths.ts'
import { summaryColumns } from '../../services/recovery.columns.ts'
import { none, summary, type Summed } from '../../services/recovery.ts'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byStage } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { byCollector, byGroup, byKind } from './filters.ts'

const behind = ({ stage, group, age, asOf }: Summed) =>
  `${to.caseStandings()}?${new URLSearchParams({ stage, group: group || none, age: String(age), asOf: `${asOf}..${asOf}` })}`

const summed = (of: 'number' | 'money'): Partial<Column<Summed>> => ({
  sum: (total, format) => format[of](total),
})

const columns = columnsOf<Summed, keyof typeof summaryColumns>(summaryColumns, {
  cases: summed('number'),
  principal: summed('money'),
  fee: summed('money'),
  promised: summed('number'),
  held: summed('number'),
  unassigned: summed('number'),
})

/** The open cases by stage, group and age when a day closed. */
export const screen: Screen = listScreen({
  name: 'summaryCollectinOrders',
  empty: 'recovery:screen.empty.summary',
  counted: 'recovery:screen.lines',
  list: summary.list,
  count: summary.count,
  kind: 'recovery',
  where: {},
  columns: Object.values(columns),
  filters: [byDays('asOf', 'recovery:screen.asOf'), byKind, byStage, byGroup, byCollector, byApp],
  keyOf: ({ key }: Summed) => key,
  row: behind,
})
