import type { Page } from 'playwright-core'
import type { Approval } from '../../src/machines/approval.facts.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import { commands } from '../../src/services/approval.ts'
import { approvalProcess } from './approval.driver.ts'
import { approvalModel, type Move } from './approval.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'

const say = english('approval')
const press = pressing(approvalModel, 'approval')

/** At the detail of the order, which the queue leads to. */
export const approvalOnScreens = () => {
  const { orderNo, ...process } = approvalProcess()
  const head = (page: Page) => page.locator('.page:visible .detail-head')
  const does = (page: Page, _version: number, fact: Fact) => press(page, head(page), fact)

  const screens: Screens<Move, Approval> = {
    at: () => (orderNo() ? to.approveDetail({ orderNo: orderNo()! }) : to.reviewFirstWait()),
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place, _context, _by, version) => {
      const history = page.getByRole('region', { name: say('screen.history'), exact: true })
      const steps = history.getByRole('listitem').filter({ has: page.getByRole('time') })
      return [head(page).getByText(say(`state.${place}`), { exact: true }), steps.nth(version - 1)]
    },
  }
  return { process, screens }
}
