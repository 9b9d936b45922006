import { to } from '../../machines/paths.ts'
import { messageColumns } from '../../services/message.columns.ts'
import { alarms, alarmSeen, count, list, type Message, messageStates } from '../../services/message.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byOrderNo, byPhone } from '../list/ofOrder.ts'
import { Alarms } from '../payout/Alarms.tsx'
import type { Screen } from '../shared/screens.ts'
import { byTemplate } from '../smsTemplate/byTemplate.ts'
import { subjectOf } from './subject.ts'

const columns = columnsOf<Message, keyof typeof messageColumns>(messageColumns, { queuedAt: { sort: 'queuedAt' } })

const List = listScreen({
  name: 'message',
  empty: 'message:screen.empty',
  counted: 'message:screen.count',
  list,
  count,
  kind: 'message',
  where: {},
  sorted: '-queuedAt',
  columns: Object.values(columns),
  filters: [
    byOrderNo,
    byPhone,
    byTemplate,
    { kind: 'text', name: 'batch', label: 'message:screen.batch', most: 40 },
    { kind: 'text', name: 'lead', label: 'message:screen.lead', most: 40 },
    { kind: 'text', name: 'sender', label: 'message:ask.sender', most: 11 },
    {
      kind: 'choice',
      name: 'state',
      label: 'message:screen.state',
      options: messageStates.map((value) => ({ value, words: `message:state.${value}` })),
    },
    { kind: 'flag', name: 'contradicted', label: 'message:screen.isContradicted' },
    byDays('queued', 'message:screen.queuedAt'),
  ],
  keyOf: ({ id }: Message) => id,
  row: ({ orderNo, lead }: Message) =>
    `${to.message()}?${new URLSearchParams(orderNo === null ? { lead: lead! } : { orderNo })}`,
  subjectOf,
  actions: [],
})

/** The messages, and the alarms on what providers reported. */
export const Messages = () => (
  <div className="list-page">
    <Alarms endpoints={{ alarms, alarmSeen }} words={{ of: 'message', word: 'word' }} />
    <List />
  </div>
)

export const screen: Screen = Object.assign(Messages, { prefetch: List.prefetch! })
