import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

test('while a text is typed, its segments, its cost and what is wrong with it stand below', async () => {
  await browser.openAs('admin', { path: `${to.smsSendManage()}?tab=templates`, language: 'en' })
  await userEvent.click(await page.findByRole('button', { name: 'New template' }))
  const form = within(await page.findByRole('dialog', { name: /^New template/ }))
  await userEvent.selectOptions(form.getByLabelText('Category'), 'Service')
  const text = form.getByLabelText('Text')
  const below = within(form.getByRole('region', { name: 'What a customer reads' }))
  const type = async (typed: string) => {
    await userEvent.clear(text)
    await userEvent.click(text)
    await userEvent.paste(typed)
  }

  await type('a'.repeat(160))
  below.getByText('GSM-7: 160 of 160, 1 segment')
  await type('a'.repeat(161))
  below.getByText('GSM-7: 161 at 153 a segment, 2 segments')
  await type(`${'a'.repeat(159)}[`)
  below.getByText('GSM-7: 161 at 153 a segment, 2 segments')
  await type(`${'a'.repeat(70)}还`)
  below.getByText('UCS-2: 71 at 67 a segment, 2 segments')
  below.getByText('These signs make it UCS-2: 还')
  // The prices are read apart.
  await below.findByText('IDR 700 a message')
  await type('Halo {name}, {nomor} dan {amountDue')
  below.getByText('There is no variable {nomor}')
  below.getByText('A brace is not closed: {amountDue')
  await userEvent.selectOptions(form.getByLabelText('Category'), 'Marketing')
  await type('Halo {name}, bayar {amountDue}')
  below.getByText('Marketing cannot use {amountDue}, because its readers may have no order')
  expect(below.getByText('Marketing must offer opting out: write {optOutLink}')).toBeTruthy()
})

test('only a service text can be marked as required by law, and its row says so', async () => {
  await browser.openAs('collectionLead', { path: `${to.smsSendManage()}?tab=templates`, language: 'en' })
  await userEvent.click(await page.findByRole('button', { name: 'New template' }))
  const form = within(await page.findByRole('dialog', { name: /^New template/ }))
  await userEvent.type(form.getByLabelText('Name'), 'Notice of the law')
  await userEvent.selectOptions(form.getByLabelText('Language'), 'Indonesian')
  await userEvent.selectOptions(form.getByLabelText('Category'), 'Collection')
  await userEvent.type(form.getByLabelText('Text'), 'Pemberitahuan wajib.')
  await userEvent.click(form.getByRole('checkbox', { name: /^Required by law/ }))
  const send = () => userEvent.click(form.getByRole('button', { name: 'New template' }))
  await send()
  await form.findByText('Only a service text can be required by law')
  await userEvent.selectOptions(form.getByLabelText('Category'), 'Service')
  await send()
  const row = within((await page.findByText('Notice of the law')).closest('tr')!)
  expect(row.getByText('Required by law')).toBeTruthy()
})
