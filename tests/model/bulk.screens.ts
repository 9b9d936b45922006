import type { Bulk } from '../../src/machines/bulk.ts'
import { to } from '../../src/machines/paths.ts'
import { bulkProcess } from './bulk.driver.ts'
import type { Move } from './bulk.moves.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'

const say = english('bulk')
const ofOrders = english('approval')
const ofLists = english('list')

/** In the dialog over the queue, which stays open and shows the progress. */
export const bulkOnScreens = () => {
  const { known, ...process } = bulkProcess()
  const screens: Screens<Move, Bulk> = {
    at: () => to.reviewFirstWait(),
    does: {
      bulkRequested: async (page) => {
        const { orderNo, reviewer } = known()
        const assign = ofOrders('action.firstAssigned')
        await page.getByRole('checkbox', { name: `Select ${orderNo}` }).click()
        await page
          .getByRole('group', { name: ofLists('selection') })
          .getByRole('button', { name: assign })
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(ofOrders('ask.to')).selectOption(reviewer)
        await dialog.getByRole('button', { name: assign }).click()
      },
      bulkCancelled: (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: say('action.bulkCancelled') })
          .click(),
    },
    shows: (page, place) => [page.getByRole('dialog').getByText(new RegExp(`^${say(`state.${place}`)}: `))],
  }
  return { process, screens }
}
