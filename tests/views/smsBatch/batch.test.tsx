import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import { localTime } from '../../../src/machines/contactRules.ts'
import { to } from '../../../src/machines/paths.ts'
import * as smsBatch from '../../../src/services/smsBatch.ts'
import { openLoan } from '../../kit/loans.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

/** An order, and a text that has no value for it yet. */
const unpaid = async (name: string) => {
  const app = browser.server()
  const orderNo = await openLoan(app, { from: businessDay(app.clock.now()) })
  const body = 'Kami terima {paidAmount} pada {paidDay}.'
  return { app, orderNo, text: await approvedTemplate(app, { name, body }) }
}

test('who lacks a value for a variable is skipped in words', async () => {
  const { app, orderNo, text } = await unpaid('Terima kasih')
  const admin = await app.login('admin')
  const { day, time } = localTime(app.clock.now() + 30 * 60_000, 'WIB')
  const audience = { list: 'order.list' as const, filter: { orderNo } }
  const { stream } = await admin.data(smsBatch.draft, { version: 0, ...audience, text, sender: demoSender, day, time })
  await app.settle()
  await browser.openAs('admin', { path: to.smsBatch({ id: stream.slice('smsBatch/'.length) }), language: 'en' })
  const skipped = within(await page.findByRole('region', { name: 'Would not be sent' }))
  skipped.getByText('A variable has no value')
  const people = within(await page.findByRole('table', { name: 'Recipients' }))
  people.getByRole('cell', { name: 'A variable has no value' })
  expect(page.getByRole('option', { name: 'A variable has no value (1)' })).toBeTruthy()
})

test('a message that lacks values would not be sent, and the form names them', async () => {
  const { orderNo } = await unpaid('Kabar lunas')
  await browser.openAs('admin', { path: to.approveDetail({ orderNo }), language: 'en' })
  const messages = within(await page.findByRole('region', { name: 'Text messages' }))
  await messages.findByText('No message was sent yet.')
  await userEvent.click(messages.getByRole('button', { name: 'Send a text message' }))
  const form = within(await page.findByRole('dialog'))
  await form.findByRole('option', { name: 'Kabar lunas (service, Indonesian)' })
  await userEvent.selectOptions(form.getByLabelText('Template'), 'Kabar lunas (service, Indonesian)')
  const why = await form.findByText(/^It would not be sent/)
  expect(why.textContent).toBe('It would not be sent: No value for Amount paid, Day of payment')
})
