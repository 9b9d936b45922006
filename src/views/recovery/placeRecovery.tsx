import { byApp, byStage } from '../list/ofOrder.ts'
import type { Screen } from '../shared/screens.ts'
import { figureScreen } from './figureScreen.tsx'
import { byGroup, byProvince } from './filters.ts'
import { placeShown } from './shown.ts'

/** The recoveries from the amounts that were given out, by where the customers lived then. */
export const screen: Screen = figureScreen({
  name: 'placeRecovery',
  where: { usual: true },
  filters: [byProvince, byStage, byGroup, byApp],
  lines: ['province', 'regency', 'group', 'stage'],
  shown: placeShown,
  ranked: true,
})
