import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { StatementLine } from '../../src/machines/statementLine.ts'
import { lineCommands } from '../../src/services/statement.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { statementLineProcess } from './statementLine.driver.ts'
import { type Move, statementLineModel } from './statementLine.moves.ts'

const say = english('statementLine')
const press = pressing(statementLineModel, 'statementLine')

/** At the list of all accounts' lines. */
export const statementLineOnScreens = () => {
  const { id, ...process } = statementLineProcess()
  const itsRow = (page: Page) => page.locator(`[data-row="${id()}"]`)
  const inRow = (page: Page, _version: number, fact: Fact) => press(page, itsRow(page), fact)

  const screens: Screens<Move, StatementLine> = {
    at: () => to.bankStatement(),
    does: Object.fromEntries(Object.keys(lineCommands).map((type) => [type, inRow])),
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
