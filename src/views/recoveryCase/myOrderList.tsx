import { listScreen } from '../list/listScreen.tsx'
import { filters, laidOut, nearDetail, ownCases } from './lists.tsx'

/** The open cases that the caller holds. */
export const screen = listScreen({
  ...ownCases,
  name: 'myOrderList',
  empty: 'recoveryCase:screen.empty.mine',
  where: { phase: 'open' },
  columns: laidOut.mine,
  filters: filters.mine,
  row: nearDetail,
})
