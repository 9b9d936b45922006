import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as approval from '../../src/services/approval.ts'
import * as order from '../../src/services/order.ts'
import type { Caller } from '../kit/app.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { passing, passingCustomer } from '../kit/passing.ts'

const { served, newPage } = consolePages({ orders: 20 })
let page: Page
beforeEach(async () => {
  page = await newPage()
})

const open = async (who: string, path: string) => {
  await logIn(page, served.url, who)
  await page.goto(served.url + path)
}

const versionOf = async (by: Caller, orderNo: string) => (await by.data(approval.detail, { orderNo })).order.version

/** An order that passed both reviews. */
const approved = async () => {
  const orderNo = await served.apply(passing())
  const reviewer = await served.login('reviewer1')
  const checker = await served.login('reviewer2')
  const stateOf = async () => (await reviewer.data(approval.detail, { orderNo })).order.state
  await expect.poll(stateOf).toBe('firstReview.wait')
  const at = async () => ({ orderNo, version: await versionOf(reviewer, orderNo) })
  const decision = { amount: 1_500_000, term: 30, note: '' }
  await reviewer.data(approval.firstClaim, await at())
  await reviewer.data(approval.firstPass, { ...(await at()), ...decision })
  await checker.data(approval.finalClaim, await at())
  await checker.data(approval.finalPass, { ...(await at()), ...decision })
  return orderNo
}

test('support finds an order by its customer’s whole name, which no address shows', async () => {
  const orderNo = await served.apply(passing({ customer: passingCustomer({ name: 'Ratna Kusumawardhani' }) }))
  await open('support', to.orderList())
  await page.getByLabel('Full name').fill('ratna  KUSUMAWARDHANI')
  await page.getByLabel('Full name').press('Enter')
  await page.getByRole('link', { name: orderNo }).waitFor()
  await page.getByText('1 order', { exact: true }).waitFor()
  expect(page.url()).not.toMatch(/ratna/i)
})

test('a bank account of an approved order changes once a second person agrees, and the history tells of both', async () => {
  const orderNo = await approved()
  await open('support', to.approveDetail({ orderNo }))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit bank card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Fill in at least one thing that differs from now').waitFor()
  await dialog.getByLabel('Account no.').fill('12')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Not a valid account number').waitFor()
  await dialog.getByLabel('Account no.').fill('5554443332')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Are you sure you want to modify the information').waitFor()
  await dialog.getByRole('button', { name: 'Yes, modify' }).click()
  await page.getByText('Waiting for a second person').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm the change' }).count()).toBe(0)
  await page.getByText('Approved', { exact: true }).first().waitFor()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await open('reviewLead', to.approveDetail({ orderNo }))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await dialog.getByText(/→ 5554443332$/).waitFor()
  await dialog.getByRole('button', { name: 'Confirm the change' }).click()
  await page.getByText('In force').waitFor()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Customer data changed').waitFor()
  await history.getByText('Checked again and in order').waitFor()
  await history.getByText(/^Proposed by /).waitFor()
})

test('an order whose change waits comes to the lead’s list by itself, and leaves it once somebody decided', async () => {
  const orderNo = await approved()
  await open('reviewLead', `${to.reviewList()}?editWaits=1`)
  await page
    .getByText('Nothing matches')
    .or(page.getByRole('link', { name: /^LK/ }))
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: orderNo }).count()).toBe(0)
  const support = await served.login('support')
  await support.data(order.editBankCard, { orderNo, account: '5554443332' })
  await page.getByRole('link', { name: orderNo }).waitFor()

  const lead = await served.login('reviewLead')
  const [edit] = (await lead.data(order.editsOf, { orderNo })).edits
  await lead.data(order.refuseEdit, { id: edit!.id, version: edit!.version, note: '' })
  await page.getByRole('link', { name: orderNo }).waitFor({ state: 'detached' })
})

test('a sheet of order numbers is uploaded, its bad rows are shown, and the result is downloaded', async () => {
  const orderNo = await served.apply(passing())
  await open('support', to.excelList())
  const file = {
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`No. Pesanan;x\n${orderNo};1\nLK260101000009;2\n`),
  }
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('Name,Phone\nAyu,0812\n') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(/There is no column/).waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(/1 found, 1 unknown/).waitFor()
  await page.getByRole('button', { name: /^Rows that led to no order/ }).click()
  await page.getByRole('row', { name: '3 LK260101000009 Unknown' }).waitFor()

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const { sheets } = await readXlsx(await readFile(await (await arriving).path()))
  expect(sheets[0]!.rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
    [2, orderNo, 'Found'],
    [3, 'LK260101000009', 'Unknown'],
  ])
  const support = await served.login('support')
  expect((await support.data(order.sheetsOf, {})).sheets).toHaveLength(1)
})
