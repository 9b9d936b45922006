import { to } from '../../machines/paths.ts'
import { smsCategories } from '../../machines/smsText.ts'
import { smsBatchColumns } from '../../services/smsBatch.columns.ts'
import { batchStates, commands, countBatches, list, type SmsBatchRow } from '../../services/smsBatch.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byTemplate } from '../smsTemplate/byTemplate.ts'
import { BatchState } from './BatchState.tsx'
import { batchSubject } from './subject.ts'

const columns = columnsOf<SmsBatchRow, keyof typeof smsBatchColumns>(smsBatchColumns, {
  template: { width: 200 },
  state: { width: 150, cell: ({ state }) => <BatchState state={state} /> },
  startAt: { width: 140 },
  createdAt: { width: 140, sort: 'createdAt' },
  language: { extra: true },
  segments: { extra: true },
  underWay: { extra: true },
  doubtful: { extra: true },
  endedAt: { extra: true },
})

export const screen = listScreen({
  name: 'smsBatches',
  empty: 'smsBatch:screen.empty',
  counted: 'smsBatch:screen.count',
  list,
  count: countBatches,
  kind: 'smsBatch',
  where: {},
  sorted: '-createdAt',
  columns: Object.values(columns),
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'smsBatch:screen.state',
      options: batchStates.map((value) => ({ value, words: `smsBatch:state.${value}` })),
    },
    {
      kind: 'choice',
      name: 'category',
      label: 'smsBatch:screen.category',
      options: smsCategories.map((value) => ({ value, words: `smsTemplate:category.${value}` })),
    },
    byTemplate,
    { kind: 'text', name: 'sender', label: 'smsBatch:ask.sender', most: 20 },
    byDays('start', 'smsBatch:screen.startAt', { ahead: true }),
    { kind: 'text', name: 'reminder', label: 'smsBatch:screen.reminder', most: 40 },
  ],
  keyOf: ({ id }: SmsBatchRow) => id,
  row: ({ id }: SmsBatchRow) => to.smsBatch({ id }),
  subjectOf: batchSubject,
  actions: Object.keys(commands).filter((event) => event !== 'batchDrafted'),
})
