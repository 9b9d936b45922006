import { screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as approval from '../../../src/services/approval.ts'
import * as savedViews from '../../../src/services/savedViews.ts'
import { start, type TestApp } from '../../kit/app.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'
import { feed, lineTo } from '../line.ts'

const path = to.reviewFirstWait()
const browser = aBrowser()
beforeAll(() => browser.server().feed.start())
afterEach(() => browser.network.resetHandlers())

const waiting = async (more: Parameters<TestApp['apply']>[0] = {}) => {
  const orderNo = await browser.server().apply(passing(more))
  await browser.server().settle()
  return orderNo
}

const open = async (who = 'reviewer1', at: string = path) => {
  const window = await browser.openAs(who, { path: at })
  await page.findByRole('table')
  return window
}

const rowOf = (orderNo: string) => page.findByRole('row', { name: new RegExp(orderNo) })

test('without applications it says what to wait for', async () => {
  await open()
  expect(await page.findByText(/New applications appear here by themselves/)).toBeTruthy()
})

describe('with applications', () => {
  test('each is a row with masked people, its money, and a link to its detail', async () => {
    const orderNo = await waiting({ amount: 2_500_000 })
    await open()
    const row = await rowOf(orderNo)
    expect(within(row).getByText('S*** W***')).toBeTruthy()
    expect(within(row).getByText('IDR 2,500,000')).toBeTruthy()
    expect(within(row).getByRole('link', { name: orderNo }).getAttribute('href')).toBe(to.approveDetail({ orderNo }))
  })

  test('a double click takes one once, and who holds it stands in the row', async () => {
    const orderNo = await waiting()
    const keys = lineTo(browser, approval.firstClaim).keys()
    const { user } = await open()
    await user.dblClick(within(await rowOf(orderNo)).getByRole('button', { name: 'Take' }))
    await waitFor(async () =>
      expect(within(await rowOf(orderNo)).getByRole('button', { name: 'Release' })).toBeTruthy(),
    )
    expect(keys).toHaveLength(1)
    expect(await page.findByText(`Taken for first review: ${orderNo}`)).toBeTruthy()
  })

  test('what somebody else does shows without a reload, and says why it is no longer ours', async () => {
    const orderNo = await waiting()
    await open()
    const lead = await browser.server().login('reviewLead')
    const { id } = await browser.server().login('reviewer1')
    const { reviewers } = await lead.data(approval.reviewers, { stage: 'first' })
    const other = reviewers.find((one) => one.id !== id)!
    const { order } = await lead.data(approval.detail, { orderNo })
    await lead.data(approval.firstAssign, { orderNo, version: order.version, to: other.id })

    const row = await rowOf(orderNo)
    await within(row).findByText(other.name)
    const release = within(row).getByRole('button', { name: 'Release' })
    expect(release.getAttribute('aria-disabled')).toBe('true')
    expect(release).toHaveProperty('disabled', false)
    expect(document.getElementById(release.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Only the reviewer who holds this application can do this',
    )
  })

  test('of three things that can be done to a row the first is a button and the others a menu', async () => {
    const orderNo = await waiting()
    const { user } = await open('admin')
    const button = async (name: string) => within(await rowOf(orderNo)).findByRole('button', { name })
    await user.click(await button('Take'))
    await button('Release')
    expect(within(await rowOf(orderNo)).queryByRole('button', { name: 'Recall' })).toBeNull()
    await user.click(await button('More actions'))
    const items = await page.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Reassign', 'Recall'])
    await user.click(items[1]!)
    await button('Take')
  })

  test('a form that the menu opened keeps the focus when the menu is gone', async () => {
    const orderNo = await waiting()
    const { user } = await open('admin')
    const button = async (name: string) => within(await rowOf(orderNo)).findByRole('button', { name })
    await user.click(await button('Take'))
    await user.click(await button('More actions'))
    await user.click(await page.findByRole('menuitem', { name: 'Reassign' }))
    const choice = within(await page.findByRole('dialog')).getByLabelText('Reviewer')
    await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(choice)
  })

  test('a lead assigns from the row, and the form asks to whom', async () => {
    const orderNo = await waiting()
    const { user } = await open('reviewLead')
    await user.click(within(await rowOf(orderNo)).getByRole('button', { name: 'Assign' }))
    const dialog = await page.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
    expect(within(dialog).getByText('Required')).toBeTruthy()

    const choice = within(dialog).getByLabelText('Reviewer')
    const [first] = await within(choice).findAllByRole('option', { name: /holds/ })
    await user.selectOptions(choice, first!)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await within(await rowOf(orderNo)).findByText(first!.textContent.replace(/ \(.*/, ''))
  })
})

describe('filters', () => {
  test('a phone number narrows the list; the URL has an id that stands for it, also after a reload', async () => {
    const mine = await waiting({ customer: passingCustomer({ phone: '081311112222' }) })
    const other = await waiting()
    const first = await open()
    await rowOf(other)
    await first.user.type(page.getByLabelText('Phone'), '0813 1111 2222{Enter}')
    await waitFor(() => expect(page.queryByRole('link', { name: other })).toBeNull())
    await rowOf(mine)
    expect(first.path()).toMatch(/\?phone=[\w-]{22}$/)
    expect(await page.findByText('1 order')).toBeTruthy()
    const asItWas = first.path()
    first.close()

    const { user, isAt } = await open('reviewer1', asItWas)
    await rowOf(mine)
    expect(page.queryByRole('link', { name: other })).toBeNull()
    expect(page.getByLabelText('Phone')).toHaveProperty('value', '0813 1111 2222')
    await user.click(page.getByRole('button', { name: 'Clear filters' }))
    await rowOf(other)
    await isAt(path)
  })

  test('an order number stands in the URL, and a URL fills the filter', async () => {
    const orderNo = await waiting()
    const { user, isAt, close } = await open()
    await user.type(page.getByLabelText('Order no.'), `${orderNo}{Enter}`)
    await page.findByText('1 order')
    await isAt(`${path}?orderNo=${orderNo}`)
    close()

    await open('reviewer1', `${path}?orderNo=LK-NONE&applied=2026-02-30..oops&size=7`)
    expect(page.getByLabelText('Order no.')).toHaveProperty('value', 'LK-NONE')
    expect(await page.findByText('Nothing matches')).toBeTruthy()
    expect(page.getByLabelText('Rows per page')).toHaveProperty('value', '50')
    expect(page.getByText('Applied in the address is not used: No such range of days')).toBeTruthy()
    expect(page.getByText('Rows per page in the address is not used: No such choice')).toBeTruthy()
  })

  test('a part of an order number finds it; less than three characters of it are refused in words', async () => {
    const orderNo = await waiting()
    const { user, isAt } = await open()
    await user.type(page.getByLabelText('Order no.'), `${orderNo.slice(-2)}{Enter}`)
    expect(await page.findByRole('alert')).toHaveProperty('textContent', 'At least 3 characters')
    await isAt(path)
    await user.clear(page.getByLabelText('Order no.'))
    await user.type(page.getByLabelText('Order no.'), `${orderNo.slice(-4)}{Enter}`)
    await page.findByText('1 order')
    await rowOf(orderNo)
    expect(page.queryByRole('alert')).toBeNull()
  })

  test('days are whole days in Jakarta', async () => {
    await waiting()
    const { user, isAt } = await open('reviewer1', `${path}?applied=2026-11-20..2026-11-20`)
    expect(await page.findByText('Nothing matches')).toBeTruthy()
    await user.click(page.getAllByRole('button', { name: 'Clear filters' })[0]!)
    await waitFor(() => expect(within(page.getByRole('table')).getAllByRole('link').length).toBeGreaterThan(0))
    await isAt(path)
  })

  test('days that are typed count once both are there; until then, and when they are none, it is said why not', async () => {
    await waiting()
    const { user, isAt } = await open()
    const from = page.getByLabelText('Applied')
    const until = page.getByLabelText('Applied: Until')
    await user.type(from, '30/02/2026{Enter}')
    expect(page.getByRole('alert').textContent).toBe('No such day. Write it like 31/01/2026')
    expect(from).toHaveProperty('value', '30/02/2026')
    await user.clear(from)
    await user.type(from, '21/11/2026')
    await user.tab()
    expect(document.activeElement).toBe(until)
    expect(page.queryByRole('alert')).toBeNull()
    await user.keyboard('{Enter}')
    expect(page.getByRole('alert').textContent).toBe('Fill in both days')
    await user.type(until, '20/11/2026{Enter}')
    expect(page.getByRole('alert').textContent).toBe('The first day is after the last')
    await user.clear(from)
    await user.type(from, '1/11/2026{Enter}')
    await isAt(`${path}?applied=2026-11-01..2026-11-20`)
    await page.findByText('Nothing matches')
    expect([from, until].map((input) => (input as HTMLInputElement).value)).toEqual(['01/11/2026', '20/11/2026'])
    expect(page.queryByRole('alert')).toBeNull()

    await user.clear(from)
    await user.clear(until)
    await user.keyboard('{Enter}')
    await isAt(path)
  })

  test('days are chosen in a calendar, which opens by key, or at a word', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { user, isAt } = await open()
    await user.click(page.getByLabelText('Applied'))
    await user.keyboard('{ArrowDown}')
    await user.click(await page.findByRole('menuitem', { name: 'Last week' }))
    await isAt(`${path}?applied=2026-11-15..2026-11-21`)
    await user.click(page.getByRole('button', { name: 'Applied: Calendar' }))
    // The second of a name is of the month after.
    const day = async (name: string) => (await page.findAllByRole('gridcell', { name }))[0]!
    await user.click(await day('3'))
    await user.click(await day('5'))
    await isAt(`${path}?applied=2026-11-03..2026-11-05`)
    expect(page.getByLabelText('Applied')).toHaveProperty('value', '03/11/2026')
    vi.useRealTimers()
  })

  test('a number is looked for by what the page is asked at that moment, and waits when another page is shown by then', async () => {
    const orderNo = await waiting({ customer: passingCustomer({ phone: '081311113333' }) })
    const { user, isAt, path: at, goesTo } = await open('approve')
    await rowOf(orderNo)
    const conceal = lineTo(browser, savedViews.conceal)
    let answer = conceal.hold()
    await user.type(page.getByLabelText('Phone'), '081311113333{Enter}')
    await user.selectOptions(page.getByLabelText('Customer type'), 'new')
    await isAt(`${path}?customerType=new`)
    answer()
    await waitFor(() => expect(at()).toMatch(/\?customerType=new&phone=[\w-]{22}$/))

    answer = conceal.hold()
    await goesTo(path)
    await waitFor(() => expect(page.getByLabelText('Phone')).toHaveProperty('value', ''))
    await user.type(page.getByLabelText('Phone'), '081311114444{Enter}')
    await goesTo(to.dashboard())
    expect(page.getByLabelText('Phone')).toHaveProperty('value', '081311114444')
    answer()
    await goesTo(path)
    await rowOf(orderNo)
    expect(page.getByLabelText('Phone')).toHaveProperty('value', '081311114444')
    expect(at()).toBe(path)
  })

  test('a number that could not be concealed does not stay over rows that it does not narrow', async () => {
    const { user, isAt } = await open()
    lineTo(browser, savedViews.conceal).cut()
    const phone = page.getByLabelText('Phone')
    await user.type(phone, '081311112222{Enter}')
    await waitFor(() => expect(phone).toHaveProperty('value', ''))
    await isAt(path)
  })

  test('a number that somebody typed into the address is out of it at once, and is told of', async () => {
    const { isAt, user } = await open('reviewer1', `${path}?phone=081311112222&customerType=new`)
    expect(
      await page.findByText('Phone in the address is not used: A number does not belong there; enter it in the field'),
    ).toBeTruthy()
    await isAt(`${path}?phone=&customerType=new`)
    expect(Object.values(sessionStorage).join(' ')).not.toContain('081311112222')
    expect(page.queryByRole('button', { name: /^Remove it/ })).toBeNull()
    await user.selectOptions(page.getByLabelText('Customer type'), 'old')
    await isAt(`${path}?customerType=old`)
  })

  test('nor does the way back from a login have it', async () => {
    const { path: at } = await browser.open({ path: `${path}?nik=3171015708921001&app=DK` })
    await page.findByLabelText('Password')
    expect(decodeURIComponent(at())).toBe(`/login?redirect=${path}?nik=&app=DK`)
  })

  test('an app that there is not is ignored and told of once the apps have come', async () => {
    const orderNo = await waiting()
    await open('reviewer1', `${path}?app=ZZZ`)
    await page.findByText('App in the address is not used: No such choice')
    await rowOf(orderNo)
    expect(page.getByLabelText('App')).toHaveProperty('value', '')
  })
})

test('J, K and Enter walk the rows, and / goes to the filters', async () => {
  const orderNo = await waiting()
  const { user, isAt } = await open()
  await rowOf(orderNo)
  const inTable = () => within(page.getByRole('table')).getAllByRole('link')
  const links = inTable().map((link) => link.textContent)
  await user.keyboard('jjk')
  expect(document.activeElement?.textContent).toBe(links[0])
  await user.keyboard('/')
  expect(document.activeElement).toBe(page.getByLabelText('Order no.'))
  await user.keyboard('j')
  expect(page.getByLabelText('Order no.')).toHaveProperty('value', 'j')
  await user.clear(page.getByLabelText('Order no.'))
  inTable()[0]!.focus()
  await user.keyboard('{Enter}')
  await isAt(to.approveDetail({ orderNo: links[0]! }))
})

test('from another screen its rows are asked for once, which is before it is drawn', async () => {
  const { goesTo } = await open('reviewer1', to.reviewFirstPass())
  const asked = lineTo(browser, approval.list).keys()
  await goesTo(path)
  expect((await page.findAllByRole('link', { name: /^LK/ })).length).toBeGreaterThan(0)
  expect(asked).toHaveLength(1)
})

test('a view is saved under a name that is typed at once, and entered', async () => {
  const { user, path: at } = await open('reviewer1', `${path}?customerType=new`)
  await user.click(page.getByRole('button', { name: 'View: Default view' }))
  await user.click(await page.findByRole('menuitem', { name: 'Save as a new view' }))
  await page.findByRole('dialog')
  await user.keyboard('New ones{Enter}')
  expect(await page.findByRole('button', { name: 'View: New ones' })).toBeTruthy()
  expect(at()).toMatch(/\?customerType=new&view=/)
})

test('without its saved views a list is still a list', async () => {
  lineTo(browser, savedViews.getViews).cut()
  await open()
  expect((await page.findAllByRole('link', { name: /^LK/ })).length).toBeGreaterThan(0)
  expect(page.getByRole('button', { name: 'View: Default view' })).toBeTruthy()
})

test('a list that does not come can be tried again', async () => {
  const orderNo = await waiting()
  lineTo(browser, feed).cut()
  lineTo(browser, approval.list).loseAnswer()
  const { user } = await browser.openAs('reviewer1', { path })
  await page.findByText('This could not be loaded')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await rowOf(orderNo)).toBeTruthy()
})
