import { stepColumns } from '../../services/flow.columns.ts'
import { type StepRow, steps } from '../../services/flow.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { byAgain, byChart, byEntered, byStep, shared } from './filters.ts'
import { rows } from './rows.ts'

const columns = columnsOf<StepRow, keyof typeof stepColumns>(stepColumns, {
  record: { width: 170 },
  process: { width: 190 },
  at: { sort: 'at' },
  event: { width: 220 },
  from: { width: 190 },
  to: { width: 190 },
  stay: { width: 190 },
})

/** The steps that a figure of the flow counts. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'flowSteps',
  empty: 'flow:emptySteps',
  list: steps.list,
  count: steps.count,
  columns: Object.values(columns),
  filters: [byChart, byEntered, byStep, byAgain, ...shared],
  keyOf: ({ id }: StepRow) => String(id),
})
