import { day, instant, type ListColumns, number, text, word } from './columns.ts'
import type { ReportPlanRow } from './reportPlan.ts'

export const reportPlanColumns = {
  report: word('reportPlan:ask.report', (one) => `routes:${one.report}`),
  state: word('reportPlan:screen.state', (one) => `reportPlan:state.${one.state}`),
  role: text('reportPlan:ask.role', (one) => one.roleName),
  days: number('reportPlan:ask.days', (one) => one.days),
  time: text('reportPlan:ask.time', (one) => one.time),
  format: word('reportPlan:ask.format', (one) => `export:format.${one.format}`),
  morningDue: instant('reportPlan:screen.morningDue', (one) => one.morningDue),
  lastDay: day('reportPlan:screen.lastDay', (one) => one.last?.day ?? null),
  files: number('reportPlan:screen.files', (one) => one.last?.files ?? null),
  denied: number('reportPlan:screen.denied', (one) => one.last?.denied ?? null),
  unsent: number('reportPlan:screen.unsent', (one) => one.last?.unsent ?? null),
  author: text('reportPlan:screen.author', (one) => one.author.name),
  createdAt: instant('reportPlan:screen.createdAt', (one) => one.createdAt),
} satisfies ListColumns<ReportPlanRow>
