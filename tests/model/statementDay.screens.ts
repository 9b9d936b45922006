import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { StatementDay } from '../../src/machines/statementDay.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { statementDayProcess } from './statementDay.driver.ts'
import { type Move, statementDayModel } from './statementDay.moves.ts'

const say = english('statementDay')
const words = english('statement')
const press = pressing(statementDayModel, 'statementDay')
const itsRow = (page: Page) =>
  page
    .getByRole('table', { name: words('days') })
    .getByRole('row')
    .nth(1)

/** At the page of an account's days; the account has one. */
export const statementDayOnScreens = () => {
  const { known, ...process } = statementDayProcess()
  const inRow = (page: Page, _version: number, fact: Fact) => press(page, itsRow(page), fact)

  const screens: Screens<Move, StatementDay> = {
    at: () => to.bankStatement(),
    opens: async (page) => {
      await page.getByRole('tab', { name: words('days') }).click()
      await page.getByLabel(words('account'), { exact: true }).selectOption(known().account)
    },
    does: { dayCloseProposed: inRow, dayClosed: inRow, dayCloseRefused: inRow },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
