import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { password } from '../kit/app.ts'
import { consolePages } from '../kit/pages.ts'

const { served, newPage } = consolePages({ orders: 60 })

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
