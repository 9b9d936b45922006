import type { Locator, Page } from 'playwright-core'
import type { Account, AccountEvent } from '../../src/machines/account.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import { labelOf } from '../kit/labelOf.ts'
import { logIn } from '../kit/logIn.ts'
import { accountProcess } from './account.driver.ts'
import { accountModel, type Move, owner } from './account.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'

const say = english('account')
const words = english('access')
const shell = english('shell')
const common = english('common')
const routes = english('routes')
const press = pressing(accountModel, 'account')
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })
const field = (where: Page | Locator, name: string) => where.getByLabel(name, { exact: true })

/** An admin at the account's page, and the owner, who visits with a link or a password. */
export const accountOnScreens = () => {
  const { keys, ...process } = accountProcess()
  const itsLink = (page: Page) => page.getByRole('link', { name: keys().login, exact: true })
  const closeLink = (page: Page) => button(page.getByRole('dialog'), common('close')).click()

  /** Sessions and lockouts are no events of the account, so the page shows them only when it is reopened. */
  const lookAnew = async (page: Page) => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: routes('account'), exact: true })
      .first()
      .click()
    await itsLink(page).click()
  }
  const reset = async (page: Page, type: Move['type'], fill = async (_dialog: Locator) => {}) => {
    await button(page, words('resetLogin')).click()
    const dialog = page.getByRole('dialog')
    await fill(dialog)
    await button(dialog, say(`action.${type}`)).click()
  }
  const pressed = (page: Page, _version: number, fact: Fact) => press(page, page, fact)
  const pressedAnew = async (page: Page, _version: number, fact: Fact) => {
    await lookAnew(page)
    await press(page, page, fact)
  }

  const screens: Screens<Move, Account> = {
    at: (by) => (by === owner ? to.login() : to.account()),
    visitors: [owner],
    does: {
      accountOpened: async (page) => {
        await button(page, words('newAccount')).click()
        const dialog = page.getByRole('dialog')
        await field(dialog, words('fullName')).fill(keys().login)
        await field(dialog, words('email')).fill(`${keys().login}@demo.example`)
        await labelOf(dialog.getByRole('checkbox', { name: 'reviewer1', exact: true })).click()
        await button(dialog, common('save')).click()
        await closeLink(page)
        await itsLink(page).click()
      },
      accountEdited: async (page, _, fact) => {
        const { roles } = fact as AccountEvent & { type: 'accountEdited' }
        await button(page, words('editAccount')).click()
        const dialog = page.getByRole('dialog')
        const second = dialog.getByRole('checkbox', { name: 'reviewer2', exact: true })
        await labelOf(second).setChecked(roles.length > 1)
        await button(dialog, common('save')).click()
      },
      linkIssued: async (page) => {
        await reset(page, 'linkIssued')
        await closeLink(page)
      },
      passwordReset: (page) =>
        reset(page, 'passwordReset', async (dialog) => {
          await dialog.getByText(words('byPassword'), { exact: true }).click()
          await field(dialog, words('password')).fill(keys().next)
        }),
      sessionsEnded: pressedAnew,
      loginUnlocked: pressedAnew,
      accountDisabled: pressed,
      accountEnabled: pressed,
      linkUsed: async (page) => {
        await page.goto(new URL(`${to.setPassword()}#${keys().token}`, page.url()).href)
        await field(page, words('set.new')).fill(keys().next)
        await field(page, words('set.repeat')).fill(keys().next)
        await button(page, words('set.save')).click()
        await page.getByText(words('set.done').replace('{{email}}', `${keys().login}@demo.example`)).waitFor()
      },
      passwordChanged: async (page) => {
        const { origin } = new URL(page.url())
        await logIn(page, origin, keys().login, keys().password)
        await page.goto(origin + to.changePassword())
        await field(page, shell('password.old_password')).fill(keys().password)
        await field(page, shell('password.new_password')).fill(keys().next)
        await field(page, shell('password.repeat')).fill(keys().next)
        await button(page, common('save')).click()
        await page.getByText(shell('password.changed'), { exact: true }).first().waitFor()
      },
    },
    shows: (page, place, { linkUntil }, _by, version) => {
      const standing = page.locator('.page:visible header .account-standing')
      return [
        standing.getByText(say(`state.${place}`), { exact: true }),
        ...(linkUntil === null ? [] : [standing.getByText(words('invited'), { exact: true })]),
        page.locator(`.page:visible .timeline > li:nth-child(${version}):last-child`),
      ]
    },
  }
  return { process, screens }
}
