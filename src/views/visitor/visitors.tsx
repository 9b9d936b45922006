import { to } from '../../machines/paths.ts'
import { visitorColumns } from '../../services/visitor.columns.ts'
import { appliedWithin, count, list, type Visitor, visitorStates } from '../../services/visitor.ts'
import { EraseRegistered } from '../audit/EraseRegistered.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp } from '../list/ofOrder.ts'
import { Channel } from '../shared/Channel.tsx'
import type { Screen } from '../shared/screens.ts'
import { byChannel } from './filters.ts'

const columns = columnsOf<Visitor, keyof typeof visitorColumns>(visitorColumns, {
  id: { width: 300 },
  channel: { cell: ({ channel }) => <Channel name={channel} /> },
  firstDay: { sort: 'firstDay' },
})

const List = listScreen({
  name: 'visitors',
  empty: 'visitor:screen.empty',
  counted: 'visitor:screen.count',
  list,
  count,
  kind: 'visitor',
  where: {},
  sorted: '-firstDay',
  columns: Object.values(columns),
  filters: [
    byDays('first', 'visitor:screen.firstDay'),
    {
      kind: 'choice',
      name: 'state',
      label: 'visitor:screen.state',
      options: visitorStates.map((value) => ({ value, words: `visitor:state.${value}` })),
    },
    byApp,
    byChannel,
    {
      kind: 'choice',
      name: 'applied',
      label: 'visitor:screen.applied',
      options: appliedWithin.map((value) => ({ value, words: `visitor:screen.${value}` })),
    },
  ],
  keyOf: ({ id }: Visitor) => id,
  row: ({ channel }: Visitor) => `${to.visitors()}?${new URLSearchParams({ channel })}`,
})

/** The devices that use the lender's apps, and the erasure of whoever only registered on one. */
const Visitors = () => (
  <div className="list-page">
    <EraseRegistered />
    <List />
  </div>
)

export const screen: Screen = Object.assign(Visitors, { prefetch: List.prefetch! })
