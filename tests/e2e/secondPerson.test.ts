import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { demoRoles } from '../../src/server/demo/staff.ts'
import * as payout from '../../src/services/payout.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { approvedOrder, payoutCall } from '../kit/payouts.ts'

const { served, newPage } = consolePages()
let page: Page
beforeEach(async () => {
  page = await newPage()
})

const order = {
  version: 0,
  account: 'BCA-OUT',
  bank: 'BCA',
  card: '1234567890',
  holder: 'PT Sewa Kantor',
  channel: 'samudra',
  purpose: 'Office rent',
} as const
const requested = async (amount: number) => {
  const { stream } = await (await served.login('finance')).data(withdrawal.request, { ...order, amount })
  return stream.slice('withdrawal/'.length)
}
const submitted = async () => {
  const orderNo = await approvedOrder(served)
  expect(await payoutCall(served, await served.login('finance'), payout.submit, orderNo)).toHaveCode(0)
  return orderNo
}

const worklist = () => page.getByRole('region', { name: 'Waiting for you as the second person' })
const rows = () => worklist().locator('tbody tr')
const linksIn = () => worklist().locator('tbody a').allTextContents()
const waiting = () => page.locator('.sidebar .waiting-count').allTextContents()

describe('what waits for a second person', () => {
  test('is one list on the dashboard, whose rows open the records, with a count in the sidebar that follows', async () => {
    const orderNo = await submitted()
    const [large, small] = [await requested(25_000_000), await requested(3_000_000)]
    await logIn(page, served.url, 'financeChecker')
    expect(new URL(page.url()).pathname).toBe(to.dashboard())
    await expect.poll(() => rows().count()).toBe(3)
    expect(await waiting()).toEqual(['3'])
    for (const text of ['Payout: Being checked', /IDR.1,410,000/, 'Withdrawal: Requested', /IDR.25,000,000/])
      await rows().getByText(text).first().waitFor()

    await worklist().getByLabel('Order').selectOption('Largest amount first')
    await expect.poll(linksIn).toEqual([large, small, orderNo])
    await worklist().getByLabel('Kind', { exact: true }).selectOption('Withdrawal: Requested (2)')
    await expect.poll(linksIn).toEqual([large, small])

    await worklist().getByRole('link', { name: small }).click()
    await page.waitForURL((url) => url.searchParams.get('txid') === small)
    await page.locator(`tr[data-row="${small}"]`).waitFor()

    // Somebody else answers.
    const admin = await served.login('admin')
    await admin.data(withdrawal.refuse, { txid: small, version: 1, reason: 'no invoice' })
    await expect.poll(waiting).toEqual(['2'])
    await page.goto(served.url + to.dashboard())
    await worklist().getByRole('link', { name: orderNo }).click()
    await page.waitForURL((url) => url.pathname === to.approveDetail({ orderNo }))
    await page.getByRole('button', { name: 'Approve and send' }).first().waitFor()
  })

  test('is not shown to who proposed it', async () => {
    await requested(4_000_000)
    await logIn(page, served.url, 'finance')
    await worklist().getByText('Nothing waits for you as the second person.').waitFor()
    expect(await waiting()).toEqual([])
  })
})

// Reviewers begin with their queue.
const withDashboard = Object.keys(demoRoles).filter((role) => !/^reviewer\d$/.test(role))

test.each(withDashboard)('%s lands on a dashboard with the worklist', async (role) => {
  await logIn(page, served.url, role)
  expect(new URL(page.url()).pathname).toBe(to.dashboard())
  await worklist().getByRole('heading', { name: 'Waiting for you as the second person' }).waitFor()
})
