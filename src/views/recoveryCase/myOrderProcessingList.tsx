import { listScreen } from '../list/listScreen.tsx'
import { filters, laidOut, nearDetail, ownCases } from './lists.tsx'

/** The cases that the caller holds and that are not on hold. */
export const screen = listScreen({
  ...ownCases,
  name: 'myOrderProcessingList',
  empty: 'recoveryCase:screen.empty.mine',
  where: { phase: 'open', working: true },
  columns: laidOut.mine,
  filters: filters.mine,
  row: nearDetail,
})
