import { standingColumns } from '../../services/recovery.columns.ts'
import { standings, type Standing } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byAge, byState, shared } from './filters.ts'
import { laidOut, rows, tag } from './rows.tsx'

const columns = columnsOf<Standing, keyof typeof standingColumns>(standingColumns, {
  ...laidOut,
  since: { sort: 'day' },
  state: { cell: ({ state }, { t }) => tag(state, t(`recovery:standing.${state}`)) },
})

/** How the open cases stood when a day closed. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'caseStandings',
  empty: 'recovery:screen.empty.standings',
  list: standings.list,
  count: standings.count,
  columns: Object.values(columns),
  filters: [byDays('asOf', 'recovery:screen.asOf'), byState, byAge, ...shared],
})
