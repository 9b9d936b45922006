import type { Page } from 'playwright-core'
import type { LeadImport } from '../../src/machines/leadImport.ts'
import { to } from '../../src/machines/paths.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import { leadImportProcess } from './leadImport.driver.ts'
import { type Move, leadImportModel } from './leadImport.moves.ts'
import type { Screens } from './office.browser.ts'

const say = english('leadImport')
const press = pressing(leadImportModel, 'leadImport')

/** At the page of the imports, where the newest comes first. */
export const leadImportOnScreens = () => {
  const { batch, file, ...process } = leadImportProcess()
  const item = (page: Page) => page.getByRole('listitem').filter({ hasText: `${batch()} · event` })

  const screens: Screens<Move, LeadImport> = {
    at: () => to.leadImports(),
    does: {
      leadsStaged: async (page) => {
        const buffer = file()
        await page.getByLabel(say('screen.file')).setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })
        // The list of leads, which may wait in another tab, has filters with the same labels.
        const field = (ask: string) => page.getByRole('textbox', { name: say(`ask.${ask}`), exact: true })
        await field('batch').fill(batch())
        await field('source').fill('event')
        await field('proof').fill('form of the fair')
        await page.getByRole('button', { name: say('action.leadsStaged'), exact: true }).click()
      },
      importConfirmed: (page, _version, fact) => press(page, item(page), fact),
      importDropped: (page, _version, fact) => press(page, item(page), fact),
    },
    shows: (page, place) => [item(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
