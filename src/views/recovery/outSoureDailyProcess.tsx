import { byApp, byStage } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { figureScreen } from './figureScreen.tsx'
import { byAgency, byGroup, byPlacement } from './filters.ts'
import { agencyShown } from './shown.ts'

/** The figures of the agencies. */
export const screen: Screen = figureScreen({
  name: 'outSoureDailyProcess',
  where: { outsourced: true },
  filters: [byAgency, byPlacement, byStage, byGroup, byApp],
  by: 'company',
  shown: agencyShown,
})
