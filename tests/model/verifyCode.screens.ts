import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import type { VerifyCode } from '../../src/machines/verifyCode.ts'
import { opens } from '../kit/opens.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'
import { verifyCodeProcess } from './verifyCode.driver.ts'
import type { Move } from './verifyCode.moves.ts'

const say = english('verifyCode')

/** Issued at the lead's detail, and seen in the list. */
export const verifyCodeOnScreens = () => {
  const { lead, ...process } = verifyCodeProcess()
  const row = (page: Page) => page.locator('tbody tr').first()

  const screens: Screens<Move, VerifyCode> = {
    at: () => to.customerVerifyCode(),
    does: {
      codeIssued: async (page) => {
        await opens(page, to.leadDetail({ id: lead() }))
        await page.getByRole('button', { name: say('action.codeIssued'), exact: true }).click()
        await page.getByRole('dialog').getByRole('button').last().click()
        await opens(page, to.customerVerifyCode())
      },
      codeVoided: (page) =>
        row(page)
          .getByRole('button', { name: say('action.codeVoided'), exact: true })
          .click(),
    },
    shows: (page, place) => [row(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
