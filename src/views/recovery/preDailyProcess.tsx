import { byApp } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { figureScreen } from './figureScreen.tsx'
import { byCollector, byGroup } from './filters.ts'
import { dayShown } from './shown.ts'

/** Today's figures of pre-collection, a line a person, group, company or day. */
export const screen: Screen = figureScreen({
  name: 'preDailyProcess',
  where: { kind: 'pre' },
  filters: [byGroup, byCollector, byApp],
  shown: dayShown,
})
