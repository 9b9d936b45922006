import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { leavesOf, to } from '../../src/machines/paths.ts'
import { allRoutes, publicRoutes } from '../../src/machines/routes.ts'
import { getRoles } from '../../src/services/access.ts'
import * as approval from '../../src/services/approval.ts'
import { keepLayout } from '../../src/services/savedViews.ts'
import { languages, userInfo } from '../../src/services/user.ts'
import { screens } from '../../src/views/screens.ts'
import { flaws, type Looked } from '../kit/flaws.ts'
import { importedLead } from '../kit/leads.ts'
import { logIn } from '../kit/logIn.ts'
import { opens } from '../kit/opens.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

const { served, newContext } = servedBrowser({ orders: 40 })

/** The lists that are grids by default. */
const grids = [
  'reviewList',
  'orderList',
  'loanDetail',
  'repayPlan',
  'repaymentRecord',
  'overdueRepaymentDetail',
  'userList',
]

/** The paths of all built screens without parameters. */
const plain = leavesOf(allRoutes)
  .filter(({ path, route }) => Object.hasOwn(screens, route.name) && !path.includes(':'))
  .map(({ path }) => path)

type Found = { problems: string[]; page: Page }

/** Opens a page that collects the browser's errors. */
const openPage = async (language: string, width: number, look: Record<string, string> = {}): Promise<Found> => {
  const context = await newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(`loket.${key}`, value)
    },
    { language, ...look },
  )
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, problems }
}

/** Navigates to another screen and closes all other tabs. */
const goTo = async (page: Page, path: string) => {
  await opens(page, path)
  for (const tab of await page.locator('.tab-strip li:not(:has([aria-current])) button').all())
    await tab.evaluate((button: HTMLElement) => button.click())
}

describe.each(languages)('in %s', (language) => {
  const looks: [number, string, string, Looked][] = [
    [1440, 'light', 'medium', language === 'en' ? 'all' : 'allButColours'],
    [800, 'dark', 'mini', language === 'en' ? 'all' : 'allButColours'],
  ]
  // The other scheme of each size differs in its colours alone.
  const more: typeof looks = [
    [1440, 'dark', 'medium', 'colours'],
    [800, 'light', 'mini', 'colours'],
  ]
  test.each(language === 'en' ? [...looks, ...more] : looks)(
    'every built screen is free of flaws at %i pixels, %s and %s: %s',
    // The test opens some fifty screens, which takes a slow machine more than a minute.
    async (width, scheme, size, looked) => {
      const { page, problems } = await openPage(language, width, { scheme, size })
      await page.goto(`${served.url}${to.login()}`)
      await page.locator('input[type=password]').waitFor()
      expect(await flaws(page, 'html', looked), 'login').toEqual([])

      await logIn(page, served.url, 'admin')
      const admin = await served.login('admin')
      // Grids are visual only: users of screen readers choose the table layout, so the tables are checked.
      for (const list of grids) await admin.data(keepLayout, { list, layout: { columns: [], plain: true } })
      const { rows } = await admin.data(approval.list, { list: 'firstPass', limit: 1 })
      const { orderNo } = rows[0]!
      const { id } = await admin.data(userInfo, { token: admin.token })
      const { roles } = await admin.data(getRoles, {})
      const role_id = String(roles[0]!.id)
      const details = [
        to.leadDetail({ id: await importedLead(served) }),
        to.approveDetail({ orderNo }),
        to.machinerDetail({ orderNo, type: 'first' }),
        to.loanDetail({ date: '2026-11-20' }),
        to.overdueRepaymentDetail({ date: '2026-11-20' }),
        to.accountDetail({ account_id: id.replace('staff/', '') }),
        to.menu({ role_id }),
        to.interface({ role_id }),
        to.auditEntry({ entry: 'E1' }),
        to.auditEntry({ entry: 'A1' }),
        to.seen({ orderNo }),
      ]
      await page.goto(`${served.url}${to.dashboard()}`)
      await page.locator('.tab-strip').waitFor()
      expect(await flaws(page, 'html', looked), 'the frame').toEqual([])
      for (const path of [...plain, ...details]) {
        if (publicRoutes.some((route) => route.path === path)) await page.goto(served.url + path)
        else await goTo(page, path)
        await page.locator('main :is(h1, h2, table, form)').first().waitFor()
        await page.waitForFunction(() => !document.querySelector('.bp6-skeleton, [aria-busy=true]'))
        expect(await flaws(page, 'main', looked), path).toEqual([])
      }
      expect(problems).toEqual([])
      await page.context().close()
    },
  )
})
