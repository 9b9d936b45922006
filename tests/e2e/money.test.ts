import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as payout from '../../src/services/payout.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { approvedOrder, payoutCall, payoutState } from '../kit/payouts.ts'

const { served, newPage } = consolePages()
let page: Page
beforeEach(async () => {
  page = await newPage()
})

/** Payouts that wait for a second person, the longest waiting first. */
const submitted = async (count: number) => {
  const maker = await served.login('finance')
  const orders: string[] = []
  for (let nth = 0; nth < count; nth += 1) orders.push(await approvedOrder(served))
  for (const orderNo of orders) await expect.poll(() => valueOf(orderNo)).toBe('waiting')
  for (const orderNo of orders) expect(await payoutCall(served, maker, payout.submit, orderNo)).toHaveCode(0)
  return orders
}
const valueOf = async (orderNo: string) => (await payoutState(served, orderNo)).value

const openWaiting = async () => {
  await logIn(page, served.url, 'financeChecker')
  await page.goto(`${served.url}${to.waitLoanList()}?stage=checking`)
}
const row = (orderNo: string) => page.locator(`tr[data-row="${orderNo}"]`)
const approve = (within: Locator) => within.getByRole('button', { name: 'Approve and send' })
const middleOf = async (button: Locator) => {
  const { x, y, width, height } = (await button.boundingBox())!
  return [x + width / 2, y + height / 2] as const
}
const topOf = async (orderNo: string) => (await row(orderNo).boundingBox())!.y
const orderIn = () => page.locator('tbody tr[data-row]').evaluateAll((rows) => rows.map((one) => one.dataset['row']))

describe('a payout is sent', () => {
  test('only from a dialog that says what it is, which no stray click confirms and two times Enter does', async () => {
    const [first, second] = (await submitted(2)) as [string, string]
    await openWaiting()
    const place = await middleOf(approve(row(first)))
    await page.mouse.click(...place)
    await page.mouse.click(...place)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (const text of [first, /IDR.1,410,000|IDR.1,5/, 'Samudra', /BCA/])
      await dialog.getByText(text).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect([await valueOf(first), await valueOf(second)]).toEqual(['checking', 'checking'])

    await approve(row(first)).focus()
    await page.keyboard.press('Enter')
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await expect.poll(() => cancel.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => valueOf(first)).not.toBe('checking')
    expect(await valueOf(second)).toBe('checking')
  })

  test('and its row keeps its place under the pointer, with what became of it, until the reader asks for the rest', async () => {
    const [first, second, third] = (await submitted(3)) as [string, string, string]
    await openWaiting()
    await approve(row(second)).hover()
    const before = await orderIn()
    const top = await topOf(third)

    // Somebody else approves the row under the pointer.
    const checker = await served.login('admin')
    expect(await payoutCall(served, checker, payout.approve, second)).toHaveCode(0)
    await row(second).getByText('No longer in this list').waitFor()
    expect(await row(second).getByRole('button').count()).toBe(0)
    expect(await orderIn()).toEqual(before)
    expect(await topOf(third)).toBe(top)

    await page.getByRole('button', { name: '1 change: show' }).press('Enter')
    await row(second).waitFor({ state: 'detached' })
    expect(await orderIn()).toEqual(before.filter((orderNo) => orderNo !== second))

    // The own one says by what it left, and goes when the pointer leaves the table.
    await row(third).hover()
    await approve(row(first)).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await row(first).getByText('Approved', { exact: true }).waitFor()
    await page.mouse.move(5, 5)
    await row(first).waitFor({ state: 'detached' })
  })

  test('not from a button that came under a pointer which has not moved since', async () => {
    const [first] = (await submitted(1)) as [string]
    await openWaiting()
    await approve(row(first)).click()
    const dialog = page.getByRole('dialog')
    // Until it has come to rest.
    await approve(dialog).click({ trial: true })
    const [x, y] = await middleOf(approve(dialog))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.mouse.move(x, y)
    await approve(row(first)).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => middleOf(approve(dialog))).toEqual([x, y])
    await page.mouse.down()
    await page.mouse.up()
    await page.getByText('This button has just come under the pointer').waitFor()
    expect(await valueOf(first)).toBe('checking')
    await page.mouse.move(x + 10, y)
    await page.mouse.down()
    await page.mouse.up()
    await expect.poll(() => valueOf(first)).not.toBe('checking')
  })
})

test('ticking a row shifts nothing', async () => {
  const [first, second] = (await submitted(2)) as [string, string]
  await openWaiting()
  await row(first).waitFor()
  const tops = [await topOf(first), await topOf(second)]
  await row(first).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Selection' }).waitFor()
  expect([await topOf(first), await topOf(second)]).toEqual(tops)
})

describe('payouts are sent together', () => {
  const dialog = () => page.getByRole('dialog')
  const approveAll = () =>
    page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Approve and send' })
  const tick = async (...orders: string[]) => {
    await openWaiting()
    for (const orderNo of orders) await row(orderNo).getByRole('checkbox').check()
  }
  const values = (orders: readonly string[]) => Promise.all(orders.map(valueOf))
  const isFocused = (button: Locator) => button.evaluate((one) => one === document.activeElement)

  test('only from a dialog that says how many, their sum and channel, and which they are', async () => {
    const orders = await submitted(2)
    await tick(...orders)
    await approveAll().focus()
    await page.keyboard.press('Enter')
    const cancel = dialog().getByRole('button', { name: 'Cancel' })
    await expect.poll(() => isFocused(cancel)).toBe(true)
    const facts = await dialog().locator('.command-about').innerText()
    for (const said of ['2', '2,820,000', 'Samudra', 'BCA']) expect(facts).toContain(said)
    for (const orderNo of orders)
      expect((await dialog().getByRole('row', { name: orderNo }).innerText()).replaceAll('\u00a0', ' ')).toMatch(
        /\*.*\*.*1,410,000/s,
      )
    expect(await values(orders)).toEqual(['checking', 'checking'])

    await page.keyboard.press('Enter')
    await dialog().getByText('2 done, 0 refused, of 2').waitFor()
    expect(await values(orders)).not.toContain('checking')
  })

  test('for all that match the filter only after the server has said their number and sum', async () => {
    const orders = await submitted(2)
    const checker = await served.login('financeChecker')
    const waiting = await checker.data(payout.count, { list: 'wait', stage: 'checking' })
    await tick(orders[0]!)
    await page.getByRole('button', { name: /^Select all/ }).click()
    await approveAll().press('Enter')
    const facts = dialog().locator('.command-about')
    await facts.getByText(waiting.sums!.amount.toLocaleString('en')).waitFor()
    await facts.getByText(String(waiting.count), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await values(orders)).toEqual(['checking', 'checking'])
  })

  test('not by a double click, and what refuses them is red', async () => {
    const orders = await submitted(1)
    await tick(...orders)
    const place = await middleOf(approveAll())
    await page.mouse.dblclick(...place)
    await dialog().waitFor()
    // Whatever lies under the resting pointer sends nothing.
    await page.mouse.click(...place)
    await tick(...orders)
    expect(await values(orders)).toEqual(['checking'])

    await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Refuse' }).click()
    await dialog().getByRole('button', { name: 'Refuse' }).waitFor()
    expect(await dialog().getByRole('button', { name: 'Refuse' }).getAttribute('class')).toContain('intent-danger')
  })
})
