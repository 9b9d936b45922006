import { byApp } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { figureScreen } from './figureScreen.tsx'
import { byCollector, byGroup } from './filters.ts'
import { changeShown } from './shown.ts'

/** The figures of pre-collection day by day, against the day before and the same day of the week before. */
export const screen: Screen = figureScreen({
  name: 'preDailyProcessNew',
  where: { kind: 'pre' },
  filters: [byGroup, byCollector, byApp],
  by: 'day',
  shown: changeShown,
  changes: ['attempted', 'promises', 'recovered'],
})
