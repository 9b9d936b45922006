import { creditColumns } from '../../services/recovery.columns.ts'
import { credits, type Credit } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { Tag } from '../shared/Tag.tsx'
import { bySign, shared } from './filters.ts'
import { laidOut, rows } from './rows.tsx'

const columns = columnsOf<Credit, keyof typeof creditColumns>(creditColumns, {
  ...laidOut,
  day: { sort: 'day' },
  reversed: {
    width: 110,
    cell: (row, { t }) => (row.reversed ? <Tag intent="danger">{t('loan:list.reversed')}</Tag> : '–'),
  },
})

/** The recovery of each payment, to whom it is credited, and the amounts that reversals took back. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'credits',
  empty: 'recovery:screen.empty.credits',
  list: credits.list,
  count: credits.count,
  isVoid: ({ reversed }: Credit) => reversed,
  columns: Object.values(columns),
  filters: [byDays('day', 'recovery:screen.valueDay'), bySign, ...shared],
})
