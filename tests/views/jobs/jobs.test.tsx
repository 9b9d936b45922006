import { screen as page, waitFor, within } from '@testing-library/react'
import { parseCsv } from 'hucre/csv'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as approval from '../../../src/services/approval.ts'
import * as jobs from '../../../src/services/jobs.ts'
import { columns } from '../../../src/views/approval/columns.tsx'
import { requestExport } from '../../kit/exports.ts'
import { passing } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'
import { lineTo } from '../line.ts'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())
afterEach(() => browser.network.resetHandlers())

const waiting = async (count: number) => {
  const orders: string[] = []
  for (let n = 0; n < count; n += 1) orders.push(await browser.server().apply(passing()))
  await browser.server().settle()
  return orders
}

const open = async (who: string) => {
  const window = await browser.openAs(who, { path: to.reviewFirstWait() })
  await page.findByRole('table')
  return window
}

describe('an export', () => {
  // jsdom keeps no files: what would be kept is looked at instead.
  const saved: { name: string; blob: Blob }[] = []
  const { createObjectURL, revokeObjectURL } = URL
  beforeAll(() => {
    let last: Blob
    URL.createObjectURL = (blob) => {
      last = blob as Blob
      return 'blob:here'
    }
    URL.revokeObjectURL = () => {}
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: last })
    }
  })
  afterAll(() => Object.assign(URL, { createObjectURL, revokeObjectURL }))

  const begin = async (user: Awaited<ReturnType<typeof open>>['user'], format = 'Text (csv)') => {
    await user.click(page.getByRole('button', { name: 'Export' }))
    const panel = (await page.findByText('Your exports')).closest<HTMLElement>('.jobs-panel')!
    await user.selectOptions(within(panel).getByLabelText('File format'), format)
    await user.click(within(panel).getByRole('button', { name: 'Export' }))
    return panel
  }

  test('has the columns of the screen, waits, is there, and is downloaded as a whole', async () => {
    const orders = await waiting(3)
    const { user } = await open('reviewer1')
    await page.findByRole('row', { name: new RegExp(orders[2]!) })
    const panel = await begin(user)
    await within(panel).findByText('Queued')
    await browser.server().settle()
    await within(panel).findByText('Ready')
    await user.click(within(panel).getByRole('button', { name: /^Download/ }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]!.name).toMatch(/^First review queue .*\.csv$/)
    const [head, ...rows] = parseCsv(await saved[0]!.blob.text())
    const heads = page.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(expect.arrayContaining(head!.filter((word) => word !== 'Waiting since') as string[]))
    expect(rows.map(([orderNo]) => orderNo)).toEqual(expect.arrayContaining(orders))
  })

  test('is cancelled, and asked for once more as it was', async () => {
    await waiting(1)
    const { user } = await open('reviewer1')
    const panel = await begin(user, 'Excel (xlsx)')
    const job = (await within(panel).findByText('Queued')).closest('li')!
    await user.click(within(job).getByRole('button', { name: 'Stop the export' }))
    await within(job).findByText('Cancelled')
    await user.click(within(job).getByRole('button', { name: 'Once more' }))
    await within(panel).findByText('Queued')
    await browser.server().settle()
    expect(await within(panel).findAllByText('Ready')).not.toHaveLength(0)
  })

  test('whose answer is lost is begun once', async () => {
    await waiting(1)
    const { user } = await open('reviewer1.2')
    lineTo(browser, jobs.requestExport).loseAnswer()
    const panel = await begin(user)
    await within(panel).findByRole('alert')
    await user.click(within(panel).getByRole('button', { name: 'Export' }))
    await within(panel).findByText('Queued')
    expect(within(panel).getAllByRole('listitem')).toHaveLength(1)
  })

  test('whose progress nobody tells of says so, is asked on for, and goes on by itself', async () => {
    await waiting(1)
    const { user } = await open('reviewer1.3')
    const panel = await begin(user)
    await within(panel).findByText('Queued')
    lineTo(browser, jobs.exportsOf).cut()
    const isLost = () => within(panel).queryByText(/it is asked again by itself/)
    await waitFor(() => expect(isLost()).toBeTruthy())
    browser.network.resetHandlers()
    await browser.server().settle()
    await within(panel).findByText('Ready')
    expect(isLost()).toBeNull()
  })

  test('that nobody asked for on this page comes into sight by itself', async () => {
    await waiting(1)
    const { user } = await open('reviewer1.2')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await user.click(page.getByRole('button', { name: 'Export' }))
      const panel = (await page.findByText('Your exports')).closest<HTMLElement>('.jobs-panel')!
      const before = within(panel).queryAllByRole('listitem').length
      await requestExport(await browser.server().login('reviewer1.2'))
      await browser.server().settle()
      vi.advanceTimersByTime(30_000)
      vi.useRealTimers()
      await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(before + 1))
    } finally {
      vi.useRealTimers()
    }
  })

  test('may have every column that a list of orders has', async () => {
    const reviewer = await browser.server().login('reviewer1.3')
    const names = Object.values(columns).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    const body = { list: 'approve.list', filter: { list: 'firstWait' }, columns: names, format: 'csv' as const }
    expect(await reviewer.call(jobs.requestExport, body)).toMatchObject({ code: 0 })
  })
})

describe('a command for many', () => {
  const select = async (user: Awaited<ReturnType<typeof open>>['user'], orders: readonly string[]) => {
    for (const orderNo of orders) await user.click(await page.findByRole('checkbox', { name: `Select ${orderNo}` }))
  }
  const assign = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(within(page.getByRole('group', { name: 'Selection' })).getByRole('button', { name: 'Assign' }))
    const dialog = await page.findByRole('dialog')
    const choice = within(dialog).getByLabelText('Reviewer')
    const [first] = await within(choice).findAllByRole('option', { name: /holds/ })
    await user.selectOptions(choice, first!)
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
    await within(dialog).findByText(/0 done, 0 refused/)
    return dialog
  }

  test('asks once, and says what became of each row', async () => {
    const orders = await waiting(2)
    const { user } = await open('reviewLead')
    await select(user, orders)
    const dialog = await assign(user)
    // Somebody was faster with one of them.
    const reviewer = await browser.server().login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo: orders[1]!, version: 2 })
    await browser.server().settle()
    await within(dialog).findByText(/1 done, 1 refused, of 2/)
    const resultOf = async (orderNo: string) =>
      (await within(dialog).findByRole('row', { name: new RegExp(orderNo) })).textContent
    expect(await resultOf(orders[0]!)).toBe(`${orders[0]}Done`)
    expect(await resultOf(orders[1]!)).toBe(`${orders[1]}Somebody else has changed this record`)

    await reviewer.data(approval.firstRelease, { orderNo: orders[1]!, version: 3 })
    const again = () => within(dialog).getByRole('button', { name: 'Try the refused ones again' })
    // The first click asks, and leaves the focus on the way back.
    await user.click(again())
    expect(await within(dialog).findByText(/tried again on 1 refused rows/)).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
    await user.click(again())
    await within(dialog).findByText(/0 done, 0 refused, of 1/)
    await browser.server().settle()
    await within(dialog).findByText(/0 done, 1 refused, of 1/)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(page.queryByRole('group', { name: 'Selection' })).toBeNull()
  })

  test('can be looked at again when its dialog was closed long ago', async () => {
    const orders = await waiting(2)
    const lead = await browser.server().login('reviewLead')
    const asked = {
      list: 'approve.list',
      filter: { list: 'firstWait' },
      rows: orders.map((key) => ({ key, version: 2 })),
      command: 'firstRecalled',
      said: {},
    }
    await lead.data(jobs.requestBulk, asked)
    await browser.server().settle()
    const { user } = await open('reviewLead')
    await user.click(page.getByRole('button', { name: 'Export' }))
    // Time stands in tests: several jobs were asked for at one instant.
    const asks = within(await page.findByRole('region', { name: 'Your bulk actions' })).getAllByRole('listitem')
    const job = asks.find((one) => within(one).queryByText('Recall: First review queue'))!
    await user.click(within(job).getByRole('button', { name: 'Result by row' }))
    const dialog = await page.findByRole('dialog')
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Only what was refused' }))
    for (const orderNo of orders) await within(dialog).findByRole('row', { name: new RegExp(orderNo) })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  test('that the selected rows do not all offer is not there, which is said', async () => {
    const [free, held] = await waiting(2)
    const lead = await browser.server().login('reviewLead')
    const { reviewers } = await lead.data(approval.reviewers, { stage: 'first' })
    await lead.data(approval.firstAssign, { orderNo: held!, version: 2, to: reviewers[0]!.id })
    const { user } = await open('reviewLead')
    await select(user, [free!, held!])
    const bar = within(page.getByRole('group', { name: 'Selection' }))
    expect(bar.getByText('These orders have no action in common')).toBeTruthy()
    await user.click(page.getByRole('checkbox', { name: `Select ${held}` }))
    expect(bar.queryByText('These orders have no action in common')).toBeNull()
    expect(bar.getByRole('button', { name: 'Assign' })).toBeTruthy()
  })

  test('says what it decides on, and without fields has the focus on the way back, from which Enter goes on', async () => {
    const orders = await waiting(2)
    const lead = await browser.server().login('reviewLead')
    const { reviewers } = await lead.data(approval.reviewers, { stage: 'first' })
    for (const orderNo of orders) await lead.data(approval.firstAssign, { orderNo, version: 2, to: reviewers[0]!.id })
    const { user } = await open('reviewLead')
    await select(user, orders)
    within(page.getByRole('group', { name: 'Selection' }))
      .getByRole('button', { name: 'Recall' })
      .focus()
    await user.keyboard('{Enter}')
    const dialog = await page.findByRole('dialog')
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
    const facts = dialog.querySelector('.command-about')!.textContent
    expect(facts).toContain('Rows2')
    expect(facts).toContain(`Holder${reviewers[0]!.name}`)
    for (const orderNo of orders)
      expect(within(dialog).getByRole('row', { name: new RegExp(orderNo) }).textContent).toMatch(/\*.*2,000,000/)
    await user.keyboard('{Enter}')
    expect(await within(dialog).findByText(/0 done, 0 refused, of 2/)).toBeTruthy()
  })

  test('is not begun without what it asks', async () => {
    const orders = await waiting(1)
    const { user } = await open('reviewLead')
    await select(user, orders)
    await user.click(within(page.getByRole('group', { name: 'Selection' })).getByRole('button', { name: 'Assign' }))
    const dialog = await page.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
    expect(within(dialog).getByText('Required')).toBeTruthy()
  })

  test('is stopped before the next row', async () => {
    const orders = await waiting(2)
    const { user } = await open('reviewLead')
    await select(user, orders)
    const dialog = await assign(user)
    await user.click(within(dialog).getByRole('button', { name: 'Stop the bulk action' }))
    await within(dialog).findByText(/^Cancelled/)
    await browser.server().settle()
    expect(await within(dialog).findByText(/0 done, 0 refused, of 2/)).toBeTruthy()
    for (const orderNo of orders)
      expect((await within(dialog).findByRole('row', { name: new RegExp(orderNo) })).textContent).toBe(
        `${orderNo}Not done`,
      )
  })
})
