import type { Page } from 'playwright-core'
import type { CollectionGroup } from '../../src/machines/collectionGroup.ts'
import { to } from '../../src/machines/paths.ts'
import { collectionGroupProcess } from './collectionGroup.driver.ts'
import { collectionGroupModel, type Move } from './collectionGroup.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'

const say = english('collectionGroup')
const press = pressing(collectionGroupModel, 'collectionGroup')

/** A lead at the list of groups, which identifies a group by its name. */
export const collectionGroupOnScreens = () => {
  const { nth, ...process } = collectionGroupProcess()
  const itsRow = (page: Page) =>
    page.getByRole('row').filter({ has: page.getByText(new RegExp(`^(Night|Day) ${nth()}$`)) })

  const screens: Screens<Move, CollectionGroup> = {
    at: () => to.collectioGroupManage(),
    does: {
      groupCreated: (page, _version, fact) => press(page, page, fact),
      groupChanged: (page, _version, fact) => press(page, itsRow(page), fact),
      targetsPlanned: (page, _version, fact) => press(page, itsRow(page), fact),
      groupClosed: (page, _version, fact) => press(page, itsRow(page), fact),
      groupReopened: (page, _version, fact) => press(page, itsRow(page), fact),
    },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
