import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as reviewers from '../../src/services/reviewers.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { passing } from '../kit/passing.ts'

const { served, newPage } = consolePages()

const open = async (name: string, path: string): Promise<Page> => {
  const page = await newPage()
  await logIn(page, served.url, name)
  await page.goto(served.url + path)
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('a reviewer signs in, an order comes to them by itself, and a lead signs them out', async () => {
  const reviewer = await open('reviewer1', `${to.reviewFirstWait()}?mine=true`)
  await reviewer.getByRole('heading', { level: 1 }).waitFor()
  await reviewer.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await button(reviewer, 'Not taking orders').click()
  await button(reviewer, 'Taking orders').waitFor()

  const orderNo = await served.apply(passing())
  await reviewer.getByRole('link', { name: orderNo }).waitFor()
  expect(await reviewer.evaluate(() => 'neverReloaded' in window)).toBe(true)

  const lead = await open('reviewLead', to.reviewerManage())
  const { name } = (await (await served.login('reviewLead')).data(reviewers.list, { period: 'today' })).reviewers.find(
    ({ since }) => since !== null,
  )!
  const row = rowOf(lead, name)
  await expect.poll(() => row.getByRole('cell').nth(3).innerText()).toBe('1')
  await row.getByRole('button', { name: 'Sign out' }).click()
  await button(reviewer, 'Not taking orders').waitFor()
  await row.getByText('Not signed in').waitFor()
})

test('a lead sets a weight where it stands', async () => {
  const page = await open('reviewLead', to.reviewerManage())
  const [first] = (await (await served.login('reviewLead')).data(reviewers.list, { period: 'today' })).reviewers
  const weight = page.getByLabel(`Weight of ${first!.name}`)
  await weight.selectOption('7')
  const stored = async () =>
    (await (await served.login('reviewLead')).data(reviewers.list, { period: 'today' })).reviewers[0]!.weight
  await expect.poll(stored).toBe(7)
  await expect.poll(() => weight.isEnabled()).toBe(true)
  expect(await weight.inputValue()).toBe('7')
})

test('a lead makes a group; what is wrong is said at its field, and what was typed stays', async () => {
  const page = await open('reviewLead', to.reviewGroup())
  await page.getByRole('button', { name: 'Create group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Limit each').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Required').waitFor()
  await dialog.getByLabel('Name').fill('Night')
  await dialog.getByRole('button', { name: 'Add a shift' }).click()
  await dialog.getByLabel('From').fill('20:00')
  await dialog.getByLabel('To', { exact: true }).fill('04:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = rowOf(page, 'Night')
  expect(await row.innerText()).toContain('Mon–Fri 20:00–04:00')

  await row.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await row.getByText('Closed').waitFor()
  await row.getByRole('button', { name: 'Reopen' }).click()
  await row.getByRole('button', { name: 'Close' }).waitFor()
})
