import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, businessDay } from '../../src/machines/calendar.ts'
import { to } from '../../src/machines/paths.ts'
import * as loan from '../../src/services/loan.ts'
import { openLoan } from '../kit/loans.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'

const { served, newPage } = consolePages()
let page: Page
beforeEach(async () => {
  page = await newPage()
})

const comeAs = async (who: string) => {
  await page.context().clearCookies()
  await logIn(page, served.url, who)
}

const rowsOf = async (name: string | RegExp) => {
  const rows = await page.getByRole('table', { name }).getByRole('row').allTextContents()
  return rows.map((text) => text.replaceAll(/\s+/g, ' '))
}

/** A loan whose first of two instalments fell due twelve days ago. Reads the clock once, for runs around midnight. */
const overdue = async () => {
  const today = businessDay(served.clock.now())
  return { today, orderNo: await openLoan(served, { from: addDays(today, -32) }) }
}

test('a payment is recorded and seen allocated, its reversal is proposed by one and confirmed by another, and the loan is seen as it was', async () => {
  const { orderNo } = await overdue()
  await comeAs('finance')
  await page.goto(served.url + to.repayQuery())
  await page.getByLabel('Order number, phone, NIK or full name').fill(orderNo)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Loan of ${orderNo}` }).waitFor()

  await page.getByRole('button', { name: 'Record a repayment' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Transaction id').fill('va-e2e')
  await form.getByLabel('Amount').fill('700000')
  await form.getByLabel('Payment method').selectOption('transfer')
  const preview = await rowsOf(/^IDR.700,000 on .* would pay$/)
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Payments' }).waitFor()
  // The booking equals the preview: seven days at 0.2 % of 600,000, five at 0.4 %, the rest for the next instalment.
  const allocation = ['No. 148,000600,00020,400', 'No. 231,60000']
  expect(preview.slice(1)).toEqual(allocation)
  expect((await rowsOf('Payments')).slice(2)).toEqual(allocation)

  await page.getByRole('button', { name: 'Propose a reversal' }).click()
  await form.getByLabel('Transaction id').selectOption('va-e2e')
  await form.getByLabel('Reason').fill('The bank called it back')
  await form.getByRole('button', { name: 'Propose a reversal' }).click()
  await page.getByText('You asked for it: somebody else has to decide.').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm the reversal' }).count()).toBe(0)

  await comeAs('financeChecker')
  await page.goto(`${served.url}${to.loanOfOrder({ orderNo })}`)
  await page.getByText('The bank called it back').first().waitFor()
  await page.getByRole('button', { name: 'Confirm the reversal' }).click()
  await form.getByRole('button', { name: 'Confirm the reversal' }).click()
  await page.getByRole('deletion').waitFor()
  expect((await rowsOf('Balances')).at(-1)).toBe('Total1,316,400001,316,400')

  await page.getByRole('region', { name: 'Loan history' }).getByRole('link', { name: 'Repayment', exact: true }).click()
  await page.getByText(/Step \d+ of \d+: Repayment, /).waitFor()
  expect(await page.getByRole('deletion').count()).toBe(0)
  expect((await rowsOf('Balances')).at(-1)).toBe('Total1,316,400700,0000616,400')
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByRole('deletion').waitFor()
})

test('in the list of payments a reversed one is struck through, is marked beside its day, and is in no sum by its name', async () => {
  // Nothing of it falls due, which would be a change of its own beside the payments.
  const today = businessDay(served.clock.now())
  const orderNo = await openLoan(served, { from: today })
  const version = () => served.server.store.version(`loan/${orderNo}`)
  const finance = await served.login('finance')
  const pay = async (txid: string, amount: number) =>
    finance.data(loan.record, { orderNo, version: await version(), txid, day: today, amount })
  await pay('va-stands', 100_000)
  await pay('va-reversed', 250_000)
  const reversal = { orderNo, txid: 'va-reversed', reason: 'The bank called it back' }
  await finance.data(loan.proposeReversal, { ...reversal, version: await version() })
  const checker = await served.login('financeChecker')
  await checker.data(loan.confirmReversal, { orderNo, version: await version() })

  await comeAs('finance')
  for (const width of [800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${served.url}${to.repaymentRecord()}?orderNo=${orderNo}`)
    // A table in the narrow window, a grid in the wide one.
    const cell = (text: string | RegExp) =>
      page.locator(':is(.list-table, .bp6-table-quadrant-main) :is(td, th, .bp6-table-cell)', { hasText: text }).first()
    const isStruck = (text: string) =>
      cell(text).evaluate((one) => getComputedStyle(one).textDecorationLine.includes('line-through'))
    await cell('250,000').waitFor()
    expect([await isStruck('250,000'), await isStruck('100,000')]).toEqual([true, false])
    const mark = (await cell(/^Reversed$/).boundingBox())!
    const amount = (await cell('250,000').boundingBox())!
    expect(mark.x + mark.width).toBeLessThan(amount.x)
    await page.getByText(/^Total without reversed payments/).waitFor()
    await page
      .getByText(/IDR.100,000/)
      .nth(1)
      .waitFor()
  }
})

test('what is paid beyond what is owed stands as credit, not in the column of the fee', async () => {
  const today = businessDay(served.clock.now())
  const orderNo = await openLoan(served, { from: today })
  const finance = await served.login('finance')
  const version = await served.server.store.version(`loan/${orderNo}`)
  await finance.data(loan.record, { orderNo, version, txid: 'va-more', day: today, amount: 1_296_100 })
  await comeAs('finance')
  await page.goto(`${served.url}${to.loanOfOrder({ orderNo })}`)
  await page.getByRole('table', { name: 'Payments' }).waitFor()
  expect((await rowsOf('Payments')).at(-1)).toBe('Credit: IDR 100')
})

test('on paper a loan is its statement: nothing to fill in or to press, and whose it is in the head of every page', async () => {
  const { orderNo } = await overdue()
  await comeAs('finance')
  await page.goto(`${served.url}${to.loanOfOrder({ orderNo })}`)
  await page.getByRole('table', { name: 'Overdue fees by day' }).waitFor()
  await page.getByRole('button', { name: 'Show: Name' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('What you need it for').selectOption('other')
  await form.getByLabel('In your own words').fill('Statement for the customer')
  await form.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('Sri Wahyuni').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Sri Wahyuni').isVisible()).toBe(true)
  expect(await page.getByText(`Statement of loan ${orderNo}`).isVisible()).toBe(true)
  for (const control of ['button', 'textbox', 'searchbox', 'navigation'] as const)
    expect(await page.getByRole(control).filter({ visible: true }).count()).toBe(0)
  // Print shows the whole of what scrolls on the screen.
  expect(await page.getByText('IDR 1,316,400').first().isVisible()).toBe(true)
  const cut = await page
    .locator('.loan-long')
    .evaluate((place) => place.scrollHeight > place.clientHeight || getComputedStyle(place).overflowY !== 'visible')
  expect(cut).toBe(false)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})

test('in the smallest size the calendar beside a day keeps clear of the edges of its button', async () => {
  const { orderNo } = await overdue()
  await page.addInitScript(() => localStorage.setItem('loket.size', 'mini'))
  await comeAs('finance')
  await page.goto(`${served.url}${to.loanOfOrder({ orderNo })}`)
  const button = page.locator('.bp6-input-action button').first()
  await button.waitFor()
  const [around, icon] = [(await button.boundingBox())!, (await button.locator('svg').boundingBox())!]
  expect(icon.y - around.y).toBeGreaterThanOrEqual(1)
  expect(around.y + around.height - icon.y - icon.height).toBeGreaterThanOrEqual(1)
})

test('the calendar of one day has shortcuts within its days, and picks what it says', async () => {
  const { orderNo } = await overdue()
  await comeAs('finance')
  await page.clock.setFixedTime(served.clock.now())
  await page.goto(`${served.url}${to.loanOfOrder({ orderNo })}`)
  // The first is of the days on which the loan was known.
  await page.getByRole('button', { name: 'Calendar' }).nth(1).click()
  const shortcuts = page.locator('.bp6-daterangepicker-shortcuts').getByRole('menuitem')
  await shortcuts.first().waitFor()
  const words = await shortcuts.allInnerTexts()
  expect(words).toEqual(expect.arrayContaining(['Today', 'Tomorrow', 'A week ago', '30 days ago']))
  // The loan is younger than that.
  expect(words).not.toContain('90 days ago')
  await shortcuts.filter({ hasText: 'A week ago' }).click()
  await shortcuts.first().waitFor({ state: 'detached' })
  await page.getByRole('table', { name: /^Owed on/ }).waitFor()
})

test('two loans are open side by side, each in a tab of its own, and the search stays as it was', async () => {
  const [{ orderNo: one }, { orderNo: other }] = [await overdue(), await overdue()]
  await comeAs('finance')
  await page.goto(served.url + to.repayQuery())
  const inSight = page.locator('.page:visible')
  const search = inSight.getByLabel('Order number, phone, NIK or full name')
  const lookUp = async (orderNo: string) => {
    await search.fill(orderNo)
    await search.press('Enter')
    await inSight.getByRole('heading', { name: `Loan of ${orderNo}` }).waitFor()
  }
  const tab = (name: string) => page.getByRole('navigation', { name: 'Visited pages' }).getByRole('link', { name })
  await lookUp(one)
  await inSight.getByLabel('If this is paid').fill('700000')
  await tab('Repayment lookup').click()
  expect(await search.inputValue()).toBe(one)
  await inSight.getByRole('link', { name: one }).waitFor()

  await lookUp(other)
  expect(await inSight.getByLabel('If this is paid').inputValue()).toBe('')
  await tab(`${one} · Loan`).click()
  await inSight.getByRole('heading', { name: `Loan of ${one}` }).waitFor()
  expect(await inSight.getByLabel('If this is paid').inputValue()).toBe('700,000')
  await tab(`${other} · Loan`).waitFor()
})
