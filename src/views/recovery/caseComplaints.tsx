import { complaintChannels, complaintTopics } from '../../machines/recoveryCase.facts.ts'
import { complaintColumns } from '../../services/recovery.columns.ts'
import { type Complaint, complaints } from '../../services/recovery.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { chosen, shared } from './filters.ts'
import { laidOut, rows, time } from './rows.tsx'

const columns = columnsOf<Complaint, keyof typeof complaintColumns>(complaintColumns, {
  ...laidOut,
  at: time,
  words: { width: 300 },
})

const byTopic = chosen('topic', 'recoveryCase:ask.topic', complaintTopics, (value) => `recoveryCase:topic.${value}`)
const byChannel = chosen(
  'channel',
  'recovery:screen.channel',
  complaintChannels,
  (value) => `recoveryCase:channel.${value}`,
)

/** The complaints of customers about collection, and whom each is about. */
export const screen: Screen = listScreen({
  ...rows,
  name: 'caseComplaints',
  empty: 'recovery:screen.empty.complaints',
  list: complaints.list,
  count: complaints.count,
  columns: Object.values(columns),
  filters: [byDays('day', 'recovery:screen.complained'), byTopic, byChannel, ...shared],
})
