import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as order from '../../../src/services/order.ts'
import { passing } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

test('a double click on the way to the question does not answer it', async () => {
  const orderNo = await browser.server().apply(passing())
  await browser.server().settle()
  await browser.openAs('support', { path: to.approveDetail({ orderNo }), language: 'en' })
  await userEvent.click(await page.findByRole('button', { name: 'Edit' }))
  await userEvent.click(await page.findByRole('menuitem', { name: 'Edit bank name' }))
  const dialog = within(await page.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Bank/), 'Mandiri')
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByText('Are you sure you want to modify the information?')
  const support = await browser.server().login('support')
  expect((await support.data(order.editsOf, { orderNo })).edits).toEqual([])

  await userEvent.click(dialog.getByRole('button', { name: 'Yes, modify' }))
  await page.findByText('In force')
})

test('the question names order and person, has the focus on the way back, and Enter goes on from there', async () => {
  const orderNo = await browser.server().apply(passing())
  await browser.server().settle()
  await browser.openAs('support', { path: to.approveDetail({ orderNo }), language: 'en' })
  await userEvent.click(await page.findByRole('button', { name: 'Edit' }))
  await userEvent.click(await page.findByRole('menuitem', { name: 'Edit bank name' }))
  const dialog = within(await page.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText(/^Bank/), 'Mandiri')
  dialog.getByRole('button', { name: 'Continue' }).focus()
  await userEvent.keyboard('{Enter}')
  await dialog.findByText('Are you sure you want to modify the information?')
  const facts = dialog.getByText('Customer').closest('dl')!.textContent
  expect(facts).toContain(orderNo)
  expect(facts).toMatch(/\*\*\*/)
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Back' }))
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Yes, modify' }).getAttribute('aria-disabled')).toBeNull(),
  )
  await userEvent.keyboard('{Enter}')
  expect(await page.findByText('In force')).toBeTruthy()
})

test.each([
  ['admin', `${to.reviewList()}?editWaits=1`],
  ['approve', undefined],
])('on the dashboard of %s the changes that wait for a second person lead to %s', async (who, href) => {
  await browser.openAs(who, { path: to.dashboard(), language: 'en' })
  const queues = within(await page.findByRole('region', { name: 'Queues' }))
  const links = queues.queryAllByRole('link', { name: 'Changes of customer data to confirm' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(href === undefined ? [] : [href])
})
