import { to } from '../../machines/paths.ts'
import { smsCategories, smsLanguages } from '../../machines/smsText.ts'
import { smsTemplateColumns } from '../../services/smsTemplate.columns.ts'
import { count, list, longest, type SmsTemplateRow, templateStates } from '../../services/smsTemplate.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import type { FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { templateSubject } from './subject.ts'
import { TemplateState } from './TemplateState.tsx'

const columns = columnsOf<SmsTemplateRow, keyof typeof smsTemplateColumns>(smsTemplateColumns, {
  name: { width: 220 },
  state: {
    width: 150,
    cell: ({ state }) => <TemplateState state={state} />,
  },
  category: { width: 110 },
  language: { width: 110 },
  marks: { width: 150 },
  body: { width: 300 },
  number: { width: 80 },
  inForce: { width: 100, extra: true },
  editedAt: { width: 140, sort: 'editedAt' },
  proposer: { extra: true },
  approvedAt: { width: 140, extra: true },
})

const filters: FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'smsTemplate:screen.state',
    options: templateStates.map((value) => ({ value, words: `smsTemplate:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'category',
    label: 'smsTemplate:ask.category',
    options: smsCategories.map((value) => ({ value, words: `smsTemplate:category.${value}` })),
  },
  {
    kind: 'choice',
    name: 'language',
    label: 'smsTemplate:ask.language',
    options: smsLanguages.map((value) => ({ value, words: `smsTemplate:language.${value}` })),
  },
  { kind: 'text', name: 'words', label: 'smsTemplate:screen.words', most: longest.search },
]

/** The templates of messages. */
export const Templates = listScreen({
  name: 'smsSendManage',
  empty: 'smsTemplate:screen.empty',
  counted: 'smsTemplate:screen.count',
  list,
  count,
  kind: 'smsTemplate',
  where: {},
  sorted: '-editedAt',
  columns: Object.values(columns),
  filters,
  keyOf: ({ id }: SmsTemplateRow) => id,
  row: ({ id }: SmsTemplateRow) => to.smsTemplate({ id }),
  subjectOf: templateSubject,
  actions: [
    'templateApproved',
    'templateRefused',
    'templateProposed',
    'templateEdited',
    'templateRevised',
    'templateTakenBack',
    'revisionDropped',
    'templateRetired',
  ],
})
