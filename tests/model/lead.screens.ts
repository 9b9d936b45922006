import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Lead } from '../../src/machines/lead.facts.ts'
import { to } from '../../src/machines/paths.ts'
import { commands } from '../../src/services/lead.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import { leadProcess } from './lead.driver.ts'
import { type Move, leadModel } from './lead.moves.ts'
import type { Screens } from './office.browser.ts'

const say = english('lead')
const press = pressing(leadModel, 'lead')

/** At the detail of the lead. */
export const leadOnScreens = () => {
  const { id, ...process } = leadProcess()
  const head = (page: Page) => page.locator('.lead-head')
  const steps = (page: Page) => page.getByRole('region', { name: say('screen.history') }).getByRole('listitem')
  const does = (page: Page, _version: number, fact: Fact) => press(page, head(page), fact)

  const screens: Screens<Move, Lead> = {
    at: () => to.leadDetail({ id: id() }),
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place, _context, _by, version) => [
      head(page).getByText(say(`state.${place}`), { exact: true }),
      steps(page).nth(version - 1),
    ],
  }
  return { process, screens }
}
