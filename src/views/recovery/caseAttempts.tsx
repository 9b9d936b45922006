import { attemptColumns } from '../../services/recovery.columns.ts'
import { attempts, type Attempt } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byFirst, byFirstReached, byOutcome, shared } from './filters.ts'
import { laidOut, rows, time } from './rows.tsx'

const columns = columnsOf<Attempt, keyof typeof attemptColumns>(attemptColumns, {
  ...laidOut,
  at: time,
})

/** The attempts of collectors to reach customers. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'caseAttempts',
  empty: 'recovery:screen.empty.attempts',
  list: attempts.list,
  count: attempts.count,
  columns: Object.values(columns),
  filters: [byDays('day', 'recovery:screen.at'), byOutcome, byFirst, byFirstReached, ...shared],
})
