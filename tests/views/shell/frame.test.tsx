import { screen as page, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser({ orders: 12 })

const focused = () => document.activeElement?.textContent

describe('a menu', () => {
  test('has its first item chosen when it opens, and the arrow keys walk it, round and round', async () => {
    const { user } = await browser.openAs('admin', { path: to.dashboard() })
    await user.click(await page.findByRole('button', { name: 'Appearance' }))
    await waitFor(() => expect(focused()).toBe('Medium'))
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Small')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Another colour')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Medium')
    await user.keyboard('{End}{Home}')
    expect(focused()).toBe('Medium')
  })

  test('names each colour', async () => {
    const { user } = await browser.openAs('admin', { path: to.dashboard() })
    await user.click(await page.findByRole('button', { name: 'Appearance' }))
    for (const name of ['Blue', 'Green', 'Teal', 'Violet', 'Pink', 'Orange', 'Grey']) {
      expect(await page.findByRole('menuitemradio', { name })).toBeTruthy()
    }
  })

  test('of a tab passes over what cannot be chosen', async () => {
    const { user } = await browser.openAs('admin', { path: to.dashboard() })
    const strip = await page.findByRole('navigation', { name: 'Visited pages' })
    await user.pointer({ keys: '[MouseRight]', target: await within(strip).findByRole('link') })
    await waitFor(() => expect(focused()).toBe('Refresh'))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('Close all')
  })

  test('beside the folded sidebar closes by Escape, which leads back to its icon', async () => {
    localStorage.setItem('loket.sidebar', 'closed')
    const { user } = await browser.openAs('admin', { path: to.dashboard() })
    const icon = await page.findByRole('button', { name: 'Approval' })
    await user.hover(icon)
    const link = await page.findByRole('link', { name: 'Review list' })
    link.focus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(icon))
    await waitFor(() => expect(page.queryByRole('link', { name: 'Review list' })).toBeNull())
  })
})

test('the menu marks a report alone, not the page of all reports as well', async () => {
  await browser.openAs('analyst', { path: to.conversionRate() })
  const menu = within(await page.findByRole('navigation', { name: 'Menu' }))
  const marked = () =>
    menu.getAllByRole('link').flatMap((link) => (link.hasAttribute('aria-current') ? [link.textContent] : []))
  await waitFor(() => expect(marked()).toEqual(['Conversion rate']))
})

test('the menu shows which list an order was opened from', async () => {
  const { user, path } = await browser.openAs('reviewLead', { path: to.machinerReviewPass() })
  const [row] = await within(await page.findByRole('table')).findAllByRole('link')
  await user.click(row!)
  await waitFor(() => expect(path()).toBe(row!.getAttribute('href')))
  const menu = within(page.getByRole('navigation', { name: 'Menu' }))
  const link = await menu.findByRole('link', { current: true })
  expect(link.getAttribute('href')).toBe(to.machinerReviewPass())
  expect(menu.queryByRole('link', { current: 'page' })).toBeNull()
})

test('the keys of the document viewer and of a selection stand on the sheet of keys', async () => {
  const { user } = await browser.openAs('admin', { path: to.dashboard() })
  await page.findByRole('navigation', { name: 'Visited pages' })
  await user.keyboard('?')
  const sheet = await page.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const words = within(within(sheet).getByRole('region', { name: 'In the document viewer' }))
  expect(words.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Larger',
    'Smaller',
    'Whole picture',
    'Turn right',
    'Turn left',
    'Move the picture',
  ])
  expect(within(sheet).getByText('Copy the selected rows')).toBeTruthy()
})

describe('the palette', () => {
  const open = async (who: string) => {
    const window = await browser.openAs(who, { path: to.dashboard() })
    await page.findByRole('navigation', { name: 'Visited pages' })
    await window.user.keyboard('{Control>}k{/Control}')
    const field = await page.findByPlaceholderText(/A screen, an order number/)
    return { ...window, field }
  }
  const newest = async () => {
    const { sql } = browser.server().db
    const rows = await sql.selectFrom('approval').select('order_no').orderBy('order_no', 'desc').execute()
    return rows.map(({ order_no }) => order_no)
  }

  test('opens the order of a number that was entered before the answer was there', async () => {
    const [orderNo] = (await newest()) as [string]
    const { user, field, path } = await open('admin')
    field.focus()
    await user.paste(orderNo)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe(to.approveDetail({ orderNo })))
  })

  test('says when there are more than it shows', async () => {
    const { user, field } = await open('admin')
    await user.type(field, 'LK26')
    const more = await page.findByText('There are more: type on')
    expect(page.getAllByText(/^LK26/)).toHaveLength(8)
    // It is no way to anywhere.
    await user.click(more)
    const [orderNo] = (await newest()) as [string]
    await user.type(field, orderNo.slice(4))
    await waitFor(() => expect(page.getAllByText(/^LK26/)).toHaveLength(1))
    expect(page.queryByText('There are more: type on')).toBeNull()
  })
})
