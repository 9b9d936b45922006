import { holdingColumns } from '../../services/recovery.columns.ts'
import { holdings, type Holding } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byEnding, shared } from './filters.ts'
import { laidOut, rows, tag, time } from './rows.tsx'

const columns = columnsOf<Holding, keyof typeof holdingColumns>(holdingColumns, {
  ...laidOut,
  given: time,
  endedBy: { cell: ({ endedBy }, { t }) => (endedBy ? tag(endedBy, t(`recovery:ending.${endedBy}`)) : '–') },
})

/** Whom each case was given to, when, and why they hold it no more. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'caseHoldings',
  empty: 'recovery:screen.empty.holdings',
  list: holdings.list,
  count: holdings.count,
  columns: Object.values(columns),
  filters: [
    byDays('day', 'recovery:screen.given'),
    byDays('ended', 'recovery:screen.ended'),
    byDays('held', 'recovery:screen.heldOn'),
    byEnding,
    ...shared,
  ],
})
