import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { RecoveryCase } from '../../src/machines/recoveryCase.facts.ts'
import { commands } from '../../src/services/recoveryCase.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { recoveryCaseProcess } from './recoveryCase.driver.ts'
import { type Move, recoveryCaseModel } from './recoveryCase.moves.ts'

const say = english('recoveryCase')
const press = pressing(recoveryCaseModel, 'recoveryCase')

/** At the detail of the case. */
export const recoveryCaseOnScreens = () => {
  const { orderNo, ...process } = recoveryCaseProcess()
  const head = (page: Page) => page.locator('.case-head')
  const steps = (page: Page) => page.getByRole('region', { name: say('screen.history') }).getByRole('listitem')
  const does = (page: Page, _version: number, fact: Fact) => press(page, head(page), fact)

  const screens: Screens<Move, RecoveryCase> = {
    at: () => to.collectionDetail({ type: 'post', orderNo: orderNo() }),
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place, { stage }, _by, version) => [
      head(page).getByText(say(`state.${place}`), { exact: true }),
      head(page).getByText(say(`stage.${stage}`), { exact: true }),
      steps(page).nth(version - 1),
    ],
  }
  return { process, screens }
}
