import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { chromiumArgs } from '../../scripts/chromium.ts'
import { to } from '../../src/machines/paths.ts'
import { type Child, startServer } from '../kit/child.ts'
import { startContractServer } from '../kit/contractServer.ts'
import { emptyHome, type Home } from '../kit/home.ts'

const boss = { email: 'boss@elsewhere.example', password: 'a-password-of-mine' }

let home: Home
let other: Awaited<ReturnType<typeof startContractServer>>
let server: Child
let browser: Browser
let page: Page
const problems: string[] = []
beforeAll(async () => {
  other = await startContractServer(boss)
  home = await emptyHome(undefined)
  server = await startServer({ ...home.env, ADMIN_API: other.url })
  browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: chromiumArgs })
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  page.on('pageerror', (error) => problems.push(error.message))
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await home.remove()
  other.close()
})

const inPage = () => page.locator('.page:visible')
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** The box itself lies under its label. */
const tick = (name: string | RegExp) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('checkbox', { name, exact: true }) })
    .first()
    .click()
const logIn = async () => {
  await page.goto(server.url + to.login())
  await page.locator('input[type=email]').fill(boss.email)
  await page.locator('input[type=password]').fill(boss.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname !== to.login())
}

test('over a server with the calls of the specification alone, what it has works and the rest is left out quietly', async () => {
  await logIn()
  await inPage().getByText('This server does not offer this.').waitFor()

  await page.goto(server.url + to.role())
  await inPage().getByRole('row', { name: /clerk/ }).waitFor()
  await button('New role').click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('auditor')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await inPage()
    .getByRole('row', { name: /auditor/ })
    .waitFor()
  expect(other.roles.map(({ name }) => name)).toEqual(['admin', 'clerk', 'auditor'])

  await page.goto(server.url + to.menu({ role_id: 3 }))
  await tick('Process flow')
  await button('Save').click()
  await expect.poll(() => other.roles[2]!.menus.length).toBeGreaterThan(0)

  await page.goto(server.url + to.interface({ role_id: 3 }))
  await tick(/loan/i)
  await button('Save').click()
  await expect.poll(() => other.held.get(3)?.length).toBeGreaterThan(0)

  await page.goto(server.url + to.account())
  await inPage().getByRole('row', { name: /Boss/ }).waitFor()
  await button('New account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ani')
  await dialog.getByLabel('E-mail').fill('ani@elsewhere.example')
  await tick('auditor')
  await dialog.getByLabel('Password', { exact: true }).fill('a-password-of-hers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await inPage().getByRole('row', { name: /Ani/ }).waitFor()
  expect(other.users[1]).toMatchObject({ name: 'Ani', roles: [3] })

  await page.getByLabel('Language').selectOption('zh')
  await expect.poll(() => other.users[0]!.language).toBe('zh')
  await page.getByLabel('语言').selectOption('en')

  await page.goto(server.url + to.changePassword())
  await page.getByLabel('Current password', { exact: true }).fill(boss.password)
  await page.getByLabel('New password', { exact: true }).fill('another-password-of-mine')
  await page.getByLabel('New password again', { exact: true }).fill('another-password-of-mine')
  await page.keyboard.press('Enter')
  await expect.poll(() => other.passwords.get(boss.email)).toBe('another-password-of-mine')

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(({ pathname }) => pathname === to.login())
  expect(other.loggedOut()).toBe(1)
  await page.reload()
  await page.locator('input[type=email]').waitFor()

  expect(other.strange()).toEqual([])
  expect(problems).toEqual([])
})
