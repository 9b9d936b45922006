import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { logIn } from '../kit/logIn.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

const { served, newContext } = servedBrowser({ orders: 30 })

test('a picture whose code does not come says so, leaves the figures, and comes when told to', async () => {
  const context = await newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  const page = await context.newPage()
  await logIn(page, served.url, 'analyst')
  await page.locator('.tab-strip').waitFor()
  await page.route('**/Picture-*.js', (route) => route.abort())
  await page.goto(served.url + to.conversionRate())
  const picture = page.getByRole('figure')
  await picture.getByText('This could not be loaded').waitFor()
  expect(await page.getByRole('table', { name: 'Conversion rate' }).getByRole('row').count()).toBeGreaterThan(1)
  await page.unroute('**/Picture-*.js')
  await picture.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('slider', { name: 'Points of the picture' }).waitFor({ state: 'attached' })
  await context.close()
})

test('on paper a column that sorts has its head as text, which every page repeats', async () => {
  const context = await newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  const page = await context.newPage()
  await logIn(page, served.url, 'analyst')
  await page.locator('.tab-strip').waitFor()
  await page.goto(served.url + to.conversionRate())
  const head = page.getByRole('table', { name: 'Conversion rate' }).locator('th[aria-sort]').first()
  await head.waitFor()
  const painted = () => head.evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(await painted()).toBe('none')
  await page.emulateMedia({ media: 'print' })
  expect(await painted()).toBe('"Day"')
  expect(await head.locator('button').isVisible()).toBe(false)
  await context.close()
})
