import { listScreen } from '../list/listScreen.tsx'
import { filters, laidOut, nearDetail, waitingCases } from './lists.tsx'

/** The cases of pre-collection that wait for a holder, each with why and whom the system proposes. */
export const screen = listScreen({
  ...waitingCases,
  name: 'dispatchManage',
  where: { kind: 'pre' },
  columns: laidOut.waitingNear,
  filters: filters.waitingNear,
  row: nearDetail,
})
