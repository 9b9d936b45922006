import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { to } from '../../machines/paths.ts'
import { reminderSides } from '../../machines/reminder.ts'
import { reminderColumns } from '../../services/reminder.columns.ts'
import { commands, count, list, type ReminderRow, reminderStates } from '../../services/reminder.ts'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import type { Screen } from '../shared/screens.ts'
import { Tag } from '../shared/Tag.tsx'
import { newField, previewOf, reminders, reminderSubject } from './subject.ts'

const columns = columnsOf<ReminderRow, keyof typeof reminderColumns>(reminderColumns, {
  template: { width: 200 },
  state: { width: 120, cell: ({ state }) => <ReminderState state={state} /> },
  createdAt: { width: 140, sort: 'createdAt', extra: true },
})

const List = listScreen({
  name: 'reminders',
  empty: 'reminder:screen.empty',
  counted: 'reminder:screen.count',
  list,
  count,
  kind: 'reminder',
  where: {},
  sorted: '-createdAt',
  columns: Object.values(columns),
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'reminder:screen.state',
      options: reminderStates.map((value) => ({ value, words: `reminder:state.${value}` })),
    },
    {
      kind: 'choice',
      name: 'side',
      label: 'reminder:ask.side',
      options: reminderSides.map((value) => ({ value, words: `reminder:side.${value}` })),
    },
  ],
  keyOf: ({ id }: ReminderRow) => id,
  row: ({ id }: ReminderRow) => `${to.smsBatches()}?${new URLSearchParams({ reminder: id })}`,
  subjectOf: reminderSubject,
  actions: Object.keys(commands).filter((event) => event !== 'reminderDrafted'),
})

/** The plan of reminders. A row opens the batches that it made. */
const Reminders = () => {
  const { t } = useTranslation()
  return (
    <div className="list-page">
      <NewRecord process={reminders} name={t('reminder:title')} field={newField} preview={previewOf} />
      <List />
    </div>
  )
}

export const screen: Screen = Object.assign(Reminders, { prefetch: List.prefetch! })

const intents: Partial<Record<ReminderRow['state'], Intent>> = { proposed: 'primary', active: 'success' }

const ReminderState = ({ state }: Pick<ReminderRow, 'state'>) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state] ?? 'none'}>{t(`reminder:state.${state}`)}</Tag>
}
