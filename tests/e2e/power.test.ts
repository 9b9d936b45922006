import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as access from '../../src/services/access.ts'
import { password } from '../kit/app.ts'
import { labelOf } from '../kit/labelOf.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'

const { served, newPage } = consolePages()

const open = async (name: string, path: string): Promise<Page> => {
  const page = await newPage()
  await logIn(page, served.url, name)
  await page.goto(served.url + path)
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  return page
}
const wasReloaded = (page: Page) => page.evaluate(() => !('neverReloaded' in window))
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const roleId = async (name: string) => {
  const admin = await served.login('admin')
  return (await admin.data(access.getRoles, {})).roles.find((role) => role.name === name)!.id
}

test('a menu that a role is granted is in an open sidebar at once, and gone with its page once it is taken', async () => {
  const checker = await open('qualityChecker', to.checkList())
  await sidebar(checker).getByRole('link').first().waitFor()
  expect(await sidebar(checker).getByRole('link', { name: 'Process flow' }).count()).toBe(0)

  const admin = await open('admin', to.menu({ role_id: await roleId('qualityChecker') }))
  await admin.getByRole('searchbox', { name: 'Search' }).fill('flow/index')
  await labelOf(admin.getByRole('checkbox', { name: 'Process flow', exact: true })).click()
  await admin.getByRole('region', { name: 'Sidebar of this role' }).first().getByText('Process flow').waitFor()
  await button(admin, 'Save').click()
  await admin.getByText('Menus of qualityChecker: saved').waitFor()

  await sidebar(checker).getByRole('link', { name: 'Process flow' }).click()
  await checker.waitForURL((url) => url.pathname === to.flow())

  await labelOf(admin.getByRole('checkbox', { name: 'Process flow', exact: true })).click()
  await button(admin, 'Save').click()
  await expect.poll(() => new URL(checker.url()).pathname).toBe(to.checkList())
  await expect.poll(() => sidebar(checker).getByRole('link', { name: 'Process flow' }).count()).toBe(0)
  expect(await checker.locator('.tab-strip').getByRole('link', { name: 'Process flow' }).count()).toBe(0)
  expect(await wasReloaded(checker)).toBe(false)
})

test('somebody is invited, chooses a password by the link, works, and is logged out when their account is disabled', async () => {
  const admin = await open('admin', to.account())
  await button(admin, 'New account').click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Baru Sekali')
  await dialog.getByLabel('E-mail', { exact: true }).fill('baru@demo.example')
  await labelOf(dialog.getByRole('checkbox', { name: 'analyst' })).click()
  await button(admin, 'Save').click()
  const link = await admin.getByRole('textbox', { name: 'One-time link for Baru Sekali' }).inputValue()
  expect(new URL(link).pathname).toBe(to.setPassword())
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => admin.content()).not.toContain(new URL(link).hash.slice(1))

  const page = await newPage()
  await page.goto(link)
  await page.getByText('Choose the password for baru@demo.example').waitFor()
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password once more').fill(password)
  await button(page, 'Save password').click()
  await page.getByText('The password is saved').waitFor()
  await page.reload()
  await page.getByRole('alert').getByText('This link was used').waitFor()
  await logIn(page, served.url, 'baru')
  await sidebar(page).getByRole('link', { name: 'Process flow' }).waitFor()

  await admin.getByRole('link', { name: 'Baru Sekali' }).click()
  await admin.getByRole('heading', { level: 1, name: 'Baru Sekali' }).waitFor()
  await button(admin, 'Disable').click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByText('you have been logged out').waitFor()
  await admin.getByText('Account disabled', { exact: true }).first().waitFor()
})
