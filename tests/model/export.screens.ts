import type { Export } from '../../src/machines/export.ts'
import { to } from '../../src/machines/paths.ts'
import { english } from './english.ts'
import { exportProcess } from './export.driver.ts'
import type { Move } from './export.moves.ts'
import type { Screens } from './office.browser.ts'

const say = english('export')

/** At the page of all lists, where the newest export comes first. */
export const exportOnScreens = () => {
  const screens: Screens<Move, Export> = {
    at: () => to.excelExport(),
    does: {
      exportRequested: (page) => page.getByRole('button', { name: say('action.exportRequested'), exact: true }).click(),
      exportCancelled: (page) => page.getByRole('button', { name: say('action.exportCancelled'), exact: true }).click(),
    },
    shows: (page, place) => [
      page
        .getByRole('region', { name: say('history') })
        .getByRole('listitem')
        .first()
        .getByText(say(`state.${place}`), { exact: true }),
    ],
  }
  return { process: exportProcess(), screens }
}
