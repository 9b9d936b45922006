import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { passRate, reports } from '../../../src/services/report.ts'
import type { Language } from '../../../src/services/user.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { passing } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'
import { lineTo } from '../line.ts'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())

const open = (path: string, { who = 'analyst', language = 'en' }: { who?: string; language?: Language } = {}) =>
  browser.openAs(who, { path, language })
const rowOf = async (table: string, name: RegExp) =>
  within(await page.findByRole('table', { name: table })).findByRole('row', { name })
const cellsOf = async (table: string, name: RegExp) =>
  within(await rowOf(table, name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('with two applications of the day', () => {
  beforeAll(async () => {
    const { apply, settle, db } = browser.server()
    await apply(passing())
    await apply(passing())
    await settle()
    await catchUp(db)
  })

  test('the unfinished day is marked, a day without anything is a line, and a rate of nothing is blank', async () => {
    await open(to.conversionRate())
    const [, ...today] = await cellsOf('Conversion rate', /21 Nov 2026/)
    expect(today).toEqual(['not over yet', '2', '2', '100.0%', '0', '0.0%', '0', '–', '0', '–', '0.0%', '2'])
    const [, ...yesterday] = await cellsOf('Conversion rate', /20 Nov 2026/)
    expect(yesterday).toEqual(['–', '0', '0', '–', '0', '–', '0', '–', '0', '–', '–', '0'])
    expect(await page.findByText(/^As of event \d+, 21 Nov 2026/)).toBeTruthy()
    expect(page.getByText(/^Of the applications of each day/)).toBeTruthy()
  })

  test('a figure opens the list of what it counts', async () => {
    const { user, isAt } = await open(`${to.conversionRate()}?app=DK`)
    const row = await rowOf('Conversion rate', /21 Nov 2026/)
    const [applied] = within(row).getAllByRole('link', { name: '2' })
    await user.click(applied!)
    await isAt(`${to.orderList()}?app=DK&applied=2026-11-21..2026-11-21`)
    expect(await page.findByText('2 orders')).toBeTruthy()
  })

  test('the finished days stand beside as many days before, without the unfinished one', async () => {
    const { user } = await open(`${to.passRate()}?days=2026-11-20..2026-11-21`)
    await user.click(await page.findByText('Totals and comparison'))
    const whole = await rowOf('Totals and comparison', /^Whole period 20 Nov 2026 – 21 Nov 2026/)
    expect(within(whole).getAllByRole('cell')[0]!.textContent).toBe('2')
    const finished = await rowOf('Totals and comparison', /^Finished days 20 Nov 2026 – 20 Nov 2026/)
    expect(within(finished).getAllByRole('cell')[0]!.textContent).toBe('0')
    expect(await rowOf('Totals and comparison', /^The days before 19 Nov 2026 – 19 Nov 2026/)).toBeTruthy()
  })

  test('rule sets are offered by what they are called, and not by their code', async () => {
    await open(to.passRate())
    const choice = await page.findByRole('combobox', { name: 'Rule set' })
    await waitFor(() =>
      expect(within(choice).getAllByRole('option', { name: /^Built-in rules, version \d+$/ })).toHaveLength(1),
    )
  })

  test('what is counted meanwhile shows by itself', async () => {
    await open(to.channelConversionRate())
    await waitFor(async () => expect((await cellsOf('Conversion by channel', /2/))[1]).toBe('2'))
    await browser.server().apply(passing())
    await browser.server().settle()
    await catchUp(browser.server().db)
    await waitFor(async () => expect((await cellsOf('Conversion by channel', /3/))[1]).toBe('3'))
  })

  test('weeks are lines, amounts open the instalments that they add up, and late facts count by their value day', async () => {
    await open(`${to.overdueMonitoring()}?days=2026-11-10..2026-11-21&grain=week`)
    expect((await cellsOf('Overdue monitoring', /16 Nov 2026/))[1]).toBe('21 Nov 2026')
    expect((await cellsOf('Overdue monitoring', /10 Nov 2026/))[1]).toBe('15 Nov 2026')
    const basis = await page.findByRole('combobox', { name: 'Late facts' })
    expect(within(basis).getByRole('option', { name: 'By value date' })).toHaveProperty('selected', true)
  })

  test('in a low window the definition and the chart are folded, and can be unfolded', async () => {
    const high = window.innerHeight
    window.innerHeight = 650
    try {
      const { user } = await open(to.passRate())
      const parts = () =>
        [...document.querySelectorAll('.report-standing details')].map((part) => part.hasAttribute('open'))
      const chart = await page.findByText('Chart')
      expect(parts()).toEqual([false, false, false])
      await user.click(chart)
      expect(parts()).toEqual([false, true, false])
    } finally {
      window.innerHeight = high
    }
  })

  test('what became of each age in the last month that is over stands in a matrix', async () => {
    const { user } = await open(`${to.overdueMonitoringTotal()}?days=2026-10-01..2026-11-21`)
    await user.click(await page.findByText('From month to month'))
    expect(await page.findByText(/^What was outstanding at the close of 30 Sept 2026, .* 31 Oct 2026/)).toBeTruthy()
    const matrix = await page.findByRole('table', { name: 'From month to month' })
    expect(within(matrix).getAllByRole('rowheader')).toHaveLength(7)
    expect(within(matrix).getAllByRole('columnheader')).toHaveLength(9)
  })

  test('the page of the area says which question each report answers, of those that may be opened', async () => {
    const { user, isAt } = await open(to.reports(), { who: 'risk' })
    await page.findByRole('heading', { name: 'All reports' })
    const main = within(page.getByRole('main'))
    expect(main.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Pass rateHow many applications pass at each review, and with whom?',
      'Overdue monitoringHow much of what fell due on a day was still unpaid, one day to three months later?',
      'Overdue totalsHow old are the arrears of everything outstanding, and is TWP90 within its limit?',
    ])
    await user.click(main.getByRole('link', { name: 'Pass rate' }))
    await isAt(to.passRate())
  })

  test('a dashboard shows what the reports say of the finished days, and opens them', async () => {
    const { user, isAt } = await open(to.dashboard(), { who: 'reviewLead' })
    const section = within(await page.findByRole('region', { name: 'Reports: the finished days of the last 30' }))
    await waitFor(() =>
      expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Conversion rate: Paid out00 in the days before',
        'Pass rate: Final, % passed–– in the days before',
        'Conversion rate: Applied00 in the days before',
        'Pass rate: First, % passed–– in the days before',
      ]),
    )
    await user.click(section.getByRole('link', { name: 'Conversion rate: Applied' }))
    await isAt(`${to.conversionRate()}?days=2026-10-23..2026-11-20`)
  })

  test('a dashboard has no such figures for who may open no report', async () => {
    await open(to.dashboard(), { who: 'support' })
    expect(await page.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    expect(page.queryByRole('region', { name: /^Reports/ })).toBeNull()
  })

  test('days that have not come are refused in words, and no figure is shown', async () => {
    await open(`${to.conversionRate()}?days=2026-12-01..2026-12-05`, { language: 'id' })
    expect(await page.findByText(/Hari ini belum tiba/)).toBeTruthy()
    expect(page.queryByRole('link', { name: '2' })).toBeNull()
  })

  test('without an answer it says so, and asks again when told to', async () => {
    const line = lineTo(browser, passRate.list)
    line.cut()
    const { user } = await open(to.passRate())
    expect(await page.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
    browser.network.resetHandlers()
    await user.click(page.getByRole('button', { name: 'Try again' }))
    expect(await rowOf('Pass rate', /21 Nov 2026/)).toBeTruthy()
  })

  test.each(Object.values(reports))('somebody who was not granted $name comes to no such page', async ({ name }) => {
    const { path } = await open(to[name](), { who: 'finance' })
    await waitFor(() => expect(path()).toBe(to.unauthorized()))
  })
})
