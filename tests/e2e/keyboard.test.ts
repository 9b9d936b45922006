import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import { to } from '../../src/machines/paths.ts'
import * as leads from '../../src/services/lead.ts'
import * as recoveryCase from '../../src/services/recoveryCase.ts'
import { password } from '../kit/app.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { anyHour, openDays } from '../model/recoveryCase.driver.ts'

const { served, newPage } = consolePages({ orders: 150 })

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })

/** Presses Tab until the element with this name has the focus. Throws after 80 presses. */
const tabTo = async (page: Page, name: string) => {
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}

test('a queue is worked by keyboard alone, from the login to a decision', async () => {
  const page = await newPage()
  const { keyboard } = page
  await page.goto(served.url + to.login())
  await page.locator('input[type=email]').waitFor()
  // The first field has the focus on load.
  await keyboard.type('reviewer1@demo.example')
  await keyboard.press('Tab')
  await keyboard.type(password)
  await keyboard.press('Enter')

  await page.locator('.page tbody a').first().waitFor()
  await keyboard.press('j')
  const orderNo = await focused(page)
  expect(orderNo).toMatch(/^LK\d+$/)
  await keyboard.press('Enter')
  await page.locator('.page h1', { hasText: orderNo }).waitFor()

  await tabTo(page, 'Take')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pass', exact: true }).waitFor()
  await tabTo(page, 'Pass')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.locator('select, input').first().waitFor()
  await keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'hidden' })
  const steps = async () => (await served.server.store.history(`approval/${orderNo}`)).map(({ type }) => type)
  await expect.poll(async () => (await steps()).slice(-2)).toEqual(['firstClaimed', 'firstPassed'])
})

/** Gives the collector cases whose call has no outcome yet. */
const callCases = async () => {
  // More loans fall overdue, at whatever hour the lender's past ends.
  served.clock.advance(10 * 24 * 3_600_000)
  await served.settle()
  const collector = await served.login('collector')
  const lead = await served.login('collectionLead')
  const { rows } = await lead.data(recoveryCase.list, { state: 'open.unassigned', limit: 50 })
  for (const { orderNo, version } of rows
    .filter(({ stage, company }) => stage !== 'pre' && stage !== 'm4' && company === null)
    .slice(0, 3))
    await lead.data(recoveryCase.dispatch, { orderNo, version, holder: collector.id })
  const mine = await collector.data(recoveryCase.mine, { phase: 'open', working: true, sort: 'urgency' })
  for (const { orderNo, state } of mine.rows)
    if (state !== 'open.promised')
      await served.server.store.send({
        stream: `recoveryCase/${orderNo}`,
        event: { type: 'contacted', by: collector.id, at: served.clock.now(), attempt: orderNo, channel: 'phone' },
        via: 'recoveryCase.contact',
        key: `called ${orderNo}`,
        request: '',
      })
}

test('from "will pay on Friday" to the next case are eight keys at most, and one shows the number', async () => {
  await callCases()
  const collector = await served.login('collector')
  const { rows } = await collector.data(recoveryCase.mine, { state: 'open.following', sort: 'urgency' })
  const [first, second] = rows
  const page = await newPage()
  await logIn(page, served.url, 'collector')
  await page.goto(`${served.url}${to.myOrderList()}?state=open.following`)
  await page.getByRole('link', { name: first!.orderNo }).click()
  const head = page.locator('.case-head:visible')
  const isAt = (orderNo: string) => head.getByRole('heading', { name: orderNo }).waitFor()
  await isAt(first!.orderNo)

  await page.keyboard.press('n')
  await head.getByText(/^\+628\d+$/).waitFor()

  const pressed: string[] = []
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    pressed.push(...keys)
  }
  const dialog = page.getByRole('dialog')
  const today = businessDay(served.clock.now())
  const isFriday = (day: string) => new Date(day).getUTCDay() === 5
  const friday = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days)).find(isFriday)!
  await press('o')
  await dialog.locator('select').waitFor()
  await press('p', 'Enter')
  await dialog.waitFor({ state: 'hidden' })
  await head.getByRole('button', { name: 'Note the outcome' }).and(page.locator('[aria-disabled=true]')).waitFor()
  await press('p')
  await dialog.locator('input').first().waitFor()
  await press(...String(Number(friday.slice(-2))), 'Enter')
  await dialog.waitFor({ state: 'hidden' })
  await press('j')
  await isAt(second!.orderNo)
  expect(pressed.length).toBeLessThanOrEqual(8)

  const { row } = await collector.data(recoveryCase.detail, { orderNo: first!.orderNo })
  expect(row).toMatchObject({ outcome: 'promised', promiseDay: friday, promiseAmount: first!.owed })
})

/** Gives the seller two leads whom nobody called yet and who may be called now, and answers them in the order in which they come. */
const twoLeads = async () => {
  const head = await served.login('telemarketingLead')
  const seller = await served.login('telemarketer')
  const batch = { batch: 'KUNCI-1', source: 'uji', proof: 'formulir' }
  const some = ['+6285700110001', '+6285700110002'].map((phone) => ({ phone, name: 'Calon Nasabah', province: '31' }))
  await head.data(leads.importLeads, { ...batch, leads: some })
  const { rows } = await head.data(leads.list, { batch: batch.batch, sort: 'importedAt' })
  for (const { id, version } of rows) {
    await head.data(leads.assign, { id, version, seller: seller.id })
    await anyHour(served, id)
  }
  await openDays(served)
  return { seller, ids: rows.map(({ id }) => id) }
}

test('from "call again Tuesday at three" to the next lead are seven keys at most', async () => {
  const { seller, ids } = await twoLeads()
  const page = await newPage()
  await logIn(page, served.url, 'telemarketer')
  await page.goto(served.url + to.leadDetail({ id: ids[0]! }))
  const head = page.locator('.lead-head:visible')
  const dialog = page.getByRole('dialog')
  await head.getByRole('button', { name: 'Set a call-back' }).waitFor()
  await page.keyboard.press('c')
  await dialog.locator('select').waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await head.getByRole('button', { name: 'Note the outcome' }).and(page.locator(':not([aria-disabled=true])')).waitFor()

  const pressed: string[] = []
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    pressed.push(...keys)
  }
  const today = businessDay(served.clock.now())
  const isTuesday = (day: string) => new Date(day).getUTCDay() === 2
  const tuesday = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days)).find(isTuesday)!
  await press('b')
  await dialog.locator('input').first().waitFor()
  await press('3', 'Tab', ...String(Number(tuesday.slice(-2))), 'Enter')
  await dialog.waitFor({ state: 'hidden' })
  await press('g')
  await page.waitForURL(served.url + to.leadDetail({ id: ids[1]! }))
  expect(pressed.length).toBeLessThanOrEqual(7)

  const { row, log } = await seller.data(leads.detail, { id: ids[0]! })
  expect(row).toMatchObject({ callBack: dayStart(tuesday) + 15 * 3_600_000, attempts: 1, outcome: 'reached' })
  expect(log).toMatchObject([{ channel: 'phone', outcome: 'reached' }])
})
