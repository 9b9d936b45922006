import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { to } from '../../machines/paths.ts'
import { reports } from '../../machines/routes.ts'
import { reportPlanColumns } from '../../services/reportPlan.columns.ts'
import { count, list, type ReportPlanRow, reportPlanStates } from '../../services/reportPlan.ts'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { useConsole } from '../shared/console.ts'
import type { Screen } from '../shared/screens.ts'
import { Tag } from '../shared/Tag.tsx'
import { newField, reportPlans, subjectOf } from './subject.ts'

const columns = columnsOf<ReportPlanRow, keyof typeof reportPlanColumns>(reportPlanColumns, {
  report: { width: 200 },
  state: {
    cell: ({ state }, { t }) => (
      <Tag intent={state === 'active' ? 'success' : 'none'}>{t(`reportPlan:state.${state}`)}</Tag>
    ),
  },
  createdAt: { width: 140, sort: 'createdAt', extra: true },
})

const List = listScreen({
  name: 'reportPlans',
  empty: 'reportPlan:screen.empty',
  counted: 'reportPlan:screen.count',
  list,
  count,
  kind: 'reportPlan',
  where: {},
  sorted: '-createdAt',
  columns: Object.values(columns),
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'reportPlan:screen.state',
      options: reportPlanStates.map((value) => ({ value, words: `reportPlan:state.${value}` })),
    },
    {
      kind: 'choice',
      name: 'report',
      label: 'reportPlan:ask.report',
      options: reports.map((value) => ({ value, words: `routes:${value}` })),
    },
  ],
  keyOf: ({ id }: ReportPlanRow) => id,
  row: ({ report }: ReportPlanRow) => to[report](),
  subjectOf,
  actions: ['reportPlanStopped'],
})

/** The reports that are sent every morning, and the form for another one. A row opens its report. */
const ReportPlans = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const field = useMemo(() => newField(user.interfaces), [user])
  return (
    <div className="list-page">
      <NewRecord process={reportPlans} name={t('reportPlan:title')} field={field} />
      <List />
    </div>
  )
}

export const screen: Screen = Object.assign(ReportPlans, { prefetch: List.prefetch! })
