import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { ReportPlan } from '../../machines/reportPlan.ts'
import type { reportPlanStates, ReportPlanRow } from '../../services/reportPlan.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<ReportPlan>) => {
  const { report, role, days, time, format } = context.terms!
  const state = stateName(value) as (typeof reportPlanStates)[number]
  return {
    id: idOf(stream),
    version,
    state,
    report: report as ReportPlanRow['report'],
    role,
    days,
    time,
    format,
    author: context.author,
    created_at: context.createdAt,
    morning_due: state === 'active' ? context.morningDue : null,
    last: context.last,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    report_plan: ReturnType<typeof row>
  }
}

export const reportPlanProjection: Projection = { table: 'report_plan', key: 'id', row }
