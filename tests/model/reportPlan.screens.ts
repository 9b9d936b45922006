import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import type { ReportPlan } from '../../src/machines/reportPlan.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { reportPlanProcess } from './reportPlan.driver.ts'
import { type Move, reportPlanModel } from './reportPlan.moves.ts'

const say = english('reportPlan')
const press = pressing(reportPlanModel, 'reportPlan')

/** At the list, which identifies a plan by its time. */
export const reportPlanOnScreens = () => {
  const { time, ...process } = reportPlanProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ has: page.getByText(time(), { exact: true }) })

  const screens: Screens<Move, ReportPlan> = {
    at: () => to.reportPlans(),
    does: {
      reportPlanMade: (page, _version, fact) => press(page, page, fact),
      reportPlanStopped: (page, _version, fact) => press(page, itsRow(page), fact),
    },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
