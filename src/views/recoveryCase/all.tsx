import { to } from '../../machines/paths.ts'
import type { RecoveryCase } from '../../services/recoveryCase.ts'
import { listScreen } from '../list/listScreen.tsx'
import { cases, filters, laidOut } from './lists.tsx'

/** The overdue cases that are not settled. */
export const screen = listScreen({
  ...cases,
  name: 'all',
  empty: 'recoveryCase:screen.empty.all',
  where: { phase: 'open', kind: 'post' },
  columns: laidOut.open,
  filters: filters.open,
  row: ({ orderNo }: RecoveryCase) => to.collectionDetail({ type: 'post', orderNo }),
})
