import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { Placement } from '../../src/machines/placement.ts'
import { commands } from '../../src/services/placement.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { placementProcess } from './placement.driver.ts'
import { type Move, placementModel } from './placement.moves.ts'

const say = english('placement')
const press = pressing(placementModel, 'placement')

/** The lead at the detail of the case, the checker at the list. */
export const placementOnScreens = () => {
  const { orderNo, ...process } = placementProcess()
  const atDetail = (page: Page) => page.getByRole('region', { name: say('screen.title') })
  const inList = (page: Page) => page.getByRole('row').filter({ has: page.getByText(orderNo(), { exact: true }) })
  const placeOf = (page: Page) => (page.url().includes('/detail/') ? atDetail(page) : inList(page))
  const does = (page: Page, _version: number, fact: Fact) => press(page, placeOf(page), fact)

  const screens: Screens<Move, Placement> = {
    at: (by) => (by === 'collectionLead' ? to.collectionDetail({ type: 'post', orderNo: orderNo() }) : to.placements()),
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place) => [placeOf(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
