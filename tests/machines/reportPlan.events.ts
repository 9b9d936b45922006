import type { ReportPlanEvent } from '../../src/machines/reportPlan.ts'

/** The data of each event, without `by` and `at`. */
export const reportPlanFacts = {
  reportPlanMade: { report: 'conversionRate', role: '4', days: 30, time: '07:00', format: 'csv', permitted: true },
  morningCame: {},
  reportsSent: { day: '2026-03-11', files: 1, denied: 0 },
  reportPlanStopped: {},
} as const satisfies Record<ReportPlanEvent['type'], object>
