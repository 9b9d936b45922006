import { byApp, byStage } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { figureScreen } from './figureScreen.tsx'
import { byCollector, byGroup } from './filters.ts'
import { dayShown } from './shown.ts'

/** Today's figures of collection, a line a person, group, company, stage or day. */
export const screen: Screen = figureScreen({
  name: 'collectionDailyProcess',
  where: { kind: 'post' },
  filters: [byStage, byGroup, byCollector, byApp],
  shown: dayShown,
})
