import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { leavesOf, to } from '../../src/machines/paths.ts'
import { allRoutes, publicRoutes } from '../../src/machines/routes.ts'
import { logIn } from '../kit/logIn.ts'
import { waitingOrder } from '../kit/orders.ts'
import { passingCustomer } from '../kit/passing.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

const { served, newContext } = servedBrowser({ orders: 300 })

// One session for all: a person who makes the window smaller.
let page: Page
beforeAll(async () => {
  const context = await newContext({})
  page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  await logIn(page, served.url, 'admin')
})

const inPage = () => page.locator('.page:visible')
const goesTo = async (path: string) => {
  await page.goto(served.url + path)
  await inPage().locator('.list-rows[aria-busy=false] :is(tbody tr[data-row], .list-grid a)').first().waitFor()
}

/** The rows of a table or a grid of which nothing is covered or cut, among all, and whether all of the totals is in sight. */
const inSight = () =>
  inPage()
    .locator('.list-rows')
    .evaluate((section) => {
      const isShown = (cell: Element) => {
        const { left, top, bottom } = cell.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => cell.contains(document.elementFromPoint(left + 6, y)))
      }
      const all = [...section.querySelectorAll('[data-row]')]
      const shown = all.filter((row) => isShown(row.querySelector('th') ?? row.closest('.bp6-table-cell')!))
      const totals = section.querySelector('tfoot th, .list-sums')
      const count = (rows: Element[]) => new Set(rows.map((row) => row.getAttribute('data-row'))).size
      return { rows: count(shown), all: count(all), totals: totals === null ? undefined : isShown(totals) }
    })

/** What is out of sight of so many rows, or of all where there are fewer, and of the totals. */
const lacks = async (wanted: number) => {
  const { rows, all, totals } = await inSight()
  return [...(rows < Math.min(wanted, all) ? [`${rows} of ${all} rows`] : []), ...(totals === false ? ['totals'] : [])]
}

/** Turns the wheel above the filters, where the page is scrolled. */
const scrollsPage = async () => {
  await inPage().locator('.list > header').hover()
  await page.mouse.wheel(0, 2000)
  await page.mouse.move(0, 0)
}

/** Screens of the frame without a list of rows. */
const withoutList = [
  ...publicRoutes.map(({ path }) => path),
  '/',
  to.dashboard(),
  to.changePassword(),
  to.reports(),
  to.excelList(),
  to.reviewGroup(),
  to.reviewerManage(),
  to.repayQuery(),
  to.leadImports(),
  to.callBacks(),
  to.checkFigures(),
  to.riskRuleConfig(),
  to.flow(),
  to.excelExport(),
  to.setting(),
  to.role(),
]
const lists = leavesOf(allRoutes)
  .map(({ path }) => path)
  .filter((path) => !path.includes(':') && !withoutList.includes(path))

test.each(lists)(
  '%s: nine rows and totals are in sight at 1366 × 650, four at 720 × 450 once the page is scrolled',
  async (path) => {
    await page.setViewportSize({ width: 1366, height: 650 })
    await page.goto(served.url + path)
    await inPage()
      .locator('.list-rows[aria-busy=false] :is(tbody tr[data-row], .list-grid a, .list-empty)')
      .first()
      .waitFor()
    await expect.poll(() => lacks(9)).toEqual([])
    await page.setViewportSize({ width: 720, height: 450 })
    await scrollsPage()
    await expect.poll(() => lacks(4)).toEqual([])
  },
)

/** The heads of the cells that are cut by the sticky column of actions, and of those that are whole. */
const besideActions = () =>
  inPage()
    .locator('.list-table thead')
    .evaluate((head) => {
      const [, first, ...others] = [...head.querySelectorAll('td, th')]
      const isShown = (cell: Element, x: number) => {
        const { top } = cell.getBoundingClientRect()
        return cell.contains(document.elementFromPoint(x, top + 4))
      }
      const sides = others.slice(0, -1).flatMap((cell) => {
        const { left, right } = cell.getBoundingClientRect()
        const isBegun = left >= first!.getBoundingClientRect().right
        return isBegun ? [{ name: cell.textContent, shows: [isShown(cell, left + 4), isShown(cell, right - 4)] }] : []
      })
      return {
        cut: sides.filter(({ shows: [left, right] }) => left !== right).map(({ name }) => name),
        whole: sides.filter(({ shows }) => shows.every(Boolean)).map(({ name }) => name),
      }
    })

describe.each([1366, 1440])('at %i pixels the column of actions', (width) => {
  test.each([
    ['the first review', to.reviewFirstWait(), ['Waiting', 'Holder']],
    ['the final review', to.reviewFinalWait(), ['Waiting', 'Holder']],
    ['payouts', to.waitLoanList(), ['Waiting since', 'Proposed by']],
    ['withdrawals', to.withdrawal(), ['Operator']],
    ['messages’ templates', to.smsSendManage(), []],
  ])('cuts no cell, holds one button and a menu, and leaves room: %s', async (_, path, inSight) => {
    await page.setViewportSize({ width, height: 900 })
    await goesTo(path)
    await expect.poll(async () => (await besideActions()).cut).toEqual([])
    expect((await besideActions()).whole).toEqual(expect.arrayContaining(inSight))
    const rows = inPage().locator('tbody .list-actions')
    const buttons = await rows.evaluateAll((cells) => cells.map((cell) => cell.querySelectorAll('button').length))
    expect(Math.max(...buttons)).toBeLessThanOrEqual(2)

    // Nor does it when the table is scrolled sideways.
    await inPage()
      .locator('.list-rows')
      .evaluate((section) => section.scrollBy({ left: 130 }))
    await expect.poll(async () => (await besideActions()).cut).toEqual([])
  })
})

describe('filters', () => {
  test('take one line, and a chip says what is chosen in one that is not in sight', async () => {
    await page.setViewportSize({ width: 1366, height: 650 })
    await goesTo(to.orderList())
    const bar = inPage().getByRole('search')
    expect((await bar.boundingBox())!.height).toBeLessThan(50)
    const app = bar.getByLabel('App', { exact: true })
    expect(await app.isVisible()).toBe(false)

    await bar.getByRole('button', { name: /more filters$/ }).click()
    await app.selectOption('DK')
    await bar.getByRole('button', { name: 'Fewer filters' }).click()
    const chip = bar.getByRole('list', { name: 'Chosen filters' }).getByRole('button')
    await expect.poll(() => chip.allInnerTexts()).toEqual(['App: DanaKios'])
    await chip.click()
    await chip.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
  })
})

test('a phone with dots and without its 0 is found, and a part of a name says that it has to be whole', async () => {
  await waitingOrder(served, { customer: passingCustomer({ phone: '081377776666' }) })
  await page.setViewportSize({ width: 1366, height: 650 })
  await goesTo(to.reviewFirstWait())
  const phone = inPage().getByLabel('Phone')
  await phone.fill('813.7777.6666')
  await phone.press('Enter')
  await inPage().getByText('1 order', { exact: true }).waitFor()

  await goesTo(to.orderList())
  const name = inPage().getByLabel('Full name')
  expect(await name.getAttribute('placeholder')).toBe('Whole name')
  await name.fill('Rat')
  await name.press('Enter')
  await inPage().getByText('A name is found only when it is written whole.').waitFor()
})

describe('a text filter', () => {
  test('acts after a pause while it is typed, loses no letter, and is one step back', async () => {
    const orderNo = await waitingOrder(served)
    await page.setViewportSize({ width: 1366, height: 650 })
    await goesTo(to.reviewFirstReject())
    await goesTo(to.reviewFirstWait())
    const field = inPage().getByLabel('Order no.').first()
    await field.pressSequentially(orderNo.slice(0, 8))
    await expect.poll(() => new URL(page.url()).searchParams.get('orderNo')).toBe(orderNo.slice(0, 8))
    await field.pressSequentially(orderNo.slice(8))
    expect(await field.inputValue()).toBe(orderNo)
    await inPage().getByText('1 order', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe(orderNo)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => field.inputValue()).toBe('')
  })

  test('has a button for what was not sent; a part of a phone is not asked for by itself', async () => {
    await goesTo(to.reviewFirstWait())
    const phone = inPage().getByLabel('Phone')
    await phone.pressSequentially('0813')
    const find = inPage().getByRole('search').getByRole('button', { name: 'Search' })
    await find.waitFor()
    await find.click()
    await inPage().getByText('A phone is found only by its whole number.').waitFor()
    expect(await find.count()).toBe(0)
  })
})

describe('the settings', () => {
  const kinds = () => inPage().getByRole('navigation', { name: 'Settings' })
  const opens = async (kind: string) => {
    await page.goto(`${served.url}${to.setting()}?${new URLSearchParams({ kind })}`)
    await kinds().locator('[aria-current]').waitFor()
  }
  const isInView = () =>
    kinds()
      .locator('[aria-current]')
      .evaluate((link) => {
        const line = link.closest('ul')!.getBoundingClientRect()
        const { left, right } = link.getBoundingClientRect()
        return left >= line.left && right <= line.right + 1
      })

  test('have their kinds in one line, with arrows, and the open one is in sight', async () => {
    await page.setViewportSize({ width: 1366, height: 650 })
    await opens('apiKey')
    await expect.poll(isInView).toBe(true)
    expect((await kinds().boundingBox())!.height).toBeLessThan(50)
    const earlier = kinds().getByRole('button', { name: 'Earlier tabs' })
    await earlier.waitFor()
    await opens('app')
    await expect.poll(isInView).toBe(true)
    await expect.poll(() => earlier.isDisabled()).toBe(true)
  })

  test('never break a day', async () => {
    await page.setViewportSize({ width: 800, height: 900 })
    await opens('contactRules')
    const days = inPage().locator('table :is(td, th).one-line')
    await days.first().waitFor()
    const lines = await days.evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return new Set([...text.getClientRects()].map(({ top }) => top)).size
      }),
    )
    expect(new Set(lines)).toEqual(new Set([1]))
  })
})
