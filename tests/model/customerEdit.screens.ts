import type { Page } from 'playwright-core'
import type { EditField } from '../../src/machines/customerEdit.fields.ts'
import type { CustomerEdit } from '../../src/machines/customerEdit.ts'
import { to } from '../../src/machines/paths.ts'
import { fieldLabels } from '../../src/views/customerEdit/editFields.ts'
import { customerEditProcess, refusalNote } from './customerEdit.driver.ts'
import type { Move } from './customerEdit.moves.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'

const say = english('customerEdit')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** At the detail of the customer's order. */
export const customerEditOnScreens = () => {
  const { known, ...process } = customerEditProcess()

  const propose = (type: Move['type']) => async (page: Page) => {
    await button(page, 'Edit').click()
    await page.getByRole('menuitem', { name: say(`action.${type}`) }).click()
    const dialog = page.getByRole('dialog')
    for (const [field, value] of Object.entries(known().changed)) {
      const [file, key] = fieldLabels[field as EditField].split(':') as [string, string]
      const input = dialog.getByLabel(english(file)(key))
      await (field === 'bank' ? input.selectOption(value) : input.fill(value))
    }
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Yes, modify' }).click()
  }
  const screens: Screens<Move, CustomerEdit> = {
    at: () => to.approveDetail({ orderNo: known().orderNo }),
    does: {
      userInfoProposed: propose('userInfoProposed'),
      nikProposed: propose('nikProposed'),
      bankNameProposed: propose('bankNameProposed'),
      bankCardProposed: propose('bankCardProposed'),
      editConfirmed: async (page) => {
        await button(page, say('action.editConfirmed')).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('action.editConfirmed') })
          .click()
      },
      editRefused: async (page) => {
        await button(page, say('action.editRefused')).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(say('ask.note')).fill(refusalNote)
        await dialog.getByRole('button', { name: say('action.editRefused') }).click()
      },
    },
    shows: (page, place) => [
      page.getByRole('region', { name: 'Changes of customer data' }).getByText(say(`state.${place}`), { exact: true }),
    ],
  }
  return { process, screens }
}
