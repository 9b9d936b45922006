import { fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { conceal } from '../../../src/services/savedViews.ts'
import { aBrowser } from '../browser.tsx'
import { lineTo } from '../line.ts'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

const phone = () => page.findByLabelText<HTMLInputElement>('Phone')

test('what was typed in a page that went to the back is not sent when the focus leaves it, and stays there', async () => {
  const { user, goesTo, path } = await browser.openAs('reviewer1', { path: to.reviewFirstWait() })
  const field = await phone()
  await user.type(field, '0812')
  await goesTo(to.changePassword())
  await page.findByLabelText('Current password')
  const asked = lineTo(browser, conceal).keys()
  fireEvent.blur(field)
  await goesTo(to.reviewFirstWait())
  await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('Phone').value).toBe('0812'))
  expect([path(), asked]).toEqual([to.reviewFirstWait(), []])
})

test('what was typed stays too when the click that leads away is what enters it', async () => {
  const { user, goesTo, path } = await browser.openAs('reviewer1', { path: to.reviewFirstWait() })
  const field = await phone()
  await user.type(field, '0812')
  const letGo = lineTo(browser, conceal).hold()
  fireEvent.blur(field)
  await goesTo(to.changePassword())
  await page.findByLabelText('Current password')
  letGo()
  // Its button says that it is not in force.
  const filter = within(field.closest<HTMLElement>('.list-filter')!)
  expect(await filter.findByRole('button', { name: 'Search', hidden: true })).toBeTruthy()
  await goesTo(to.reviewFirstWait())
  await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('Phone').value).toBe('0812'))
  expect(path()).toBe(to.reviewFirstWait())
})
