import { placementOutcomes } from '../../machines/placement.ts'
import { placementColumns } from '../../services/recovery.columns.ts'
import { type CasePlacement, placements } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byStage } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { byAgency, byOrder, chosen } from './filters.ts'
import { laidOut, rows } from './rows.tsx'

const columns = columnsOf<CasePlacement, keyof typeof placementColumns>(placementColumns, {
  ...laidOut,
  from: { sort: 'day' },
})

const byOutcome = chosen(
  'endedBy',
  'recovery:screen.endedBy',
  placementOutcomes,
  (value) => `placement:outcome.${value}`,
)

/** The placements of orders with agencies, and how they ended. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'casePlacements',
  empty: 'recovery:screen.empty.placements',
  list: placements.list,
  count: placements.count,
  columns: Object.values(columns),
  filters: [
    byDays('day', 'recovery:screen.from'),
    byDays('ended', 'recovery:screen.ended'),
    byOutcome,
    byOrder,
    byAgency,
    byStage,
    byApp,
  ],
})
