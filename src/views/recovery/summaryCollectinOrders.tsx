import { Link, useSearchParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { summaryColumns } from '../../services/recovery.columns.ts'
import { none, summary, type standingStates, type Summed } from '../../services/recovery.ts'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays, type Chosen } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byEveryStage } from '../list/ofOrder.ts'
import { useFormat } from '../shared/format.ts'
import type { Screen } from '../shared/screens.ts'
import { byCollector, byGroup, byKind } from './filters.ts'

type State = (typeof standingStates)[number]

const passed = ['kind', 'collector', 'app']

/** The address of the cases that a line counts, among those that the reader has chosen. */
const behind = ({ stage, group, age, asOf }: Summed, chosen: Chosen, state?: State) => {
  const others = passed.flatMap((name): [string, string][] => (chosen[name] ? [[name, chosen[name]]] : []))
  const words = { stage, group: group || none, age, asOf: `${asOf}..${asOf}`, ...Object.fromEntries(others) }
  return `${to.caseStandings()}?${new URLSearchParams({ ...words, ...(state && { state }) })}`
}

/** A number of cases: a link to them. */
const Cases = ({ line, count, state }: { line: Summed; count: number; state?: State }) => {
  const { number } = useFormat()
  const [params] = useSearchParams()
  return count === 0 ? number(count) : <Link to={behind(line, Object.fromEntries(params), state)}>{number(count)}</Link>
}

const counted = (name: 'cases' | 'promised' | 'held' | 'unassigned'): Partial<Column<Summed>> => ({
  sum: (total, { number }) => number(total),
  cell: (line) => <Cases line={line} count={line[name]} {...(name !== 'cases' && { state: name })} />,
})
const summed: Partial<Column<Summed>> = { sum: (total, { money }) => money(total) }

const columns = columnsOf<Summed, keyof typeof summaryColumns>(summaryColumns, {
  cases: counted('cases'),
  principal: summed,
  fee: summed,
  promised: counted('promised'),
  held: counted('held'),
  unassigned: counted('unassigned'),
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
  filters: [byDays('asOf', 'recovery:screen.asOf'), byKind, byEveryStage, byGroup, byCollector, byApp],
  keyOf: ({ key }: Summed) => key,
  row: (line: Summed, _may, chosen) => behind(line, chosen),
})
