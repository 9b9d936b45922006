import { listScreen } from '../list/listScreen.tsx'
import { cases, filters, laidOut, nearDetail } from './lists.tsx'

/** The cases near their due day that somebody works on. */
export const screen = listScreen({
  ...cases,
  name: 'orderProcessingList',
  empty: 'recoveryCase:screen.empty.working',
  where: { phase: 'open', kind: 'pre', working: true },
  columns: laidOut.near,
  filters: filters.working,
  row: nearDetail,
})
