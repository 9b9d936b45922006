import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { screen as page, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { to } from '../../../../src/machines/paths.ts'
import * as approval from '../../../../src/services/approval.ts'
import * as intake from '../../../../src/services/intake.ts'
import { passing } from '../../../kit/passing.ts'
import { aBrowser } from '../../browser.tsx'
import { lineTo } from '../../line.ts'

const docs = join(import.meta.dirname, '../../../../docs/statecharts')

const browser = aBrowser()
// The server of the built console has the drawings beside its files; here is only its API.
const drawings = http.get('*/docs/:language/:file', async ({ params: { language, file } }) => {
  const svg = await readFile(join(docs, String(language), String(file)), 'utf8')
  return new HttpResponse(svg, { headers: { 'content-type': 'image/svg+xml' } })
})
beforeAll(() => browser.server().feed.start())
beforeEach(() => browser.network.use(drawings))
afterEach(() => browser.network.resetHandlers())

const minute = 60_000

const waiting = async () => {
  const { apply, settle } = browser.server()
  const orderNo = await apply(passing())
  await settle()
  return orderNo
}

/** Taken and passed with less than was applied for, a minute a step. */
const passed = async () => {
  const { clock, login } = browser.server()
  const orderNo = await waiting()
  const reviewer = await login('reviewer1')
  clock.advance(minute)
  await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
  clock.advance(minute)
  await reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 1_500_000, term: 14, note: 'Income is low' })
  return orderNo
}

const open = async (orderNo: string, { who = 'reviewLead', query = '' } = {}) => {
  const window = await browser.openAs(who, { path: to.approveDetail({ orderNo }) + query })
  await page.findByRole('heading', { name: orderNo })
  return window
}

const region = (name: string) => page.findByRole('region', { name })
const cells = async (field: string) =>
  within(within(await region('What changed')).getByRole('row', { name: new RegExp(`^${field}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the timeline', () => {
  test('leads to the record as it was after a step, without offers, and back to now', async () => {
    const orderNo = await passed()
    const { user, isAt } = await open(orderNo)
    expect(await page.findByRole('button', { name: 'Assign' })).toBeTruthy()

    await user.click(within(await region('History')).getByRole('link', { name: 'Taken for first review' }))
    await isAt(`${to.approveDetail({ orderNo })}?at=3`)
    expect((await page.findByText(/^Step 3 of 4/, { exact: false })).textContent).toMatch(
      /As it was on 21 Nov 2026, .*Step 3 of 4: Taken for first review/,
    )
    expect(page.getAllByText('In first review').length).toBeGreaterThan(0)
    // As it was then the chart would offer these.
    for (const name of ['Assign', 'Reassign', 'Recall']) expect(page.queryByRole('button', { name })).toBeNull()
    expect(page.queryByText('Proposed amount')).toBeNull()

    await user.click(page.getByRole('link', { name: 'Back to now' }))
    await isAt(to.approveDetail({ orderNo }))
    expect(await page.findByRole('button', { name: 'Assign' })).toBeTruthy()
    expect(page.queryByText(/As it was on/)).toBeNull()
  })

  test('says what is otherwise than after the step before, or after any earlier one', async () => {
    const orderNo = await passed()
    const { user, isAt } = await open(orderNo, { query: '?at=4' })
    await region('What changed')
    await waitFor(async () => expect(await cells('Status')).toEqual(['In first review', 'Waiting for final review']))
    expect(await cells('Proposed amount')).toEqual(['–', expect.stringMatching(/1,500,000/)])
    expect(within(await region('What changed')).queryByRole('row', { name: /^Score/ })).toBeNull()

    await user.selectOptions(page.getByRole('combobox', { name: 'Compared with' }), '1')
    await isAt(`${to.approveDetail({ orderNo })}?at=4&since=1`)
    await waitFor(async () => expect(await cells('Status')).toEqual(['In machine review', 'Waiting for final review']))
    expect((await cells('Score'))[0]).toBe('–')
  })

  test('shows a step that was not taken as unknown, with the way back', async () => {
    const orderNo = await waiting()
    const { user } = await browser.openAs('reviewLead', { path: `${to.approveDetail({ orderNo })}?at=9` })
    expect(await page.findByRole('heading', { name: `Order ${orderNo} has no step 9` })).toBeTruthy()
    await user.click(page.getByRole('link', { name: 'Back to now' }))
    expect(await page.findByRole('heading', { name: orderNo })).toBeTruthy()
  })
})

test('what stands in the address for a step and is none is told of, above the record as it is now', async () => {
  await open(await waiting(), { query: '?at=abc' })
  expect(await page.findByText(/“abc” in the address is no step of this history/)).toBeTruthy()
  expect(page.getByRole('button', { name: 'Assign' })).toBeTruthy()
})

describe('the chart', () => {
  const drawing = () => region('Chart of the process: the way it went and where it is')
  const marked = async (as: string) =>
    [...(await drawing()).querySelectorAll(`.node[data-course=${as}]`)].map(({ id }) => id.replace('state.', ''))

  test('shows the states on the way, the transitions taken, and the state it is in', async () => {
    const orderNo = await passed()
    await open(orderNo)
    expect(await marked('current')).toEqual(['finalReview.wait'])
    expect(new Set(await marked('passed'))).toEqual(
      new Set(['new', 'machineReview', 'firstReview.wait', 'firstReview.claimed']),
    )
    const taken = [...(await drawing()).querySelectorAll('.edge[data-course]')].map(({ id }) => id.replace('edge.', ''))
    expect(new Set(taken)).toEqual(
      new Set([
        'new.machineReview',
        'machineReview.firstReview.wait',
        'firstReview.wait.firstReview.claimed',
        'firstReview.claimed.finalReview.wait',
      ]),
    )
  })

  test('shows a way out of a group of states, and not the same way out of another', async () => {
    const orderNo = await passed()
    await browser.server().customerApp.data(intake.withdraw, { orderNo }, { key: `withdraw ${orderNo}` })
    await open(orderNo)
    expect(await marked('current')).toEqual(['closed'])
    const ways = [...(await drawing()).querySelectorAll<SVGElement>('.edge[data-to=closed]')]
    expect(ways.length).toBeGreaterThan(2)
    expect(ways.filter(({ dataset }) => dataset.course).map(({ dataset }) => dataset.from)).toEqual(['finalReview'])
  })

  test('goes along: with a step back, and with what happens meanwhile', async () => {
    const orderNo = await passed()
    const { goesTo } = await open(orderNo, { query: '?at=2' })
    await waitFor(async () => expect(await marked('current')).toEqual(['firstReview.wait']))
    await goesTo(to.approveDetail({ orderNo }))
    await waitFor(async () => expect(await marked('current')).toEqual(['finalReview.wait']))
    const checker = await browser.server().login('reviewer2')
    await checker.data(approval.finalClaim, { orderNo, version: 4 })
    await waitFor(async () => expect(await marked('current')).toEqual(['finalReview.claimed']))
  })

  test('stays folded once it was', async () => {
    const orderNo = await waiting()
    const { user, close } = await open(orderNo)
    await drawing()
    await user.click(page.getByRole('button', { name: 'Where it is in the process', expanded: true }))
    expect(page.queryByRole('region', { name: /^Chart of the process/ })).toBeNull()
    close()
    await open(orderNo)
    expect(page.getByRole('button', { name: 'Where it is in the process', expanded: false })).toBeTruthy()
    expect(page.queryByRole('region', { name: /^Chart of the process/ })).toBeNull()
  })
})

describe('notes', () => {
  const texts = async () =>
    (await within(await region('Notes')).findAllByRole('article')).map(({ textContent }) => textContent)

  test('are added with who and when, and stand above the older ones', async () => {
    const orderNo = await waiting()
    const reviewer = await browser.server().login('reviewer1')
    await reviewer.data(approval.addNote, { orderNo, text: 'Employer called' })
    browser.server().clock.advance(minute)
    const { user } = await open(orderNo)
    const field = page.getByLabelText('New note')
    await user.type(field, 'Nobody there')
    expect(page.getByText('12 / 1,000')).toBeTruthy()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(async () => expect(await texts()).toHaveLength(2))
    expect((await texts())[0]).toMatch(/^Nobody there.*21 Nov 2026/)
    expect(field).toHaveProperty('value', '')
  })

  test('a lost answer keeps the words, and sent again they are one note', async () => {
    const orderNo = await waiting()
    const { user } = await open(orderNo)
    const line = lineTo(browser, approval.addNote)
    line.loseAnswer()
    await user.type(page.getByLabelText('New note'), 'Once')
    await user.click(page.getByRole('button', { name: 'Add note' }))
    expect((await within(await region('Notes')).findByRole('alert')).textContent).toMatch(/will not be recorded twice/)
    expect(page.getByLabelText('New note')).toHaveProperty('value', 'Once')
    await user.click(page.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(page.getByLabelText('New note')).toHaveProperty('value', ''))
    expect(await texts()).toEqual([expect.stringMatching(/^Once/)])
  })

  test('that were typed are there again after more pages were looked at than are kept', async () => {
    const orderNo = await waiting()
    const others = await Promise.all(Array.from({ length: 13 }, () => waiting()))
    const { user, goesTo } = await open(orderNo)
    await user.type(page.getByLabelText('New note'), 'half a note')
    for (const other of others) await goesTo(to.approveDetail({ orderNo: other }))
    await goesTo(to.approveDetail({ orderNo }))
    await waitFor(() => expect(page.getByDisplayValue('half a note').checkVisibility?.() ?? true).toBe(true))
  })

  test('of somebody else appear when the order is looked at again', async () => {
    const orderNo = await waiting()
    await open(orderNo)
    await page.findByText('Nothing is noted yet.')
    const reviewer = await browser.server().login('reviewer1')
    await reviewer.data(approval.addNote, { orderNo, text: 'Seen by all' })
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    expect(await page.findByText('Seen by all')).toBeTruthy()
  })
})

test('an order that changed while another page was in sight is shown as it is now', async () => {
  const orderNo = await waiting()
  const { goesTo } = await open(orderNo)
  await goesTo(`${to.reviewFirstWait()}?orderNo=${orderNo}`)
  await page.findByRole('link', { name: orderNo })
  const row = () => page.getByRole('link', { name: orderNo }).closest('tr')!.textContent
  const before = row()
  const reviewer = await browser.server().login('reviewer1')
  await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
  await waitFor(() => expect(row()).not.toBe(before))
  await goesTo(to.approveDetail({ orderNo }))
  expect(await within(await region('History')).findByText('Taken for first review')).toBeTruthy()
})

describe('an order opened from a list', () => {
  const fromList = async () => {
    for (let more = 0; more < 3; more += 1) await waiting()
    const window = await browser.openAs('reviewer1.2', { path: to.reviewFirstWait() })
    const rows = await within(await page.findByRole('table')).findAllByRole('link')
    const shown = rows.map(({ textContent }) => textContent)
    return { ...window, shown }
  }
  const at = (orderNo: string) => to.approveDetail({ orderNo })

  test('says which row it is, and J and K go on and back', async () => {
    const { user, shown, isAt } = await fromList()
    await user.click(page.getByRole('link', { name: shown[0]! }))
    expect(await page.findByText(`1 of ${shown.length}`, { exact: false })).toBeTruthy()
    await user.keyboard('j')
    await isAt(at(shown[1]!))
    expect(await page.findByText(`2 of ${shown.length}`, { exact: false })).toBeTruthy()
    await user.click(page.getByRole('button', { name: 'Next row' }))
    await isAt(at(shown[2]!))
    await page.findByText(`3 of ${shown.length}`, { exact: false })
    await user.keyboard('k')
    await isAt(at(shown[1]!))
  })

  test('says at the end of the page that it is the end', async () => {
    const { user, shown, path } = await fromList()
    await user.click(page.getByRole('link', { name: shown.at(-1)! }))
    const next = await page.findByRole('button', { name: 'Next row' })
    expect(document.getElementById(next.getAttribute('aria-describedby')!)?.textContent).toBe(
      "This is the last row of the list's page",
    )
    await user.click(next)
    await user.keyboard('j')
    expect(path()).toBe(at(shown.at(-1)!))
  })

  test('again from another list is a row of that one', async () => {
    const { user, shown, goesTo } = await fromList()
    await user.click(page.getByRole('link', { name: shown[0]! }))
    await page.findByText(`1 of ${shown.length}`, { exact: false })
    const reviewer = await browser.server().login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo: shown[0]!, version: 2 })
    await reviewer.data(approval.firstReject, { orderNo: shown[0]!, version: 3, reason: 'policy' })
    await goesTo(to.reviewFirstReject())
    await user.click(await page.findByRole('link', { name: shown[0]! }))
    const place = page.getByRole('navigation', { name: 'Rows of the list' })
    await waitFor(() => expect(place.textContent).toContain('1 of 1 · Rejected at first review'))
  })

  test('goes nowhere while somebody types', async () => {
    const { user, shown, isAt } = await fromList()
    await user.click(page.getByRole('link', { name: shown[0]! }))
    await user.type(await page.findByLabelText('New note'), 'j')
    await user.click(page.getByRole('button', { name: 'Next row' }))
    await isAt(at(shown[1]!))
    expect(await page.findByText(`2 of ${shown.length}`, { exact: false })).toBeTruthy()
  })
})

test('an order that there is none of says so, with ways on', async () => {
  const { user, isAt } = await browser.openAs('reviewer1', { path: to.approveDetail({ orderNo: 'LK1' }) })
  expect(await page.findByRole('heading', { name: 'There is no order LK1' })).toBeTruthy()
  await user.click(within(page.getByRole('main')).getByRole('link', { name: 'First review queue' }))
  await isAt(to.reviewFirstWait())
})

test('how a customer came and by which rules they were judged is said in words', async () => {
  const orderNo = await waiting()
  await open(orderNo)
  expect(page.getByText('Without advertising')).toBeTruthy()
  expect(page.getByText('Built-in rules, version 1')).toBeTruthy()
})

test('on paper an order says who printed it and when, however long it was open before', async () => {
  const orderNo = await waiting()
  await open(orderNo)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 24, 2, 30) })
  try {
    window.dispatchEvent(new Event('beforeprint'))
    expect(page.getByText(/^Printed by .+ \(staff\/\d+\), 24 Dec 2026, 09:30$/)).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})
