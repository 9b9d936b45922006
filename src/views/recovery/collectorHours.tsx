import { to } from '../../machines/paths.ts'
import { hoursColumns } from '../../services/recovery.columns.ts'
import { hours, type Hours } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byCollector, byCompany, byGroup, byKind } from './filters.ts'

const columns = columnsOf<Hours, keyof typeof hoursColumns>(hoursColumns, {
  day: { sort: 'day' },
})

/** The figures of the collector's day. */
const figuresOf = ({ day, collector, kind }: Hours) => {
  const screen = kind === 'pre' ? to.preDailyProcess() : to.collectionDailyProcess()
  return `${screen}?${new URLSearchParams({ collector, days: `${day}..${day}` })}`
}

/** When collectors were at work: a row for each stay and day. */
export const screen: Screen = listScreen({
  name: 'collectorHours',
  empty: 'recovery:screen.empty.hours',
  counted: 'recovery:screen.count',
  // No stream: the rows are counted from the log.
  kind: 'recovery',
  where: {},
  sorted: '-day',
  list: hours.list,
  count: hours.count,
  columns: Object.values(columns),
  filters: [byDays('day', 'recovery:screen.day'), byKind, byCollector, byGroup, byCompany],
  keyOf: ({ id, day }: Hours) => `${id}.${day}`,
  row: figuresOf,
})
