import { screen as page, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as backtest from '../../../src/services/backtest.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
beforeAll(async () => {
  const { employment } = passingCustomer()
  const poor = passingCustomer({ employment: { ...employment, monthlyIncome: 2_000_000 } })
  await browser.server().apply(passing({ customer: poor }))
  for (let n = 0; n < 2; n += 1) await browser.server().apply(passing())
  await browser.server().settle()
})
afterEach(() => browser.network.resetHandlers())

const open = async (who: string) => {
  const { user } = await browser.openAs(who, { path: `${to.riskRuleConfig()}?version=builtin-1` })
  const section = await page.findByRole('region', { name: 'Backtest' })
  const over = async (from: string, until: string) => {
    const [first, last] = [/^Applied$/, /^Applied: Until/].map((label) => within(section).getByLabelText(label))
    await user.clear(first!)
    await user.type(first!, from)
    await user.clear(last!)
    await user.type(last!, `${until}{Enter}`)
    await user.click(within(section).getByRole('button', { name: 'Run backtest' }))
  }
  return { user, section, over }
}
const always = ['01/01/2020', '31/12/2099'] as const

test('over a period without applications it is refused in words, and what was typed stays', async () => {
  const { section, over } = await open('risk')
  await over('01/01/2020', '02/01/2020')
  expect((await within(section).findByRole('alert')).textContent).toBe('Nobody applied in this period')
  expect(within(section).getByLabelText<HTMLInputElement>('Applied').value).toBe('01/01/2020')
})

test('it waits for its turn, and then shows what was decided then against what would be now', async () => {
  const { section, over } = await open('risk')
  await over(...always)
  await within(section).findByText('Queued')
  await browser.server().settle()
  await within(section).findByText('0 decisions of 3 would differ.')
  const table = within(section).getByRole('table', { name: 'Decisions then and now' })
  // All may be counted before it is done, and only then a cell opens its orders.
  await within(table).findByRole('button')
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('button, .quiet')!.textContent),
    )
  expect(cells).toEqual([
    ['3', '0', '0'],
    ['0', '0', '0'],
    ['0', '0', '0'],
  ])
  const named = (table: string) =>
    within(within(section).getByRole('table', { name: table }))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  expect(named('Hits by rule')).toContain('Income too low')
  expect(named('Ratings').join()).toMatch(/^([A-E] – [a-z ]+(,|$))+$/)
})

test('its asker cancels it', async () => {
  const { user, section, over } = await open('risk')
  await over(...always)
  await user.click(await within(section).findByRole('button', { name: 'Stop the backtest' }))
  expect(await within(section).findByText('Cancelled', { selector: '.backtest-progress *' })).toBeDefined()
})

test('nobody else can, and is told why', async () => {
  const other = await browser.server().login('risk.2')
  browser.server().clock.advance(1000)
  const asked = { ruleSet: 'builtin-1', against: null, from: 0, to: browser.server().clock.now() + 1, most: 10 }
  const { stream } = await other.data(backtest.request, asked)
  const { section } = await open('risk')
  const barred = await within(section).findByRole('button', { name: 'Stop the backtest' })
  expect(barred.getAttribute('aria-disabled')).toBe('true')
  within(section).getByText('Only whoever asked for it can do this')
  await other.data(backtest.cancel, { id: stream.slice('backtest/'.length) })
})
