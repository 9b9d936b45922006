import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Loan } from '../../src/machines/loan.facts.ts'
import { to } from '../../src/machines/paths.ts'
import { commands } from '../../src/services/loan.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import { loanProcess } from './loan.desk.ts'
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

/** At the page of the loan. */
export const loanOnScreens = () => {
  const { orderNo, ...process } = loanProcess()
  const does = (page: Page, _version: number, fact: Fact) => press(page, its(page), fact)

  const screens: Screens<Move, Loan> = {
    at: () => `${to.repayQuery()}?${new URLSearchParams({ orderNo: orderNo() })}`,
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place, _context, _by, version) => [
      ...saidOf(place).map((words) => its(page).getByText(words, { exact: true })),
      stepsOn(page).nth(version - 1),
    ],
  }
  return { process, screens }
}
