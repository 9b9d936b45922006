import { screen as page } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { fillOrders } from '../../kit/manyOrders.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
let passed: number
beforeAll(async () => {
  const { db, clock } = browser.server()
  await fillOrders(db, 17_000, clock.now())
  const { count } = await db.sql
    .selectFrom('approval')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('first_result', '=', 'pass')
    .executeTakeFirstOrThrow()
  passed = count
})

test('a count that stops at 10,000 is a button that counts on, and then there is a sum as well', async () => {
  const { user } = await browser.openAs('reviewer1', { path: to.reviewFirstPass() })
  expect(passed).toBeGreaterThan(10_000)
  const more = await page.findByRole('button', { name: '10,000+ orders' })
  expect(page.queryByText('Total')).toBeNull()
  await user.click(more)
  expect(await page.findByText(`${passed.toLocaleString('en')} orders`)).toBeTruthy()
  expect(page.queryByRole('button', { name: /^[\d,+]+ orders$/ })).toBeNull()
  const sum = await page.findByRole('row', { name: /^Total/ })
  expect(sum.textContent).toMatch(/^TotalIDR\s[\d,]+$/)
})
