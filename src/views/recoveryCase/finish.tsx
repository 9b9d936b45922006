import { to } from '../../machines/paths.ts'
import type { RecoveryCase } from '../../services/recoveryCase.ts'
import { listScreen } from '../list/listScreen.tsx'
import { cases, columns, filters } from './lists.tsx'

/** The cases whose last episode has ended. */
export const screen = listScreen({
  ...cases,
  name: 'finish',
  empty: 'recoveryCase:screen.empty.finish',
  where: { phase: 'settled' },
  sorted: '-settledAt',
  columns: [
    columns.orderNo,
    columns.settlement,
    columns.settledAt,
    columns.creditedTo,
    columns.tookDays,
    columns.holder,
    columns.customer,
    columns.phone,
    columns.stage,
    columns.due,
    columns.paid,
    columns.remaining,
    columns.attempts,
    columns.contactedAt,
    columns.promiseAmount,
    columns.promiseDay,
    columns.promise,
    columns.product,
    columns.term,
    columns.app,
    columns.nik,
  ],
  filters: filters.settled,
  row: ({ orderNo }: RecoveryCase) => to.collectionDetail({ type: 'settled', orderNo }),
  actions: [],
})
