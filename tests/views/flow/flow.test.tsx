import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { screen as page, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import words from '../../../locales/id/approval.json' with { type: 'json' }
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import * as approval from '../../../src/services/approval.ts'
import { summary } from '../../../src/services/flow.ts'
import type { Language } from '../../../src/services/user.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { passing } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'
import { lineTo } from '../line.ts'

const minute = 60_000
const docs = join(import.meta.dirname, '../../../docs/statecharts')

const browser = aBrowser()
// The server of the built console has the drawings beside its files; here is only its API.
const drawings = http.get('*/docs/:language/:file', async ({ params: { language, file } }) => {
  const svg = await readFile(join(docs, String(language), String(file)), 'utf8')
  return new HttpResponse(svg, { headers: { 'content-type': 'image/svg+xml' } })
})
beforeAll(() => browser.server().feed.start())
beforeEach(() => browser.network.use(drawings))
afterEach(() => browser.network.resetHandlers())

const open = (query = '', { who = 'analyst', language = 'en' }: { who?: string; language?: Language } = {}) =>
  browser.openAs(who, { path: to.flow() + query, language })

const drawing = () => page.findByRole('region', { name: 'Chart of the process with its figures' })
const placeIn = async (selector: string) => (await drawing()).querySelector(selector)?.textContent
const rowOf = async (table: string, name: RegExp) =>
  within(await page.findByRole('region', { name: table })).getByRole('row', { name })
const cellsOf = async (table: string, name: RegExp) =>
  within(await rowOf(table, name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('before the first application it says that there is nothing yet', async () => {
  await catchUp(browser.server().db)
  await open()
  expect(await page.findByText(/Nothing has gone through this process yet/)).toBeTruthy()
  expect(page.getByText(/As of event \d+/)).toBeTruthy()
})

describe('with two applications, one of them taken after two hours', () => {
  beforeAll(async () => {
    const { apply, settle, clock, login, db } = browser.server()
    const orders = [await apply(passing()), await apply(passing())]
    await settle()
    clock.advance(124.5 * minute)
    const reviewer = await login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo: orders[0]!, version: 2 })
    await catchUp(db)
  })

  test('the drawing and the tables say the same', async () => {
    await open()
    await waitFor(async () => expect(await placeIn('[id="state.firstReview.wait"] .count')).toBe('1 now'))
    expect(await placeIn('[id="state.firstReview.claimed"] .count')).toBe('1 now')
    expect(await placeIn('[id="state.machineReview"] .count')).toBe('0 now')
    expect(await placeIn('[id="state.firstReview.wait"] .dwell')).toBe('median 2 h 4 min · p90 2 h 4 min')
    expect(await placeIn('[id="state.closed"] .dwell')).toBe('')
    expect(await placeIn('.taken[data-event="machinePassed"]')).toBe('2')
    expect(await placeIn('.taken[data-event="firstClaimed"]')).toBe('1')
    expect(await placeIn('.taken[data-event="firstAssigned"]')).toBe('0')

    expect(await cellsOf('States', /^Waiting for first review/)).toEqual(['1', '2', '0', '2 h 4 min', '2 h 4 min'])
    expect(await cellsOf('States', /^In machine review/)).toEqual(['0', '2', '0', 'under 1 s', 'under 1 s'])
    expect(await cellsOf('Steps', /^Taken for first review/)).toEqual([
      'Waiting for first review',
      'In first review',
      '1',
      '100.0%',
      '2 h 4 min',
      '2 h 4 min',
    ])
    // It stands on the whole of the review.
    expect(await cellsOf('Steps', /^Withdrawn by the customer First review/)).toEqual([
      'First review',
      'Closed',
      '0',
      '0.0%',
      '–',
      '–',
    ])
  })

  test('what was taken more is thicker, and what stands out is said in words', async () => {
    await open()
    const lines = [
      'edge.machineReview.firstReview.wait',
      'edge.firstReview.wait.firstReview.claimed',
      'edge.passed.closed',
    ]
    const widths = async () => {
      const svg = await drawing()
      return lines.map((id) => Number(svg.querySelector(`[id="${id}"] .line`)?.getAttribute('stroke-width')))
    }
    await waitFor(async () => expect(await widths()).toEqual([5, 3.5, 1]))
    expect(page.getByText(/Busiest step: Application submitted/)).toBeTruthy()
    expect(page.getByText(/Longest stay: Waiting for first review/)).toBeTruthy()
    expect((await drawing()).querySelector('.slowest')?.id).toBe('state.firstReview.wait')
    expect((await drawing()).querySelector('.busiest')?.id).toBe('edge.new.machineReview')
    expect(within(await rowOf('States', /^Waiting for first review/)).getByText('longest stay')).toBeTruthy()
    expect(within(await rowOf('Steps', /^Application submitted/)).getByText('busiest')).toBeTruthy()
  })

  test('what happens meanwhile shows by itself, in the same drawing', async () => {
    await open('', { who: 'reviewLead' })
    await waitFor(async () => expect(await placeIn('[id="state.machineReview"] .count')).toBe('0 now'))
    const svg = (await drawing()).firstElementChild
    await browser.server().apply()
    expect(await page.findByText(/1 newer one is still being counted/)).toBeTruthy()
    await catchUp(browser.server().db)
    await waitFor(async () => expect(await placeIn('[id="state.machineReview"] .count')).toBe('1 now'))
    expect(page.queryByText(/still being counted/)).toBeNull()
    expect((await drawing()).firstElementChild).toBe(svg)
  })

  test('another process is chosen in the address or from the list', async () => {
    const { user, isAt } = await open('?chart=role')
    await waitFor(async () => expect(await placeIn('[id="state.active"] .count')).toBe('18 now'))
    await user.selectOptions(page.getByRole('combobox', { name: 'Process' }), 'Staff account')
    await waitFor(async () => expect(await placeIn('[id="state.active"] .count')).toBe('42 now'))
    await isAt('/flow/index?chart=account')
  })

  test('it is in the words of the reader, and so is the drawing', async () => {
    await open('', { language: 'id' })
    const svg = await page.findByRole('region', { name: 'Diagram proses beserta angkanya' })
    await waitFor(() =>
      expect(svg.querySelector('[id="state.firstReview.wait"] .dwell')?.textContent).toBe(
        'median 2 j 4 mnt · p90 2 j 4 mnt',
      ),
    )
    expect(svg.querySelector('[id="state.firstReview.wait"] .title')?.textContent).toBe(words.state.firstReview.wait)
    expect(page.getByRole('rowheader', { name: new RegExp(`^${words.event.resubmitted}`) })).toBeTruthy()
  })

  test('of some days it says how many came, and of which days; the numbers open the steps', async () => {
    const today = businessDay(browser.server().clock.now())
    const days = `${addDays(today, -1)}..${today}`
    const { user, isAt } = await open(`?days=${days}&compare=1`)
    await waitFor(async () => expect(await placeIn('[id="state.firstReview.wait"] .count')).toBe('2 came'))
    expect(page.getByText(/^Steps of /)).toBeTruthy()
    expect(page.getByText(/^Compared with /)).toBeTruthy()
    // Came, came back, came before, and the times.
    expect(await cellsOf('States', /^Waiting for first review/)).toEqual(['2', '0', '0', '2 h 4 min', '–', '2 h 4 min'])
    await user.click(within(await rowOf('States', /^Waiting for first review/)).getByRole('link', { name: '2' }))
    await isAt(`/flow/steps?${new URLSearchParams({ days, chart: 'approval', entered: 'approval/firstReview.wait' })}`)
    expect(await page.findByText('2 rows')).toBeTruthy()
  })

  test('an order leads to its page where somebody may open it, and is a text for everybody else', async () => {
    const path = `${to.flowSteps()}?chart=approval`
    await browser.openAs('analyst', { path, language: 'en' })
    expect((await page.findAllByText(/^LK\d+/)).map((one) => one.closest('a'))).not.toContainEqual(expect.anything())
    await browser.openAs('admin', { path, language: 'en' })
    await waitFor(async () =>
      expect((await page.findAllByText(/^LK\d+/)).at(-1)!.closest('a')!.getAttribute('href')).toMatch(
        /^\/approve\/detail\/LK/,
      ),
    )
  })

  test('whole records stand by the way that they took, and against the target', async () => {
    const { user, path } = await open()
    const ways = await page.findByRole('region', { name: 'Ways through the process' })
    expect(ways.textContent).toContain('began')
    const way = within(ways).getByRole('row', { name: /In machine review → Waiting for first review …/ })
    await user.click(within(way).getByRole('link'))
    await waitFor(() => expect(path()).toMatch(/^\/flow\/records\?days=[^&]+&chart=approval&variant=[0-9a-f]{32}$/))
    expect(await page.findByText('1 row')).toBeTruthy()
  })

  test('without an answer it says so, and asks again when told to', async () => {
    lineTo(browser, summary).cut()
    const { user } = await open()
    expect(await page.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
    browser.network.resetHandlers()
    browser.network.use(drawings)
    await user.click(page.getByRole('button', { name: 'Try again' }))
    expect(await drawing()).toBeTruthy()
  })

  test('without the drawing the tables are still there', async () => {
    browser.network.use(http.get('*/docs/*', () => HttpResponse.html('<!doctype html><title>Loket</title>')))
    const { user } = await open()
    expect(await cellsOf('States', /^Waiting for first review/)).toEqual(['1', '2', '0', '2 h 4 min', '2 h 4 min'])
    const retry = await page.findByRole('button', { name: 'Try again' })
    browser.network.resetHandlers()
    browser.network.use(drawings)
    await user.click(retry)
    await waitFor(async () => expect(await placeIn('[id="state.firstReview.wait"] .count')).toBe('1 now'))
  })

  test('somebody who was not granted it comes to no such page', async () => {
    const { path } = await open('', { who: 'support' })
    await waitFor(() => expect(path()).toBe(to.unauthorized()))
  })
})
