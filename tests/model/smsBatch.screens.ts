import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { SmsBatch } from '../../src/machines/smsBatch.ts'
import { commands } from '../../src/services/smsBatch.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { smsBatchProcess } from './smsBatch.driver.ts'
import { type Move, smsBatchModel } from './smsBatch.moves.ts'

const say = english('smsBatch')
const press = pressing(smsBatchModel, 'smsBatch')

/**
 * Drafted at the list of orders, which leads to the list of batches: it identifies one by its template. Nobody drafts one
 * that is planned.
 */
export const smsBatchOnScreens = () => {
  const { known, isPlanned, ...process } = smsBatchProcess()
  const itsRow = (page: Page) =>
    page.getByRole('row').filter({ has: page.getByText(known().template, { exact: true }) })
  const inRow = (page: Page, _version: number, fact: Fact) => press(page, itsRow(page), fact)
  const batchDrafted = (page: Page, _version: number, fact: Fact) => press(page, page, { ...fact, ...known().starts })

  const screens: Screens<Move, SmsBatch> = {
    at: (by) =>
      by === 'support' && !isPlanned()
        ? `${to.orderList()}?${new URLSearchParams({ orderNo: known().orderNo })}`
        : to.smsBatches(),
    does: { ...Object.fromEntries(Object.keys(commands).map((type) => [type, inRow])), batchDrafted },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
