import { rmSync } from 'node:fs'
import { type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as approval from '../../src/services/approval.ts'
import { testConsole } from '../kit/console.ts'
import { oneEngine } from '../kit/engines.ts'
import { buildGridConsole } from '../kit/gridConsole.ts'
import { labelOf } from '../kit/labelOf.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { logIn } from '../kit/logIn.ts'
import { passing, passingCustomer } from '../kit/passing.ts'

let dist: string
let served: Awaited<ReturnType<typeof testConsole>>
let browser: Browser
beforeAll(async () => {
  dist = await buildGridConsole()
  served = await testConsole({ ...oneEngine()[0], dist, orders: 300 })
  browser = await launchBrowser(inject('chromiumPath'))
})
afterAll(async () => {
  await browser.close()
  await served.close()
  rmSync(dist, { recursive: true })
})

let context: BrowserContext | undefined
let page: Page
let problems: string[]
let refused: string[]
let calls: string[]
beforeEach(() => opened('reviewer1'))
afterEach(async () => {
  await context?.close()
  const found = [...problems, ...refused]
  if (found.length > 0) throw new Error(found.join('\n'))
})

/** Opens a new context for a person, and records the browser's errors, the calls and the refusals. */
const opened = async (name: string, width = 1440) => {
  await context?.close()
  context = await browser.newContext({ viewport: { width, height: 700 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  page = await context.newPage()
  problems = []
  refused = []
  calls = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('response', async (response) => {
    const path = new URL(response.url()).pathname
    if (!path.startsWith('/api/')) return
    calls.push(path.slice('/api'.length))
    if (!response.headers()['content-type']?.startsWith('application/json')) return
    const { code } = (await response.json().catch(() => ({ code: 0 }))) as { code: number }
    if (code) refused.push(`${path} ${code}`)
  })
  await logIn(page, served.url, name)
}

const waiting = to.reviewFirstWait()
const rejected = to.reviewFirstReject()
const passed = to.reviewFirstPass()

const goesTo = async (path: string) => {
  await page.goto(served.url + path)
  await settled()
}
const inPage = () => page.locator('.page:visible')
const settled = () =>
  inPage().locator('.list-rows[aria-busy=false] :is(tbody tr[data-row], .list-grid a, .list-empty)').first().waitFor()
const search = () => new URL(page.url()).search
const numbers = () =>
  inPage()
    .locator('tbody tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')!))
const lists = () => calls.filter((path) => path === approval.list.path)
const heads = () => inPage().locator('thead th').allInnerTexts()
const row = (orderNo: string) => inPage().locator(`tbody tr[data-row="${orderNo}"]`)
const button = (name: string | RegExp, within: Locator = inPage()) => within.getByRole('button', { name })
const menu = (name: string) => page.getByRole('menuitem', { name, exact: true })
// Amounts contain a no-break space, which counts here as a space.
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

const another = async (more: Parameters<typeof passing>[0] = {}) => {
  const orderNo = await served.apply(passing(more))
  await served.settle()
  return orderNo
}

describe('the address', () => {
  test('names what is wrong in it, drops it at a button, and asks nothing that the server refuses', async () => {
    await goesTo(`${waiting}?orderNo=LK&customerType=ancient&applied=9999-12-31..9999-12-31&size=7&sort=amount`)
    const notices = inPage().getByText(/in the address is not used/)
    expect(await notices.allInnerTexts()).toEqual([
      'Order no. in the address is not used: Too short',
      'Customer type in the address is not used: No such choice',
      'Applied in the address is not used: No such range of days',
      'Sorting in the address is not used: No such choice',
      'Rows per page in the address is not used: No such choice',
    ])
    expect((await numbers()).length).toBeGreaterThan(0)
    for (let left = 5; left > 0; left -= 1) {
      await button('Remove it').first().click()
      await notices.nth(left - 1).waitFor({ state: 'detached' })
    }
    expect(search()).toBe('')
  })

  test('has an id for a phone, which holds over reload, back and forward, and for nobody else', async () => {
    const orderNo = await another({ customer: passingCustomer({ phone: '081399998888' }) })
    await goesTo(waiting)
    await inPage().getByLabel('Phone').fill('0813-9999-8888')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?phone=[\w-]{22}$/)
    const found = async () => {
      await inPage().getByText('1 order', { exact: true }).waitFor()
      expect(await numbers()).toEqual([orderNo])
      expect(await inPage().getByLabel('Phone').inputValue()).toBe('0813-9999-8888')
    }
    await found()
    await page.reload()
    await settled()
    await found()
    await page.goBack()
    await expect.poll(async () => (await numbers()).length).toBeGreaterThan(1)
    expect(await inPage().getByLabel('Phone').inputValue()).toBe('')
    await page.goForward()
    await found()

    const address = search()
    await opened('reviewer1.2')
    await goesTo(waiting + address)
    await inPage().getByText('Phone in the address is not used: No longer there, or not yours').waitFor()
    await expect.poll(() => refused).toEqual(['/api/list/reveal 404'])
    refused = []
  })

  test('holds the order, which the server goes by, and a click on a head turns it', async () => {
    await goesTo(waiting)
    const oldestFirst = await numbers()
    const head = inPage().getByRole('columnheader', { name: 'Waiting' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await button('Waiting').click()
    await page.waitForURL(/sort=-since/)
    await settled()
    await expect.poll(numbers).toEqual(oldestFirst.toReversed())
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await page.reload()
    await settled()
    expect(await numbers()).toEqual(oldestFirst.toReversed())
  })
})

describe('a list that is shown again', () => {
  const tab = (path: string) => page.locator(`.tab-strip a[href="${path}"]`)

  test('has the text that was typed into a filter and not sent', async () => {
    await goesTo(waiting)
    await goesTo(rejected)
    const shows = async (path: string) => {
      await page.waitForURL(served.url + path)
      await settled()
    }
    await tab(waiting).click()
    await shows(waiting)
    const field = () => inPage().getByLabel('Order no.').first()
    await field().pressSequentially('LK26')
    await page.goBack()
    await shows(rejected)
    await page.goForward()
    await shows(waiting)
    expect(await field().inputValue()).toBe('LK26')
  })

  const leaves = async () => {
    await tab(rejected).click()
    await page.waitForURL(served.url + rejected)
    await settled()
  }

  test('has what changed meanwhile, and keeps its rows until then, its place and what is selected', async () => {
    await goesTo(rejected)
    await goesTo(waiting)
    const [first] = await numbers()
    await row(first!).getByRole('checkbox').check()
    await leaves()
    const orderNo = await another()
    await page.evaluate((path) => {
      const seen = globalThis as unknown as { fewest: number }
      seen.fewest = Number.POSITIVE_INFINITY
      const look = () => {
        const shown = [...document.querySelectorAll('.page')].find((one) => one.checkVisibility())
        if (location.pathname === path && shown?.querySelector('h1')?.textContent === 'First review queue')
          seen.fewest = Math.min(seen.fewest, shown.querySelectorAll('tr[data-row]').length)
        requestAnimationFrame(look)
      }
      look()
    }, waiting)
    await tab(waiting).click()
    await row(orderNo).waitFor()
    expect(await row(first!).getByRole('checkbox').isChecked()).toBe(true)
    expect(await page.evaluate(() => (globalThis as unknown as { fewest: number }).fewest)).toBeGreaterThan(0)
  })

  test('asks once, and is scrolled to where it was', async () => {
    await goesTo(waiting)
    await goesTo(rejected)
    const scrolled = () =>
      inPage()
        .locator('.list-rows')
        .evaluate(({ scrollTop }) => scrollTop)
    await inPage()
      .locator('.list-rows')
      .evaluate((box) => box.scrollTo(0, 120))
    await tab(waiting).click()
    await page.waitForURL(served.url + waiting)
    await settled()
    calls = []
    await tab(rejected).click()
    await expect.poll(lists).toHaveLength(1)
    await button('Columns').click()
    await page.getByRole('group', { name: 'Columns' }).waitFor()
    expect(lists()).toHaveLength(1)
    expect(await scrolled()).toBe(120)
  })
})

describe('a list whose link is pressed', () => {
  const link = () => page.locator(`.menu-list a[href="${waiting}"]`)
  const behind = () => page.locator(`.page[data-path="${waiting}"] tbody tr[data-row]`).first()
  const presses = async () => {
    await goesTo(passed)
    calls = []
    await link().hover()
    await page.mouse.down()
    await behind().waitFor({ state: 'attached' })
    expect(await behind().isVisible()).toBe(false)
    expect(new URL(page.url()).pathname).toBe(passed)
    expect(lists()).toHaveLength(1)
  }

  test('is asked for once, drawn behind, and there when the button was let go', async () => {
    await presses()
    const first = await behind().elementHandle()
    await page.mouse.up()
    await page.waitForURL(served.url + waiting)
    await settled()
    await expect.poll(() => first.isVisible()).toBe(true)
    await button('Columns').click()
    await page.getByRole('group', { name: 'Columns' }).waitFor()
    expect(lists()).toHaveLength(1)
  })

  test('stays closed when the button is let go elsewhere, and has what is new when it is opened by a key', async () => {
    await presses()
    await page.mouse.move(700, 400)
    await page.mouse.up()
    const orderNo = await another()
    expect(new URL(page.url()).pathname).toBe(passed)
    await link().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(served.url + waiting)
    await row(orderNo).waitFor()
  })
})

describe('a list', () => {
  test('on its way shows bars in the place of its rows', async () => {
    await goesTo(waiting)
    const held = Promise.withResolvers<void>()
    await page.route(`**/api${approval.list.path}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.locator(`.menu-list a[href="${passed}"]`).click()
    await page.waitForURL(served.url + passed)
    await inPage().locator('.bp6-skeleton').first().waitFor()
    expect(await numbers()).toEqual([])
    held.resolve()
    await settled()
    expect(await inPage().locator('.bp6-skeleton').count()).toBe(0)
  })

  test('of nothing that fits says what to do, and does it', async () => {
    await goesTo(`${waiting}?orderNo=LK9999999999999`)
    await inPage().getByText('Nothing matches').waitFor()
    await inPage().locator('.list-empty').getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(numbers).not.toEqual([])
    expect(search()).toBe('')
  })

  test('tells a screen reader what came of what was asked', async () => {
    await goesTo(waiting)
    await settled()
    const output = inPage().locator('output.visually-hidden')
    expect(await output.innerText()).toBe('')
    await inPage().getByLabel('Order no.').first().fill('LK9999999999999')
    await page.keyboard.press('Enter')
    await output.getByText('0 orders, Page 1').waitFor({ state: 'attached' })
    await inPage().locator('.list-empty').getByRole('button', { name: 'Clear filters' }).click()
    await output.getByText(/^[1-9]\d* orders, Page 1$/).waitFor({ state: 'attached' })
  })

  test('that could not be loaded says so, and is there once it is tried again', async () => {
    await goesTo(waiting)
    const pattern = `**/api${approval.list.path}`
    await page.route(pattern, (route) => route.fulfill({ status: 502, body: 'broken' }))
    await page.locator(`.menu-list a[href="${rejected}"]`).click()
    await inPage().getByText('This could not be loaded').waitFor()
    await page.unroute(pattern)
    await button('Try again').click()
    await expect.poll(numbers).not.toEqual([])
  })

  test('in sight takes up what is new around the rows that stay, and keeps what is selected', async () => {
    await goesTo(waiting)
    const [first] = (await numbers()) as [string]
    await row(first).getByRole('checkbox').check()
    const kept = await row(first).elementHandle()
    // Rows under the pointer keep their places.
    await page.mouse.move(5, 5)
    const orderNo = await another()
    await row(orderNo).waitFor()
    expect(await kept.evaluate((one) => one.isConnected)).toBe(true)
    expect(await row(first).getByRole('checkbox').isChecked()).toBe(true)
  })
})

describe('columns', () => {
  test('are hidden and moved by keyboard, and are so again after a reload and on another computer', async () => {
    await goesTo(rejected)
    const before = await heads()
    // The server confirms nothing before the page is left.
    await page.route('**/list/keep_layout', () => {})
    await button('Columns').focus()
    await page.keyboard.press('Enter')
    const choice = page.getByRole('group', { name: 'Columns' })
    await choice.getByRole('checkbox', { name: 'Score' }).focus()
    await page.keyboard.press('Space')
    const down = choice.getByRole('button', { name: 'Move Customer down' })
    await down.focus()
    await page.keyboard.press('Enter')
    expect(await down.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const [orderNo, customer, product, amount, , ...others] = before
    const after = [orderNo, product, amount, customer, ...others]
    expect(await heads()).toEqual(after)

    await page.unroute('**/list/keep_layout')
    const stored = page.waitForResponse('**/list/keep_layout')
    await page.reload()
    await settled()
    expect(await heads()).toEqual(after)
    await stored
    await opened('reviewer1')
    await goesTo(rejected)
    expect(await heads()).toEqual(after)
    await button('Columns').click()
    await page.getByRole('button', { name: 'All columns again' }).click()
    expect(await heads()).toEqual(before)
  })
})

describe('a saved view', () => {
  const saveAs = async (name: string, role?: string) => {
    await button(/^View: /).click()
    await menu('Save as a new view').click()
    // The field must still have the focus after the menu has closed.
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(name)
    if (role) await page.getByLabel('Shared with').selectOption({ label: role })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }

  test('keeps filters, order, page size and columns; it is chosen, changed, renamed and deleted', async () => {
    await goesTo(`${rejected}?app=DK&size=100&sort=firstAt`)
    await saveAs('Danakios')
    await page.waitForURL(/view=/)
    await button('View: Danakios').waitFor()
    const address = search()

    await button(/^View: /).click()
    await page.getByRole('menuitemradio', { name: 'Default view' }).click()
    await page.waitForURL(served.url + rejected)
    await button(/^View: /).click()
    await page.getByRole('menuitemradio', { name: 'Danakios' }).click()
    await page.waitForURL((url) => url.search === address)
    await expect.poll(() => inPage().getByLabel('Rows per page').inputValue()).toBe('100')

    // A saved view opens from its id alone.
    await goesTo(`${rejected}?view=${new URLSearchParams(address).get('view')}`)
    await page.waitForURL((url) => url.search === address)

    await inPage().getByLabel('Customer type').selectOption('old')
    // The longer name moves the button beside it, and what hangs from that button.
    await inPage().getByText('Danakios (changed)').waitFor()
    await button('Columns').click()
    await page.getByRole('group', { name: 'Columns' }).waitFor()
    await labelOf(page.getByRole('checkbox', { name: 'Score' })).click()
    await expect.poll(heads).not.toContain('Score')
    await page.keyboard.press('Escape')
    await button(/^View: /).click()
    await menu('Save changes').click()
    await inPage().getByText('Danakios (changed)').waitFor({ state: 'detached' })
    await page.reload()
    await settled()
    await expect.poll(heads).not.toContain('Score')
    expect(await inPage().getByLabel('Customer type').inputValue()).toBe('old')

    await saveAs('danakios')
    await page.getByText('You have a view of this name already').waitFor()
    await expect.poll(() => refused).toEqual(['/api/list/save_view 400'])
    refused = []
    await page.getByRole('button', { name: 'Cancel' }).click()

    await button(/^View: /).click()
    await menu('Rename or share').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Kios')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await button('View: Kios').waitFor()

    await button(/^View: /).click()
    await menu('Delete this view').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await button('View: Default view').waitFor()
    await page.goto(served.url + rejected + address)
    await inPage().getByText('View in the address is not used: No longer there, or not yours').waitFor()
    await button('Remove it').click()
    await page.waitForURL((url) => !url.search.includes('view='))
    await expect.poll(heads).toContain('Score')
  })

  test('that is shared is there for a colleague with the role, who cannot change it', async () => {
    await goesTo(`${rejected}?customerType=new`)
    await saveAs('For us all', 'reviewer1')
    await page.waitForURL(/view=/)
    const address = search()
    await opened('reviewer1.2')
    await goesTo(rejected + address)
    await button('View: For us all').click()
    await page.getByRole('menuitemradio', { name: 'For us all' }).waitFor()
    await menu('Save as a new view').waitFor()
    expect(await menu('Rename or share').count()).toBe(0)
    expect(await menu('Delete this view').count()).toBe(0)
    await opened('reviewLead')
    await goesTo(rejected + address)
    await inPage()
      .getByText(/^View in the address is not used/)
      .waitFor()
  })
})

describe('rows are selected', () => {
  const selected = () =>
    inPage()
      .locator('tbody tr[data-selected]')
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row')!))

  test('by X, by a click, and with Shift all those between', async () => {
    await goesTo(rejected)
    const all = await numbers()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await selected()).toEqual([all[1]])
    await page.keyboard.press('x')
    expect(await selected()).toEqual([])
    await row(all[2]!).getByRole('checkbox').click()
    await row(all[5]!)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    expect(await selected()).toEqual(all.slice(2, 6))
    await inPage().getByText('4 selected').waitFor()
    await page.keyboard.press('k')
    await button('Clear selection').click()
    expect(await selected()).toEqual([])
  })

  test('over pages, or all that match, until something else is asked for', async () => {
    await opened('reviewer1', 1000)
    await goesTo(passed)
    const first = await numbers()
    await inPage().getByLabel('Select all on this page').check()
    await inPage().getByText('50 selected').waitFor()
    await button('Next page').click()
    await expect.poll(numbers).not.toEqual(first)
    await inPage().locator('tbody input[type=checkbox]').first().check()
    await inPage().getByText('51 selected').waitFor()
    await button('Previous page').click()
    await expect.poll(numbers).toEqual(first)
    expect(await selected()).toEqual(first)
    await button(/^Select all \d+ that match$/).click()
    await inPage()
      .getByText(/^All \d+ selected$/)
      .waitFor()
    await inPage().getByLabel('App', { exact: true }).selectOption('PW')
    await expect.poll(numbers).not.toEqual(first)
    await settled()
    expect(await inPage().getByRole('group', { name: 'Selection' }).count()).toBe(0)
    expect(await selected()).toEqual([])
  })

  test('and copied as they are shown, those of another page as well', async () => {
    await opened('reviewer1', 1000)
    await goesTo(passed)
    const [one] = await numbers()
    const shown = (await row(one!).locator('th, td:not(.list-check)').allInnerTexts()).map(plain)
    await row(one!).getByRole('checkbox').check()
    await button('Next page').click()
    await expect.poll(async () => (await numbers())[0]).not.toBe(one)
    const [two] = await numbers()
    await row(two!).getByRole('checkbox').check()
    await page.keyboard.press('Control+c')
    await page.getByText('2 rows copied').waitFor()
    const lines = (await clipboard()).split('\n').map((line) => line.split('\t'))
    expect(lines[0]).toEqual(shown)
    expect(lines.map(([orderNo]) => orderNo)).toEqual([one, two])
  })

  test('or not, and the row that has the focus is copied', async () => {
    await goesTo(rejected)
    const [one] = await numbers()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+c')
    await page.getByText('1 row copied').waitFor()
    expect(await clipboard()).toMatch(new RegExp(`^${one}\t`))
  })
})

test('what a list adds up to stands below it', async () => {
  await goesTo(waiting)
  const { rows } = await (await served.login('reviewer1')).data(approval.list, { list: 'firstWait', limit: 200 })
  const sum = rows.reduce((total, { amount }) => total + amount, 0)
  expect(plain(await inPage().locator('tfoot').innerText())).toContain(`IDR ${sum.toLocaleString('en')}`)
})

test('what can be done at once is what each selected row offers', async () => {
  const lead = await served.login('reviewLead')
  const [free, held] = [await another(), await another()]
  // The browser may still be at work on what another test left, which delays the machine review.
  await expect
    .poll(async () => {
      await served.settle()
      return (await served.server.store.state(`approval/${held}`)).value
    })
    .toEqual({ firstReview: 'wait' })
  const { reviewers } = await lead.data(approval.reviewers, { stage: 'first' })
  await lead.data(approval.firstAssign, { orderNo: held, version: 2, to: reviewers[0]!.id })
  await opened('reviewLead')
  await goesTo(waiting)
  const bar = inPage().getByRole('group', { name: 'Selection' })
  const offers = async () => (await bar.getByRole('button').allInnerTexts()).filter((text) => !/select/i.test(text))
  await row(free).getByRole('checkbox').check()
  expect(await offers()).toEqual(['Assign'])
  await row(held).getByRole('checkbox').check()
  expect(await offers()).toEqual([])
  await row(free).getByRole('checkbox').uncheck()
  expect(await offers()).toEqual(['Reassign', 'Recall'])
})

describe('a grid', () => {
  const grid = () => inPage().locator('.list-grid')
  const main = () => grid().locator('.bp6-table-quadrant-main')
  const head = (name: string) => main().locator('.bp6-table-header', { hasText: name })
  const cellsIn = (column: number) => main().locator(`.bp6-table-cell.bp6-table-cell-col-${column}`)

  test('has the columns of the table, sized by hand and frozen, and is so again after a reload', async () => {
    await goesTo(passed)
    const before = (await head('Customer').boundingBox())!
    await page.mouse.move(before.x + before.width - 1, before.y + 10)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width + 79, before.y + 10, { steps: 4 })
    await page.mouse.up()
    const wide = Math.round(before.width + 80)
    await expect.poll(async () => Math.abs((await head('Customer').boundingBox())!.width - wide)).toBeLessThan(3)

    await button('Columns').click()
    await page.getByLabel('Frozen columns').selectOption('2')
    await page.keyboard.press('Escape')
    const isFrozen = async () =>
      (await grid().locator('.bp6-table-quadrant-left .bp6-table-header').allInnerTexts()).includes('Customer')
    await expect.poll(isFrozen).toBe(true)
    await page.reload()
    await settled()
    expect(Math.abs((await head('Customer').boundingBox())!.width - wide)).toBeLessThan(3)
    expect(await isFrozen()).toBe(true)
    await button('Columns').click()
    await page.getByRole('button', { name: 'All columns again' }).click()
  })

  test('has what its list adds up to below it', async () => {
    await goesTo(passed)
    const { sums } = await (await served.login('reviewer1')).data(approval.count, { list: 'firstPass' })
    const line = inPage().locator('.list-sums')
    expect(plain(await line.innerText())).toContain(`Applied amount IDR ${sums!.amount.toLocaleString('en')}`)
  })

  test('scrolls without blank cells, to the last row', async () => {
    await goesTo(`${passed}?size=200`)
    const { rows } = await (await served.login('reviewer1')).data(approval.list, { list: 'firstPass', limit: 200 })
    expect(await cellsIn(2).count()).toBeGreaterThan(5)
    const blank: number[] = []
    for (let at = 0; at < 20; at += 1) {
      await main()
        .locator('.bp6-table-quadrant-scroll-container')
        .evaluate((box) => box.scrollBy(0, 400))
      blank.push(
        ...(await cellsIn(2).evaluateAll((cells) => cells.flatMap((cell, index) => (cell.textContent ? [] : [index])))),
      )
    }
    expect(blank).toEqual([])
    await grid()
      .getByRole('link', { name: rows.at(-1)!.orderNo })
      .last()
      .waitFor()
  })

  test('copies the cells that are marked, as they are shown, and rows when rows are selected', async () => {
    await goesTo(passed)
    const from = cellsIn(2).nth(0)
    const upTo = cellsIn(3).nth(1)
    await from.click()
    await upTo.click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+c')
    const customers = (await cellsIn(2).allInnerTexts()).slice(0, 2)
    const products = (await cellsIn(3).allInnerTexts()).slice(0, 2)
    await expect.poll(clipboard).toBe(customers.map((customer, index) => `${customer}\t${products[index]}`).join('\n'))

    const orderNo = (await grid().getByRole('link').allInnerTexts())[0]!
    await grid()
      .getByRole('checkbox', { name: `Select ${orderNo}` })
      .last()
      .check()
    await page.keyboard.press('Control+c')
    await page.getByText('1 row copied').waitFor()
    expect(await clipboard()).toMatch(new RegExp(`^${orderNo}\t`))
  })

  test('is walked and selected in by J and X, and whole again after another page was in sight', async () => {
    await goesTo(waiting)
    await goesTo(passed)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await inPage().getByText('1 selected').waitFor()
    const customers = await cellsIn(2).allInnerTexts()
    await page.locator(`.tab-strip a[href="${waiting}"]`).click()
    await page.waitForURL(served.url + waiting)
    await settled()
    await page.locator(`.tab-strip a[href="${passed}"]`).click()
    await inPage().getByText('1 selected').waitFor()
    await expect.poll(() => cellsIn(2).allInnerTexts()).toEqual(customers)
    expect((await cellsIn(2).first().boundingBox())!.height).toBeGreaterThan(20)
  })

  test('becomes the plain table at a switch, which is remembered, and is one on a narrow window', async () => {
    await goesTo(passed)
    await button('As a table').click()
    await inPage().getByRole('table').waitFor()
    await page.reload()
    await settled()
    expect(await grid().count()).toBe(0)
    await button('As a grid').click()
    await grid().waitFor()
    await button('Columns').click()
    await page.getByRole('button', { name: 'All columns again' }).click()
    await grid().waitFor()
    await opened('reviewer1.2', 1000)
    await goesTo(passed)
    expect(await grid().count()).toBe(0)
    await button('As a grid').waitFor()
  })

  test('costs a plain list nothing', async () => {
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)!))
    await goesTo(waiting)
    expect((await loaded()).filter((name) => name.startsWith('Grid'))).toEqual([])
    await goesTo(passed)
    expect((await loaded()).filter((name) => name.startsWith('Grid'))).not.toEqual([])
  })
})
