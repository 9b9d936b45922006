import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as leadImport from '../../../src/services/leadImport.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

test('the form asks which channels the proof of consent is for, and the dry run says them', async () => {
  await browser.openAs('telemarketingLead', { path: to.leadImports(), language: 'en' })
  const channels = within(await page.findByRole('group', { name: 'Consent to' }))
  const tick = (name: string) => userEvent.click(channels.getByRole('checkbox', { name }))
  expect(channels.getByRole<HTMLInputElement>('checkbox', { name: 'Phone' }).checked).toBe(true)
  await tick('Phone')
  await tick('WhatsApp')
  const content = 'phone,name,province\n081290000077,Siti,31\n'
  await userEvent.upload(page.getByLabelText('File of leads'), new File([content], 'leads.csv'))
  await userEvent.type(page.getByLabelText('Batch'), 'B-77')
  await userEvent.type(page.getByLabelText('Source'), 'event')
  await userEvent.type(page.getByLabelText('Proof of consent'), 'form of the fair')
  await userEvent.click(page.getByRole('button', { name: 'Read the file' }))
  page.getByText('Required')
  await tick('SMS')
  await tick('E-mail')
  await userEvent.click(page.getByRole('button', { name: 'Read the file' }))
  await page.findByText('Consent to: SMS, E-mail')
  const caller = await browser.server().login('telemarketingLead')
  const [first] = (await caller.data(leadImport.list, {})).imports
  expect(first).toMatchObject({ batch: 'B-77', state: 'staged', channels: ['sms', 'email'] })
})
