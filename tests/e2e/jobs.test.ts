import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as approval from '../../src/services/approval.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'

const { served, newPage } = consolePages({ orders: 200 })
let page: Page
beforeEach(async () => {
  page = await newPage()
})

const open = async (who: string, path: string) => {
  await logIn(page, served.url, who)
  await page.goto(served.url + path)
  await page.getByRole('row').nth(1).waitFor()
}

test('a list is exported, downloaded by the browser, and has the rows that the server lists', async () => {
  await open('reviewer1', to.reviewFirstPass())
  await page.getByRole('button', { name: 'Export' }).click()
  await page.locator('.jobs-form').getByRole('button', { name: 'Export' }).click()

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^Passed first review \d{4}-\d{2}-\d{2}\.xlsx$/)

  const { sheets } = await readXlsx(await readFile(await download.path()))
  const [, ...rows] = sheets[0]!.rows
  const reviewer = await served.login('reviewer1')
  const listed = await reviewer.data(approval.list, { list: 'firstPass', limit: 200 })
  expect(rows.map(([orderNo]) => orderNo)).toEqual(listed.rows.map(({ orderNo }) => orderNo))
})

test('all rows that are selected are assigned at once, and each says what became of it', async () => {
  const lead = await served.login('reviewLead')
  const waiting = await lead.data(approval.list, { list: 'firstWait', limit: 200 })
  const orders = waiting.rows.filter(({ holder }) => holder === null).slice(0, 2)
  expect(orders).toHaveLength(2)
  await open('reviewLead', to.reviewFirstWait())
  for (const { orderNo } of orders) await page.getByRole('checkbox', { name: `Select ${orderNo}` }).click()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reviewer').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Assign' }).click()

  await dialog.getByText(/2 done, 0 refused, of 2/).waitFor()
  for (const { orderNo } of orders) await dialog.getByRole('row', { name: `${orderNo} Done` }).waitFor()
})
