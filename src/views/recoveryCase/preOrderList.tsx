import { listScreen } from '../list/listScreen.tsx'
import { cases, filters, laidOut, nearDetail } from './lists.tsx'

/** The cases of loans that come near their due day. */
export const screen = listScreen({
  ...cases,
  name: 'preOrderList',
  empty: 'recoveryCase:screen.empty.pre',
  where: { phase: 'open', kind: 'pre' },
  columns: laidOut.near,
  filters: filters.near,
  row: nearDetail,
})
