import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as lead from '../../../src/services/lead.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

test('a lead is sent one message: marketing alone, by an app that is chosen, with what they would read', async () => {
  const app = browser.server()
  const [head] = [await app.login('telemarketingLead')]
  const phone = '+6281200000422'
  const batch = { batch: 'MARET-4', source: 'event', proof: 'form of the fair', channels: ['sms' as const] }
  await head.data(lead.importLeads, { ...batch, leads: [{ phone, name: 'Calon Nasabah', province: '31' }] })
  const [{ id }] = (await head.data(lead.list, { phone })).rows as [lead.Lead]
  const marketing = {
    name: 'Promo calon',
    category: 'marketing' as const,
    body: 'Halo {name}. {appName}: {optOutLink}',
  }
  await approvedTemplate(app, marketing)
  await approvedTemplate(app, { name: 'Layanan saja', body: 'Halo {name}.' })

  await browser.openAs('admin', { path: to.leadDetail({ id }), language: 'en' })
  const messages = within(await page.findByRole('region', { name: 'Text messages' }))
  await messages.findByText('No message was sent yet.')
  await userEvent.click(messages.getByRole('button', { name: 'Send a text message' }))
  const form = within(await page.findByRole('dialog'))
  await form.findByRole('option', { name: 'Promo calon' })
  expect(form.queryByRole('option', { name: /Layanan saja/ })).toBeNull()
  await userEvent.selectOptions(form.getByLabelText('Template'), 'Promo calon')
  await userEvent.selectOptions(form.getByLabelText('Sender'), demoSender)
  // No app, no words yet.
  expect(form.queryByRole('region', { name: 'What the customer reads' })).toBeNull()
  await userEvent.selectOptions(form.getByLabelText('App that speaks'), 'DanaKios')
  const preview = within(await form.findByRole('region', { name: 'What the customer reads' }))
  preview.getByText(/^Halo C\*+ N\*+\. DanaKios: /)
  await userEvent.click(form.getByRole('button', { name: 'Send a text message' }))
  await messages.findByText('Queued')
  expect(messages.getByText('Promo calon')).toBeTruthy()
})
