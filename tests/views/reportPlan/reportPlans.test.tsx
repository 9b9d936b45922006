import { screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { choices, make } from '../../../src/services/reportPlan.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()

afterEach(() => vi.useRealTimers())

const tomorrow = async () => {
  const { clock, settle } = browser.server()
  clock.advance(24 * 3_600_000)
  for (let n = 0; n < 4; n += 1) {
    await settle()
    clock.advance(1000)
  }
}

test('a report that was sent in the morning stands on the dashboard, with its file', async () => {
  const analyst = await browser.server().login('analyst')
  const { roles } = await analyst.data(choices, {})
  const role = roles.find(({ name }) => name === 'analyst')!.id
  await analyst.data(make, { version: 0, report: 'conversionRate', role, days: 7, time: '07:00', format: 'csv' })
  await tomorrow()
  vi.useFakeTimers({ toFake: ['Date'], now: browser.server().clock.now() })
  await browser.openAs('analyst', { path: to.dashboard(), language: 'en' })
  const section = within(await page.findByRole('region', { name: 'Reports of this morning' }))
  expect(section.getByRole('listitem').textContent).toMatch(/^Tingkat konversi .*\.csv.*7 rows/)
  expect(section.getByRole('button', { name: /^Download: Tingkat konversi/ })).toBeTruthy()
})

test('the plans say when the next files are sent, and what became of the last', async () => {
  const { user } = await browser.openAs('analyst', { path: to.reports(), language: 'en' })
  await user.click(await page.findByRole('link', { name: 'Reports sent every morning' }))
  const row = await within(await page.findByRole('table', { name: 'Sent reports' })).findByRole('row', {
    name: /Conversion rate/,
  })
  expect(within(row).getByText('Active')).toBeTruthy()
  expect(within(row).getByText('07:00')).toBeTruthy()
  expect(within(row).getByRole('button', { name: 'Stop sending' })).toBeTruthy()
})

test('the number below the list is that of its rows as soon as a plan is made', async () => {
  const { user } = await browser.openAs('analyst', { path: to.reportPlans(), language: 'en' })
  const before = Number.parseInt((await page.findByText(/^\d+ sent reports?$/)).textContent ?? '', 10)
  await user.click(page.getByRole('button', { name: 'Send a report every morning' }))
  const form = within(await page.findByRole('dialog'))
  await user.selectOptions(form.getByLabelText('Report'), 'Pass rate')
  await user.selectOptions(
    form.getByLabelText('To the people of the role'),
    await form.findByRole('option', { name: 'analyst' }),
  )
  await user.click(form.getByRole('button', { name: 'Send a report every morning' }))
  await waitFor(() => expect(page.queryAllByRole('row', { name: /rate/ })).toHaveLength(before + 1))
  expect(page.getByText(/sent reports?$/).textContent).toMatch(new RegExp(`^${before + 1} `))
})

test('whoever may plan none sees no way to them', async () => {
  await browser.openAs('risk', { path: to.reports(), language: 'en' })
  expect(await page.findByRole('heading', { name: 'All reports' })).toBeTruthy()
  expect(page.queryByRole('link', { name: 'Reports sent every morning' })).toBeNull()
})
