import { screen as page, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()

test('a forged call is on the screen of whoever looks at it already, though no payout changed', async () => {
  const forge = (provider: string) =>
    browser.server().app.request(`/api/channels/${provider}/callback`, { method: 'POST', body: '{}' })
  const shown = (provider: string) =>
    page.findByText(new RegExp(`A notification in the name of ${provider} does not have its signature`))
  await forge('samudra')
  await browser.openAs('finance', { path: to.waitLoanList() })
  await shown('Samudra')
  await waitFor(() => expect(browser.server().feed.listeners()).toBe(1))
  await forge('merapi')
  await shown('Merapi')
})
