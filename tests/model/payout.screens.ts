import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { Payout } from '../../src/machines/payout.facts.ts'
import { commands } from '../../src/services/payout.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { payoutProcess } from './payout.driver.ts'
import { type Move, payoutModel } from './payout.moves.ts'

const say = english('payout')
const press = pressing(payoutModel, 'payout')
const itsFacts = (page: Page) => page.getByRole('region', { name: english('payout')('screen.of'), exact: true })
const inDoubt = (page: Page, txid: string) =>
  itsFacts(page).getByRole('row').filter({ hasText: txid }).getByText(english('payout')('screen.isContradicted'))

/** At the detail of the payout's order. */
export const payoutOnScreens = () => {
  const { orderNo, account, ...process } = payoutProcess()
  const does = (page: Page, _version: number, fact: Fact) =>
    press(page, page.locator('.page:visible .detail-head'), fact, fact.type === 'accountChanged' ? account() : {})

  const screens: Screens<Move, Payout> = {
    at: () => to.approveDetail({ orderNo: orderNo() }),
    does: Object.fromEntries(Object.keys(commands).map((type) => [type, does])),
    shows: (page, place, { attempts }) => {
      const doubts = attempts.filter(({ contradiction }) => contradiction !== null)
      const standing = itsFacts(page)
        .locator('header')
        .getByText(say(`state.${place}`), { exact: true })
      // The state may be the same while the payout on the page is a newer one.
      return [standing, ...doubts.map(({ txid }) => inDoubt(page, txid))]
    },
  }
  return { process, screens }
}
