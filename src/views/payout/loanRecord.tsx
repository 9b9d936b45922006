import { to } from '../../machines/paths.ts'
import { dayCount, days, type PayoutDay } from '../../services/payout.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp } from '../list/ofOrder.ts'
import * as columns from './columns.tsx'
import { byChannel, byDay, byProduct } from './filters.ts'

/** The paid-out totals per day. */
export const screen = listScreen({
  name: 'loanRecord',
  counted: 'payout:screen.dayCount',
  empty: 'payout:screen.emptyDays',
  list: days,
  count: dayCount,
  kind: 'payout',
  where: {},
  sorted: '-day',
  columns: Object.values(columns.days),
  filters: [byDay, byChannel, byProduct, byApp],
  keyOf: ({ day }: PayoutDay) => day,
  row: ({ day }: PayoutDay) => to.loanDetail({ date: day }),
})
