import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as approval from '../../../src/services/approval.ts'
import { painted } from '../../../src/views/shared/afterPaint.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())

const waiting = async () => {
  const orderNo = await browser.server().apply({ amount: 2_000_000, term: 30 })
  await browser.server().settle()
  return orderNo
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

/** Presses what is there by keyboard, as one does who never takes the mouse. */
const press = async (user: Awaited<ReturnType<typeof browser.openAs>>['user'], button: HTMLElement) => {
  button.focus()
  await user.keyboard('{Enter}')
}

describe('the focus stays near when what had it goes', () => {
  test('from a command of an order to the order’s number', async () => {
    const orderNo = await waiting()
    const { user } = await browser.openAs('reviewer1', { path: to.approveDetail({ orderNo }) })
    await press(user, await page.findByRole('button', { name: 'Take' }))
    await page.findByRole('button', { name: 'Pass' })
    await waitFor(() => expect(focused()).toBe(orderNo))
  })

  test('from the way back to now to the order’s number', async () => {
    const orderNo = await waiting()
    const { user } = await browser.openAs('reviewLead', { path: `${to.approveDetail({ orderNo })}?at=1` })
    await press(user, await page.findByRole('link', { name: 'Back to now' }))
    await waitFor(() => expect(page.queryByRole('link', { name: 'Back to now' })).toBeNull())
    await waitFor(() => expect(focused()).toBe(orderNo))
  })

  test('from a note that is being kept back to where the next one is written', async () => {
    const orderNo = await waiting()
    const { user } = await browser.openAs('reviewer1', { path: to.approveDetail({ orderNo }) })
    const note = await page.findByLabelText('New note')
    await user.type(note, 'Called, no answer')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await page.findByText('Called, no answer', { selector: '.note-text' })
    await waitFor(() => expect(document.activeElement).toBe(note))
  })

  test('from a tab that is closed to the one that takes its place', async () => {
    const { user, goesTo } = await browser.openAs('admin', { path: to.dashboard() })
    const strip = await page.findByRole('navigation', { name: 'Visited pages' })
    await goesTo(to.changePassword())
    await goesTo(to.reviewFirstPass())
    const link = await within(strip).findByRole('link', { name: 'Change password' })
    link.focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(focused()).toBe('Passed first review'))
    expect(strip.contains(document.activeElement)).toBe(true)
  })

  test('from the errors that are cleared to what the dialog still offers, so that Escape closes it', async () => {
    const { user } = await browser.openAs('admin', { path: to.dashboard() })
    await page.findByRole('navigation', { name: 'Visited pages' })
    dispatchEvent(new ErrorEvent('error', { message: 'a slip of the page' }))
    await press(user, await page.findByRole('button', { name: '1 error' }))
    const dialog = await page.findByRole('dialog')
    await press(user, within(dialog).getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(document.activeElement?.matches(':enabled')).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(page.getByRole('main'))
  })

  test('from a command for many to the dialog that says what became of it', async () => {
    const orderNo = await waiting()
    const { user } = await browser.openAs('reviewLead', { path: to.reviewFirstWait() })
    await user.click(await page.findByRole('checkbox', { name: `Select ${orderNo}` }))
    await press(user, within(page.getByRole('group', { name: 'Selection' })).getByRole('button', { name: 'Assign' }))
    const dialog = await page.findByRole('dialog')
    const choice = within(dialog).getByLabelText('Reviewer')
    const [first] = await within(choice).findAllByRole('option', { name: /holds/ })
    await user.selectOptions(choice, first!)
    await press(user, within(dialog).getByRole('button', { name: 'Assign' }))
    await within(dialog).findByText(/0 done, 0 refused/)
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(document.activeElement?.matches(':enabled')).toBe(true)
  })

  test('and follows nobody who pressed somewhere else meanwhile', async () => {
    const orderNo = await waiting()
    const { user } = await browser.openAs('reviewLead', { path: to.approveDetail({ orderNo }) })
    await user.click(await page.findByRole('button', { name: 'Assign' }))
    await user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    // What had the focus before the dialog has it back a frame later.
    await painted()
    await user.click(page.getByRole('main'))
    ;(document.activeElement as HTMLElement).blur()
    const reviewer = await browser.server().login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    await page.findByRole('button', { name: 'Recall' })
    expect(document.activeElement).toBe(document.body)
  })
})
