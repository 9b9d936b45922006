import type { Page } from 'playwright-core'
import type { Collector } from '../../src/machines/collector.ts'
import { to } from '../../src/machines/paths.ts'
import { collectorProcess } from './collector.driver.ts'
import { collectorModel, type Move } from './collector.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'

const say = english('collector')
const press = pressing(collectorModel, 'collector')

/** A collector at the switch on each of their pages, and a lead at the list of collectors. */
export const collectorOnScreens = () => {
  const { login, ...process } = collectorProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ has: page.getByText(login(), { exact: true }) })
  const switchOf = (page: Page, place: string) =>
    page.getByRole('button', { name: say(place === 'atWork' ? 'mine.on' : 'mine.off'), exact: true })

  const screens: Screens<Move, Collector> = {
    at: (by) => (by === 'collectionLead' ? to.collectionUserManage() : to.all()),
    does: {
      signedIn: (page) => switchOf(page, 'away').click(),
      signedOut: (page) => switchOf(page, 'atWork').click(),
      sentHome: (page, _version, fact) => press(page, itsRow(page), fact),
      weightSet: (page, _version, fact) => press(page, itsRow(page), fact),
      dailyCapSet: (page, _version, fact) => press(page, itsRow(page), fact),
      certified: (page, _version, fact) => press(page, itsRow(page), fact),
      groupJoined: (page, _version, fact) => press(page, itsRow(page), fact),
      groupLeft: (page, _version, fact) => press(page, itsRow(page), fact),
    },
    shows: (page, place, _, by) => [
      by === 'collectionLead' ? itsRow(page).getByText(say(`state.${place}`), { exact: true }) : switchOf(page, place),
    ],
  }
  return { process, screens }
}
