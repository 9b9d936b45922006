import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { leftOn, ledgerOn } from '../../src/machines/ledger.ts'
import { bookOf, type Loan, type LoanEvent } from '../../src/machines/loan.facts.ts'
import { to } from '../../src/machines/paths.ts'
import { commands } from '../../src/services/loan.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import { loanProcess } from './loan.driver.ts'
import { loanModel, type Move } from './loan.moves.ts'
import type { Screens } from './office.browser.ts'

const say = english('loan')
const press = pressing(loanModel, 'loan')
const stepsOn = (page: Page) =>
  page.getByRole('region', { name: english('loan')('detail.history') }).getByRole('listitem')
const its = (page: Page) => page.locator('.loan-head')

/** The texts of a place: one for each region that is not idle. */
const saidOf = (place: string) =>
  place
    .replace(/^open\./, '')
    .split('|')
    .filter((part) => !part.endsWith('.none'))
    .map((part) => say(place.startsWith('open.') ? `state.open.${part}` : `state.${part}`))

type Repaid = Extract<LoanEvent, { type: 'repaid' }>

const isAboveOwed = ({ amount, day }: Repaid, loan: Loan) => amount > leftOn(ledgerOn(bookOf(loan), day))

/** At the page of the loan. A payment above what is owed is asked about once more. */
export const loanOnScreens = () => {
  const { orderNo, ...process } = loanProcess()
  const does = (page: Page, _version: number, fact: Fact, loan: Loan) =>
    press(page, its(page), fact, {}, fact.type === 'repaid' && isAboveOwed(fact as Repaid, loan))

  const screens: Screens<Move, Loan> = {
    at: () => to.loanOfOrder({ orderNo: orderNo() }),
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place, _context, _by, version) => [
      ...saidOf(place).map((words) => its(page).getByText(words, { exact: true })),
      stepsOn(page).nth(version - 1),
    ],
  }
  return { process, screens }
}
