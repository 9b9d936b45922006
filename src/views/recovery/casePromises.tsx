import { promiseColumns } from '../../services/recovery.columns.ts'
import { promises, type Promise } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byJudged, byVerdict, shared } from './filters.ts'
import { laidOut, rows, tag, time } from './rows.tsx'

const columns = columnsOf<Promise, keyof typeof promiseColumns>(promiseColumns, {
  ...laidOut,
  at: time,
  outcome: { cell: ({ outcome }, { t }) => tag(outcome, t(`recoveryCase:promise.${outcome}`)) },
})

/** The promises that customers made, and how they ended. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'casePromises',
  empty: 'recovery:screen.empty.promises',
  list: promises.list,
  count: promises.count,
  columns: Object.values(columns),
  filters: [
    byDays('day', 'recoveryCase:screen.madeOn'),
    byDays('judged', 'recovery:screen.judgedOn'),
    byVerdict,
    byJudged,
    ...shared,
  ],
})
