import { to } from '../../machines/paths.ts'
import { verifyCodeColumns } from '../../services/verifyCode.columns.ts'
import { choices, codeStates, count, list, type VerifyCode } from '../../services/verifyCode.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { byDays } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byName, byPhone } from '../list/ofOrder.ts'
import { Tag } from '../shared/Tag.tsx'
import { subjectOf } from './subject.ts'

const intents = { issued: 'primary', used: 'success', expired: 'none', voided: 'none' } as const

const columns = columnsOf<VerifyCode, keyof typeof verifyCodeColumns>(verifyCodeColumns, {
  name: { cell: (row, { t }) => row.name || t('audit:erased') },
  state: { cell: ({ state }, { t }) => <Tag intent={intents[state]}>{t(`verifyCode:state.${state}`)}</Tag> },
  issuedAt: { sort: 'issuedAt' },
})

/** The codes that sellers read to leads. A row opens the lead. */
export const screen = listScreen({
  name: 'customerVerifyCode',
  empty: 'verifyCode:screen.empty',
  counted: 'verifyCode:screen.count',
  list,
  count,
  kind: 'verifyCode',
  where: {},
  sorted: '-issuedAt',
  columns: Object.values(columns),
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'verifyCode:screen.state',
      options: codeStates.map((value) => ({ value, words: `verifyCode:state.${value}` })),
    },
    {
      kind: 'choice',
      name: 'seller',
      label: 'lead:screen.seller',
      most: 40,
      options: async (client) => (await client.call(choices, {})).sellers.map(({ id, name }) => ({ value: id, name })),
    },
    byPhone,
    byName,
    byDays('issued', 'verifyCode:screen.issuedAt'),
  ],
  keyOf: ({ id }: VerifyCode) => id,
  row: ({ lead }: VerifyCode) => to.leadDetail({ id: lead }),
  subjectOf,
  actions: ['codeVoided'],
})
