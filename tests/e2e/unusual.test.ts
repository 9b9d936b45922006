import { rmSync } from 'node:fs'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as payout from '../../src/services/payout.ts'
import { buildConsole } from '../kit/builtConsole.ts'
import { testConsole } from '../kit/console.ts'
import { oneEngine } from '../kit/engines.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { logIn } from '../kit/logIn.ts'

// Features that no screen uses today: an external link, a screen without a title, and a screen that throws.
const manual = 'https://manual.example/loket'
const route = "{ path: 'orderList', name: 'orderList' }"

let dist: string
let served: Awaited<ReturnType<typeof testConsole>>
let browser: Browser
let page: Page
beforeAll(async () => {
  dist = await buildConsole({
    'src/machines/routes.ts': (code) =>
      code.replace(
        route,
        `{ path: 'orderList', name: 'orderList', untitled: true },
         { path: '${manual}', name: 'manual', external: true }`,
      ),
    'locales/en/routes.json': (code) => code.replace('{', '{ "manual": "Manual",'),
    'src/views/payout/loanRecord.tsx': () => `export const screen = () => { throw new Error('broken on purpose') }`,
  })
  served = await testConsole({ ...oneEngine()[0], dist, orders: 5 })
  browser = await launchBrowser(inject('chromiumPath'))
})
afterAll(async () => {
  await browser.close()
  await served.close()
  rmSync(dist, { recursive: true })
})

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 700 } })
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  page = await context.newPage()
  await logIn(page, served.url, 'admin')
  await page.locator('.tab-strip').waitFor()
  return () => context.close()
})

test('a link to another site opens a window of its own, which learns nothing of this one, and no tab', async () => {
  await page.context().route(`${manual}**`, (one) => one.fulfill({ body: 'A manual' }))
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await page.getByRole('link', { name: 'Manual' }).click()
  const other = await opened
  await other.getByText('A manual').waitFor()
  expect(other.url()).toBe(manual)
  expect(await other.evaluate(() => [opener, document.referrer])).toEqual([null, ''])
  expect(await page.locator('.tab-strip a').allInnerTexts()).toEqual(['Dashboard'])
})

test('a screen without a title has a tab with no name', async () => {
  await page.goto(served.url + to.orderList())
  await page.locator('.page:visible [data-row]').first().waitFor()
  expect(await page.locator('.tab-strip [aria-current=page]').innerText()).toBe('no-name')
})

test('a screen that breaks leaves the frame as it is, and the log of errors says which part it was, and where', async () => {
  await page.goto(served.url + to.loanRecord())
  await page.locator('main').getByText('This screen has failed').waitFor()
  await page.getByRole('button', { name: '1 error' }).click()
  const log = page.getByRole('dialog')
  await log.getByText('broken on purpose').waitFor()
  const words = await log.innerText()
  expect(words).toContain(to.loanRecord())
  expect(words).toMatch(/loanRecord-[\w-]+\.js/)
})

test('a call that the server breaks off is in the log of errors with its address and code', async () => {
  await page.goto(served.url + to.waitLoanList())
  await page.locator('.page:visible h1').waitFor()
  await page.route(`**/api${payout.list.path}`, (one) => one.fulfill({ status: 502, body: 'broken' }))
  await page.reload()
  await page.getByText('This could not be loaded').waitFor()
  await page.getByRole('button', { name: /error/ }).click()
  const words = await page.getByRole('dialog').innerText()
  expect(words).toContain(payout.list.path)
  expect(words).toContain('502')
})
