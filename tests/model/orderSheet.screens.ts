import type { OrderSheet } from '../../src/machines/orderSheet.ts'
import { to } from '../../src/machines/paths.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'
import { csvOf, orderSheetProcess } from './orderSheet.driver.ts'
import type { Move } from './orderSheet.moves.ts'

const say = english('orderSheet')

/** At the page of one's uploads, where the newest comes first. */
export const orderSheetOnScreens = () => {
  const { known, ...process } = orderSheetProcess()
  const screens: Screens<Move, OrderSheet> = {
    at: () => to.excelList(),
    does: {
      sheetRequested: async (page) => {
        const file = { name: 'numbers.csv', mimeType: 'text/csv', buffer: csvOf(known().orderNo) }
        await page.getByLabel('Upload order numbers').setInputFiles(file)
        await page.getByRole('button', { name: say('action.sheetRequested'), exact: true }).click()
      },
      sheetCancelled: (page) => page.getByRole('button', { name: say('action.sheetCancelled') }).click(),
    },
    shows: (page, place) => [
      page
        .getByRole('region', { name: 'Your uploads' })
        .getByRole('listitem')
        .first()
        .getByText(say(`state.${place}`), { exact: true }),
    ],
  }
  return { process, screens }
}
