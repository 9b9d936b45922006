import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as access from '../../src/services/access.ts'
import * as approval from '../../src/services/approval.ts'
import { openAllFilters } from '../kit/allFilters.ts'
import { logIn } from '../kit/logIn.ts'
import { waitingOrder } from '../kit/orders.ts'
import { consolePages } from '../kit/pages.ts'
import { passingCustomer } from '../kit/passing.ts'

const { served, newPage } = consolePages({ orders: 20, atWork: false })
let page: Page
beforeEach(async () => {
  page = await newPage()
})

// A hidden page of another tab may also be in the DOM.
const inPage = () => page.locator('.page:visible')

const open = async (who: string, path: string) => {
  await logIn(page, served.url, who)
  await page.goto(served.url + path)
}

const rejected = async (customer = passingCustomer()) => {
  const orderNo = await waitingOrder(served, { customer })
  const reviewer = await served.login('reviewer1')
  await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
  await reviewer.data(approval.detail, { orderNo })
  await reviewer.data(approval.firstReject, { orderNo, version: 3, reason: 'policy', note: '' })
  return orderNo
}

test('what a role was granted and what was taken from it is found in the audit, and opens', async () => {
  const admin = await served.login('admin')
  const { stream } = await admin.data(access.roleSave, { name: 'auditors' })
  const role_id = Number(stream.split('/')[1])
  await admin.data(access.roleMenuSave, { role_id, menus: ['role', 'account'] })
  await admin.data(access.roleMenuSave, { role_id, menus: ['account', 'audit'] })
  await open('admin', to.audit())
  await openAllFilters(inPage())
  await inPage().getByLabel('Record', { exact: true }).fill(stream)
  await inPage().getByLabel('Record', { exact: true }).press('Enter')
  await page.getByText('3 entries', { exact: true }).waitFor()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: 'Menus granted' }).waitFor()
  await page.getByRole('row', { name: 'Menus Taken: Roles Granted: Audit' }).waitFor()
  await page.getByRole('link', { name: 'All about this record' }).click()
  await page.getByText('3 entries', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('record')).toBe(stream)
})

test('a customer is looked for by phone, which no address shows, and who saw them is one click from their order', async () => {
  const customer = passingCustomer({ phone: '0857-6611-3355' })
  const orderNo = await rejected(customer)
  await open('admin', to.audit())
  await inPage().getByLabel('Phone', { exact: true }).fill(customer.phone)
  await inPage().getByLabel('Phone', { exact: true }).press('Enter')
  await page.getByRole('cell', { name: 'Customer data opened under a claim' }).waitFor()
  expect(page.url()).not.toContain('6611')
  await page.goto(served.url + to.approveDetail({ orderNo }))
  await page.getByRole('link', { name: 'Who saw the customer' }).click()
  await page.getByRole('heading', { name: `Who saw the customer, ${orderNo}` }).waitFor()
  for (const what of ['Order viewed, masked', 'Asked about in the audit', 'Customer data opened under a claim'])
    await page.getByRole('cell', { name: what }).first().waitFor()
})

test('the login log has a failure with its reason and its device, and is exported', async () => {
  await page.goto(served.url + to.login())
  await page.locator('input[type=email]').fill('risk@demo.example')
  await page.locator('input[type=password]').fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong e-mail or password').waitFor()
  await open('admin', to.loginLog())
  await inPage().getByLabel('Result').selectOption({ label: 'Login failed' })
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Login failed Wrong password .* Chrome, / }).waitFor()

  await page.getByRole('button', { name: 'Export' }).click()
  await page.locator('.jobs-form').getByRole('button', { name: 'Export' }).click()
  await served.settle()
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const { sheets } = await readXlsx(await readFile(await (await arriving).path()))
  const [, row] = sheets[0]!.rows
  expect(row!.slice(2)).toEqual(['Login failed', 'Wrong password', expect.any(String), 'Chrome, Linux'])
})

test('a customer is erased after two questions, and the order says so', async () => {
  const orderNo = await rejected()
  await open('admin', to.approveDetail({ orderNo }))
  await page.getByRole('button', { name: 'Erase the customer’s data' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.locator('dd').innerText()).toMatch(/^\w\*\*\*/)
  await dialog.getByLabel('Reason').and(page.locator(':focus')).fill('The customer asked to be forgotten')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const repeated = dialog.getByLabel('Type the order number to confirm')
  await repeated.and(page.locator(':focus')).fill('LK000000000000')
  await dialog.getByRole('button', { name: 'Yes, erase for good' }).click()
  await dialog.getByText('Not the same as above').waitFor()
  await repeated.fill(orderNo)
  await dialog.getByRole('button', { name: 'Yes, erase for good' }).click()
  await page.getByText(/The customer’s data was erased on .* by /).waitFor()
  await page.getByRole('button', { name: 'Erase the customer’s data' }).waitFor({ state: 'detached' })
  await page.goto(`${served.url}${to.reviewFirstReject()}?orderNo=${orderNo}`)
  await page.getByRole('row', { name: orderNo }).getByText('Erased').waitFor()
  const reviewer = await served.login('reviewer1')
  expect((await reviewer.data(approval.detail, { orderNo })).person.name).toBe('')
})
