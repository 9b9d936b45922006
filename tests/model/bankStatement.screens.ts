import type { Page } from 'playwright-core'
import type { BankStatement } from '../../src/machines/bankStatement.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import { bankStatementProcess } from './bankStatement.driver.ts'
import { bankStatementModel, type Move } from './bankStatement.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'

const say = english('bankStatement')
const words = english('statement')
const press = pressing(bankStatementModel, 'bankStatement')

/** At the page of the uploaded files. */
export const bankStatementOnScreens = () => {
  const { known, ...process } = bankStatementProcess()
  // The newest file of the account comes first.
  const itsItem = (page: Page) =>
    page
      .getByRole('list', { name: words('files') })
      .getByRole('listitem')
      .filter({ hasText: known().account })
      .last()
  const inItem = (page: Page, _version: number, fact: Fact) => press(page, itsItem(page), fact)

  const screens: Screens<Move, BankStatement> = {
    at: () => to.bankStatement(),
    opens: (page) => page.getByRole('tab', { name: words('files') }).click(),
    does: {
      statementUploaded: async (page) => {
        const { account, content: buffer } = known()
        const file = { name: `${account}.csv`, mimeType: 'text/csv', buffer }
        await page.getByLabel(words('account'), { exact: true }).selectOption(account)
        await page.getByLabel(words('file'), { exact: true }).setInputFiles(file)
        await page.getByRole('button', { name: say('action.statementUploaded'), exact: true }).click()
      },
      statementConfirmed: inItem,
      statementCancelled: inItem,
      statementReread: inItem,
      pendingSettled: inItem,
    },
    shows: (page, place) => [itsItem(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
