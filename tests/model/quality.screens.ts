import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { Quality } from '../../src/machines/quality.facts.ts'
import { commands } from '../../src/services/quality.ts'
import { opens } from '../kit/opens.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { qualityProcess } from './quality.driver.ts'
import { type Move, qualityModel } from './quality.moves.ts'

const say = english('quality')
const press = pressing(qualityModel, 'quality')

/** At the detail of the visit. A complaint about a visit that is not sampled begins at the lead. */
export const qualityOnScreens = () => {
  const { id, lead, ...process } = qualityProcess()
  const head = (page: Page) => page.locator('.check-head')
  const does = (page: Page, _version: number, fact: Fact) => press(page, head(page), fact)

  const screens: Screens<Move, Quality> = {
    at: () => to.checkDetail({ id: id() }),
    does: {
      ...Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
      complained: async (page, _version, fact) => {
        await opens(page, to.leadDetail({ id: lead() }))
        await press(page, page.locator('.lead-head'), fact)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await opens(page, to.checkDetail({ id: id() }))
      },
    },
    shows: (page, place) => {
      const [top] = place.split('.')
      const words = top === 'notChecked' || top === 'second' ? `${top}._` : top
      return [head(page).getByText(say(`state.${words}`), { exact: true })]
    },
  }
  return { process, screens }
}
