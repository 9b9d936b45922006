import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import { openLoan } from '../../kit/loans.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

/** A case whose loan is one day overdue, opened by a collector. */
const opened = async () => {
  const app = browser.server()
  const orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -21) })
  await app.settle()
  await browser.openAs('collector', { path: to.collectionDetail({ type: 'post', orderNo }), language: 'en' })
  return orderNo
}

test('a collector asks for a reduction and offers a rollover on the case itself', async () => {
  const orderNo = await opened()
  await userEvent.click(await page.findByRole('button', { name: 'Request a reduction' }))
  const form = within(await page.findByRole('dialog', { name: /reduction/i }))
  await userEvent.type(form.getByLabelText('Amount'), '1000')
  await userEvent.type(form.getByLabelText('Reason'), 'hardship')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const reductions = within(await page.findByRole('region', { name: 'Reductions' }))
  await reductions.findByText('Waiting for a decision')
  expect((await browser.server().server.store.existing(`loan/${orderNo}`)).context.reduction).toMatchObject({
    amount: 1000,
    reason: 'hardship',
  })
  expect(page.getByRole('button', { name: 'Offer a rollover' })).toBeTruthy()
  // Money is booked elsewhere.
  expect(page.queryByRole('button', { name: 'Record a payment' })).toBeNull()
})

test('a collector sends one message from the case', async () => {
  const template = await approvedTemplate(browser.server())
  await opened()
  const messages = within(await page.findByRole('region', { name: 'Text messages' }))
  await userEvent.click(await messages.findByRole('button', { name: 'Send a text message' }))
  const form = within(await page.findByRole('dialog', { name: /text message/i }))
  // Templates and senders are asked for apart, and either may come first.
  await form.findByRole('option', { name: demoSender })
  await waitFor(() =>
    expect([...form.getByLabelText<HTMLSelectElement>('Template')]).toContainEqual(
      expect.objectContaining({ value: template }),
    ),
  )
  await userEvent.selectOptions(form.getByLabelText('Template'), template)
  await userEvent.selectOptions(form.getByLabelText('Sender'), demoSender)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect((await messages.findAllByText(/Queued|Sent/)).length).toBeGreaterThan(0)
})
