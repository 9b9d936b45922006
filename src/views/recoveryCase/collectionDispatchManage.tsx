import { to } from '../../machines/paths.ts'
import type { WaitingCase } from '../../services/recoveryCase.ts'
import { listScreen } from '../list/listScreen.tsx'
import { filters, waitingCases } from './lists.tsx'

/** The overdue cases that wait for a holder, each with why and whom the system proposes. */
export const screen = listScreen({
  ...waitingCases,
  name: 'collectionDispatchManage',
  where: { kind: 'post' },
  filters: filters.waiting,
  row: ({ orderNo }: WaitingCase) => to.collectionDetail({ type: 'post', orderNo }),
})
