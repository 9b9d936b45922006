import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import type { Visitor } from '../../src/machines/visitor.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'
import { visitorProcess } from './visitor.driver.ts'
import type { Move } from './visitor.moves.ts'

const say = english('visitor')

/** At the list, where an analyst sees what the apps tell. */
export const visitorOnScreens = () => {
  const { id, ...process } = visitorProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ has: page.getByText(id(), { exact: true }) })

  const screens: Screens<Move, Visitor> = {
    at: () => to.visitors(),
    watchers: ['analyst'],
    does: {},
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
