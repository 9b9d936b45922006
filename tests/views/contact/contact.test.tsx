import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { attemptContact } from '../../../src/server/contact/attempt.ts'
import * as contact from '../../../src/services/contact.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

const relative = { name: 'Budi Santoso', phone: '+6281234500001', relationship: 'sibling', consented: true } as const

const applied = async () => {
  const orderNo = await browser.server().apply(passing({ customer: passingCustomer({ contacts: [relative] }) }))
  await browser.server().settle()
  return orderNo
}
const opened = async (orderNo: string) => {
  await browser.openAs('admin', { path: to.approveDetail({ orderNo }), language: 'en' })
  return within(await page.findByRole('region', { name: 'Contact' }))
}

test('an attempt begins with the keyboard, and its outcome is noted in the form that follows', async () => {
  const part = await opened(await applied())
  await userEvent.click(await part.findByRole('button', { name: 'Contact the customer' }))
  const attempt = within(await page.findByRole('dialog', { name: /^Contact attempt/ }))
  await userEvent.selectOptions(attempt.getByLabelText('Purpose'), 'Marketing')
  expect(attempt.getByRole('status').textContent).toBe('There is no consent to this channel')
  expect(attempt.getByRole('button', { name: 'Start the attempt' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.selectOptions(attempt.getByLabelText('Purpose'), 'Service')
  await userEvent.selectOptions(attempt.getByLabelText('Channel'), 'WhatsApp')
  expect(attempt.getByRole('status').textContent).toBe('Allowed now')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  const outcome = within(await page.findByRole('dialog', { name: /^Note the outcome/ }))
  await userEvent.selectOptions(outcome.getByLabelText('Outcome'), 'No answer')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const calls = within(await part.findByRole('list', { name: 'Call record' }))
  await calls.findByText('No answer')
  expect(calls.getByRole('listitem').textContent).toMatch(/^WhatsApp · Service/)
})

test('an emergency contact is asked after their own word, with the words to say and none of a debt', async () => {
  const orderNo = await applied()
  const admin = await browser.server().login('admin')
  const { contact: shown } = await admin.data(contact.ofOrder, { orderNo })
  await admin.data(contact.confirmRelative, { id: shown.id, version: 0, relative: '1/1', proof: 'recorded call' })
  const part = await opened(orderNo)
  await userEvent.click(await part.findByRole('button', { name: 'Ask for whereabouts' }))
  const form = within(await page.findByRole('dialog', { name: /^Whereabouts/ }))
  form.getByDisplayValue('B*** S***, sibling')
  form.getByText(/Apakah Bapak\/Ibu tahu/)
  expect(form.queryByText(/Rp|IDR|\d{4}/)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Start the attempt' }))
  const calls = within(await part.findByRole('list', { name: 'Call record' }))
  expect(calls.getByRole('listitem').textContent).toContain('Emergency contact')
})

test('a message in the SMS record waits for no outcome, as its receipt tells what became of it', async () => {
  const orderNo = await applied()
  const { server } = browser.server()
  const { person } = (await server.store.state(`approval/${orderNo}`)).context.application!
  const reach = { purpose: 'service', channel: 'sms', whom: 'self' } as const
  await attemptContact(server, person, 'SYS', { attempt: 'message/1', ...reach, order: orderNo, overdue: null })
  const part = await opened(orderNo)
  const record = within(await part.findByRole('list', { name: 'SMS record' }))
  const { textContent } = record.getByRole('listitem')
  expect(textContent).toMatch(/^SMS · Service/)
  expect(textContent).not.toContain('No outcome yet')
})

test('the page of a message’s link shows in the language of the message, and ends marketing at a press', async () => {
  const orderNo = await applied()
  const { server } = browser.server()
  const { person } = (await server.store.state(`approval/${orderNo}`)).context.application!
  const token = server.vault.optOutTokenOf(person)
  await server.db.sql
    .transaction()
    .execute((tx) => server.vault.addLookup(tx, person, { kind: 'optOut', value: token }))
  await browser.open({ path: `${to.optOut()}#zh${token}`, language: 'en' })
  await userEvent.click(await page.findByRole('button', { name: '停止接收' }))
  expect(await page.findByText('已完成。您将不再收到推广信息。')).toBeTruthy()
  expect((await server.store.state(`contact/${person}`)).value).toBe('noMarketing')
})

test('the page of a link that is not whole or not known says so', async () => {
  await browser.open({ path: to.optOut(), language: 'en' })
  expect(await page.findByText('This address is not complete. Open the whole link of your message.')).toBeTruthy()
  await browser.open({ path: `${to.optOut()}#en0123456789abcdef0123`, language: 'en' })
  await userEvent.click(await page.findByRole('button', { name: 'Stop' }))
  expect(await page.findByText('This link is not known. Open the whole link of your message.')).toBeTruthy()
})
