import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { rupiah } from '../../src/machines/money.ts'
import { to } from '../../src/machines/paths.ts'
import type { Withdrawal } from '../../src/machines/withdrawal.facts.ts'
import { commands } from '../../src/services/withdrawal.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { withdrawalProcess } from './withdrawal.driver.ts'
import { type Move, withdrawalModel } from './withdrawal.moves.ts'

const say = english('withdrawal')
const press = pressing(withdrawalModel, 'withdrawal')

/** At the list of withdrawals, which identifies one by its amount. */
export const withdrawalOnScreens = () => {
  const { known, ...process } = withdrawalProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ hasText: rupiah(known().amount, 'en') })
  const inRow = (page: Page, _version: number, fact: Fact) => press(page, itsRow(page), fact)
  const withdrawalRequested = (page: Page, _version: number, fact: Fact) => press(page, page, fact, known().to)

  const screens: Screens<Move, Withdrawal> = {
    at: () => to.withdrawal(),
    does: { ...Object.fromEntries(Object.keys(commands).map((type) => [type, inRow])), withdrawalRequested },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
