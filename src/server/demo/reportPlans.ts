import { make } from '../../services/reportPlan.ts'
import type { Server } from '../server.ts'

const day = 86_400_000

const plans = [
  { report: 'conversionRate', days: 7, format: 'xlsx' },
  { report: 'overdueMonitoringTotal', days: 30, format: 'csv' },
] as const

/** Plans of the day before, for the analysts: their files come on the next morning, or at once when that is over. */
export const makeReportPlans = async ({ store, clock }: Server, role: number, analyst: string): Promise<void> => {
  for (const { report, ...terms } of plans)
    await store.send({
      stream: `reportPlan/demo-${report}`,
      event: {
        type: 'reportPlanMade',
        by: analyst,
        at: clock.now() - day,
        report,
        ...terms,
        role: String(role),
        time: '07:00',
        permitted: true,
      },
      via: make.interface,
      key: `demo reportPlan/${report}`,
    })
}
