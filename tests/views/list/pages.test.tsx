import { screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as approval from '../../../src/services/approval.ts'
import { cursorWord } from '../../../src/views/list/address.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser({ orders: 200 })
// jsdom draws nothing that could be scrolled.
Element.prototype.scrollTo = () => {}

beforeAll(() => browser.server().feed.start())
afterEach(() => browser.network.resetHandlers())

const path = to.reviewList()
const firstOf = () => within(page.getByRole('table')).getAllByRole('link')[0]!.textContent
const next = () => page.findByRole('button', { name: 'Next page' })
const previous = () => page.findByRole('button', { name: 'Previous page' })
const shows = (number: number) => waitFor(() => expect(page.getByText(`Page ${number}`)).toBeTruthy())

/** The first order of each page, as the server has them. */
const firsts = async () => {
  const admin = await browser.server().login('admin')
  const found: string[] = []
  let after: Parameters<typeof admin.data<typeof approval.list>>[1]['after']
  do {
    const { rows, next: more } = await admin.data(approval.list, { list: 'all', limit: 50, after })
    found.push(rows[0]!.orderNo)
    after = more ?? undefined
  } while (after)
  return found
}

describe('the page of a list', () => {
  test('is in its address: Back and a reload come to it, and the page before it is known after a reload', async () => {
    const [first, second, third] = await firsts()
    const window = await browser.openAs('admin', { width: 800, path })
    await waitFor(() => expect(firstOf()).toBe(first))
    await window.user.click(await next())
    await waitFor(() => expect(firstOf()).toBe(second))
    await shows(2)
    expect(window.path()).toMatch(/\?after=[\w-]+&page=2$/)
    await window.user.click(await next())
    await waitFor(() => expect(firstOf()).toBe(third))
    const asItWas = window.path()
    await window.goesBack()
    await waitFor(() => expect(firstOf()).toBe(second))
    await shows(2)
    window.close()

    const { user, isAt } = await browser.openAs('admin', { width: 800, path: asItWas })
    await shows(3)
    await waitFor(() => expect(firstOf()).toBe(third))
    await user.click(await previous())
    await waitFor(() => expect(firstOf()).toBe(second))
    await shows(2)
    await user.click(await previous())
    await waitFor(() => expect(firstOf()).toBe(first))
    await isAt(path)
  })

  test('that is come to from elsewhere leads back to the first, and forth', async () => {
    const [first, second, third] = await firsts()
    const { user, path: at, close } = await browser.openAs('admin', { width: 800, path })
    await waitFor(() => expect(firstOf()).toBe(first))
    await user.click(await next())
    await waitFor(() => expect(firstOf()).toBe(second))
    const link = at()
    close()
    sessionStorage.clear()

    const { user: other, isAt } = await browser.openAs('admin', { width: 800, path: link })
    await waitFor(() => expect(firstOf()).toBe(second))
    await other.click(await next())
    await waitFor(() => expect(firstOf()).toBe(third))
    await shows(3)
    await other.click(await previous())
    await waitFor(() => expect(firstOf()).toBe(second))
    await other.click(await previous())
    await waitFor(() => expect(firstOf()).toBe(first))
    await isAt(path)
  })

  test('is the first one again when something else is asked for', async () => {
    const [first] = await firsts()
    const { user, isAt } = await browser.openAs('admin', { width: 800, path })
    await waitFor(() => expect(firstOf()).toBe(first))
    await user.click(await next())
    await shows(2)
    await user.selectOptions(page.getByLabelText('Rows per page'), '100')
    await isAt(`${path}?size=100`)
    expect(await page.findByText('Page 1')).toBeTruthy()
  })

  test('is the one before it when its rows have gone, and in the address as well', async () => {
    const [first] = await firsts()
    const gone = cursorWord({ sortedAt: 0, orderNo: 'LK' })
    const { isAt } = await browser.openAs('admin', { width: 800, path: `${path}?after=${gone}&page=9` })
    await waitFor(() => expect(firstOf()).toBe(first))
    await isAt(path)
    await shows(1)
  })

  test('that is none is told of', async () => {
    const [first] = await firsts()
    await browser.openAs('admin', { width: 800, path: `${path}?after=oops&page=4` })
    expect(await page.findByText('Pages in the address is not used: Not a valid page marker')).toBeTruthy()
    await waitFor(() => expect(firstOf()).toBe(first))
    await shows(1)
  })
})
