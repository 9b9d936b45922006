import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { entrances, to } from '../../src/machines/paths.ts'
import { allRoutes } from '../../src/machines/routes.ts'
import * as approval from '../../src/services/approval.ts'
import * as loan from '../../src/services/loan.lists.ts'
import * as payout from '../../src/services/payout.ts'
import { keepLayout } from '../../src/services/savedViews.ts'
import { screens } from '../../src/views/screens.ts'
import { openAllFilters } from '../kit/allFilters.ts'
import { testConsole } from '../kit/console.ts'
import { labelOf } from '../kit/labelOf.ts'
import { logIn } from '../kit/logIn.ts'
import { fillOrders } from '../kit/manyOrders.ts'
import { waitingOrder, waitingOrders } from '../kit/orders.ts'
import { passingCustomer } from '../kit/passing.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

// Without the outbox's own loop: the test decides when the server works, so it can observe the steps in between.
const { served, newContext } = servedBrowser({ orders: 300, atWork: false })

let context: BrowserContext
let page: Page
let problems: string[]
afterEach(() => {
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

type Window = BrowserContextOptions & { width?: number; height?: number; language?: string }

/** Opens a new context for a person, and records the browser's errors. */
const opened = async (
  name: string,
  { width = 1440, height = 700, language = 'en', ...more }: Window = {},
  { url } = served,
) => {
  context = await newContext({ viewport: { width, height }, ...more })
  page = await context.newPage()
  await page.addInitScript((word) => localStorage.setItem('loket.language', word), language)
  problems = []
  page.on('pageerror', (error) => problems.push(error.message))
  await logIn(page, url, name)
  await page.locator('.tab-strip').waitFor()
}

const inPage = () => page.locator('.page:visible')
const settled = () =>
  inPage().locator('.list-rows[aria-busy=false] :is(tbody tr[data-row], .list-grid a, .list-empty)').first().waitFor()
const goesTo = async (path: string, { url } = served) => {
  await page.goto(url + path)
  await settled()
}
const search = () => new URL(page.url()).search
const button = (name: string | RegExp) => inPage().getByRole('button', { name })

const views = fileURLToPath(new URL('../../src/views', import.meta.url))
/** Names of the list screens whose source matches. */
const screensWith = (pattern: RegExp) =>
  readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => pattern.exec(readFileSync(`${views}/${file}`, 'utf8'))?.[1] ?? [])
    .toSorted()
const lists = screensWith(/listScreen\(\{\n(?:.*\n){0,2}? *name: '(\w+)'/)
const grids = screensWith(/listScreen\(\{\n(?:.*\n){0,2}? *name: '(\w+)'(?=[^]*grid: true)/)

describe('the calendar of a range of days', () => {
  test.each([
    ['id', ['Hari ini', 'Seminggu terakhir', 'Sebulan terakhir', '3 bulan terakhir'], ['03/12/2025', '02/03/2026']],
    ['en', ['Today', 'Last week', 'Last month', 'Last 3 months'], ['03/12/2025', '02/03/2026']],
    ['zh', ['今天', '最近一周', '最近一个月', '最近三个月'], ['2025-12-03', '2026-03-02']],
  ] as const)('has four shortcuts in %s, each up to today in Jakarta', async (language, words, typed) => {
    // There it is still 1 March.
    await opened('reviewer1', { language, timezoneId: 'America/New_York' })
    await page.clock.setFixedTime('2026-03-01T18:30:00Z')
    await goesTo(to.reviewFirstPass())
    await openAllFilters(inPage())
    const shortcuts = page.locator('.bp6-daterangepicker-shortcuts').getByRole('menuitem')
    const opens = async () => {
      await inPage().locator('.list-days button').first().click()
      await shortcuts.first().waitFor()
    }
    await opens()
    expect(await shortcuts.allInnerTexts()).toEqual(words)
    await page.keyboard.press('Escape')
    const found = []
    for (const one of words) {
      await opens()
      await shortcuts.filter({ hasText: one }).click()
      await shortcuts.first().waitFor({ state: 'detached' })
      found.push(search())
    }
    expect(found).toEqual([
      '?applied=2026-03-02..2026-03-02',
      '?applied=2026-02-24..2026-03-02',
      '?applied=2026-02-01..2026-03-02',
      '?applied=2025-12-03..2026-03-02',
    ])
    const inputs = inPage().locator('.list-days input')
    expect([await inputs.first().inputValue(), await inputs.last().inputValue()]).toEqual(typed)
  })

  test('reaches into days to come where it is about what falls due', async () => {
    await opened('finance')
    await page.clock.setFixedTime('2026-03-01T18:30:00Z')
    await goesTo(to.repayPlan())
    await openAllFilters(inPage())
    await inPage().locator('.list-days button').first().click()
    await page.getByRole('menuitem', { name: 'Next 7 days' }).click()
    await expect.poll(search).toBe('?due=2026-03-02..2026-03-08')
  })
})

test.each([
  ['a narrow window', 700, 600],
  ['a telephone’s', 390, 700],
])('a table’s head and first column stay in sight in %s, however far it is scrolled', async (_, width, height) => {
  await opened('reviewer1', { width, height })
  await goesTo(to.reviewFirstPass())
  const table = inPage().getByRole('table')
  const head = () => table.getByRole('columnheader', { name: 'Order no.' })
  const other = () => table.getByRole('columnheader', { name: 'Applied amount' })
  const last = () => table.locator('tbody tr[data-row]').last()
  const placeOf = async (one: ReturnType<typeof head>) => {
    const { x, y } = (await one.boundingBox())!
    return { x, y }
  }
  const before = { head: await placeOf(head()), other: await placeOf(other()) }
  await head().hover()
  await page.mouse.wheel(0, 20_000)
  await page.mouse.wheel(300, 0)
  await expect.poll(async () => (await placeOf(other())).x).toBe(before.other.x - 300)
  expect(await placeOf(head())).toEqual(before.head)
  expect((await placeOf(other())).y).toBe(before.other.y)
  expect((await placeOf(last().getByRole('rowheader'))).x).toBe(before.head.x)

  /** Whether the cell is the topmost element at its centre. */
  const isOnTop = (one: ReturnType<typeof head>) =>
    one.evaluate((cell) => {
      const { x, y, width: wide, height: high } = cell.getBoundingClientRect()
      return cell.contains(document.elementFromPoint(x + wide / 2, y + high / 2))
    })
  expect(await isOnTop(head())).toBe(true)
  expect(await isOnTop(last().getByRole('rowheader'))).toBe(true)
})

describe('an export of a list as it is seen', () => {
  const formulae = ['=1+1', '+62', '-1', '@SUM(1)']
  const living = (city: string) => passingCustomer({ address: { street: 'Jalan Melati 8', city, province: '31' } })
  beforeAll(() =>
    waitingOrders(
      served,
      formulae.map((city) => ({ app: 'PW', customer: living(city) })),
    ),
  )

  /** Shows one app's orders in first review as a table without the score, with the customer before the state. */
  const narrowed = async () => {
    await goesTo(`${to.orderList()}?app=PW&stage=firstReview`)
    await button('Columns').click()
    await page.getByRole('button', { name: 'All columns again' }).click()
    const choice = page.getByRole('group', { name: 'Columns' })
    await labelOf(choice.getByRole('checkbox', { name: 'Score' })).click()
    await choice.getByRole('button', { name: 'Move Status down' }).click()
    await page.keyboard.press('Escape')
    await button('As a table').click()
    const table = inPage().getByRole('table')
    const heads = await table.locator('thead th').allInnerTexts()
    const rows = await table
      .locator('tbody tr[data-row]')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('th, td:not(.list-check)')].map((cell) => cell.textContent)),
      )
    return { heads, rows }
  }

  /** Clicks the download and answers the file. */
  const downloads = async () => {
    const arriving = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Download: / })
      .first()
      .click()
    const download = await arriving
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }

  /** The rows' text-only columns. */
  const textsOf = (heads: readonly unknown[], rows: readonly (readonly unknown[])[]) =>
    rows.map((row) => ['Order no.', 'Customer', 'Phone', 'City'].map((head) => String(row[heads.indexOf(head)])))

  test.each([
    ['Excel (xlsx)', 'xlsx', '', async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]!.rows],
    ['Text (csv)', 'csv', "'", async (bytes: Buffer) => parseCsv(bytes.toString())],
  ] as const)(
    'is made in sight as %s, has its rows and columns, takes no city for a formula, and stays in the history',
    async (label, suffix, apostrophe, sheetIn) => {
      // The history sorts by the server's clock, so two exports must not share an instant.
      served.clock.advance(1000)
      await opened('admin')
      const shown = await narrowed()
      await button('Export').click()
      await page.getByLabel('File format').selectOption({ label })
      await page.locator('.jobs-form').getByRole('button', { name: 'Export' }).click()
      const newest = page.locator('.jobs-list li').first()
      await newest.getByRole('progressbar', { name: 'Queued' }).waitFor()
      await newest.getByText(`0 of ${shown.rows.length} rows`).waitFor()
      await served.settle()
      await newest.getByText(new RegExp(`^${shown.rows.length} rows, kept until `)).waitFor()

      const { name, bytes } = await downloads()
      expect(name).toMatch(new RegExp(`^Order list .*\\.${suffix}$`))
      const [heads, ...rows] = await sheetIn(bytes)
      expect(heads).toEqual(shown.heads)
      expect(heads!.slice(0, 3)).toEqual(['Order no.', 'Customer', 'Status'])
      expect(heads).not.toContain('Score')
      const safe = (text: string) => (/^[=+@-]/.test(text) ? apostrophe + text : text)
      expect(textsOf(heads!, rows)).toEqual(textsOf(shown.heads, shown.rows).map((row) => row.map(safe)))
      const cities = textsOf(heads!, rows).map((row) => row.at(-1))
      expect(cities).toEqual(expect.arrayContaining(formulae.map(safe)))

      await page.goto(served.url + to.excelExport())
      await page.getByRole('heading', { name: 'Your exports' }).waitFor()
      expect(await downloads()).toEqual({ name, bytes })
    },
  )
})

describe('all that match, more than a page of them', () => {
  const phone = '081377778888'
  const many = 60
  let orders: string[]
  beforeAll(async () => {
    const customers = Array.from({ length: many }, () => ({ customer: passingCustomer({ phone }) }))
    orders = await waitingOrders(served, customers)
  })

  test('are given to a reviewer one by one; what somebody took meanwhile is refused and says why', async () => {
    await opened('reviewLead')
    await goesTo(to.reviewFirstWait())
    await inPage().getByLabel('Phone').fill(phone)
    await page.keyboard.press('Enter')
    await inPage().getByText(`${many} orders`, { exact: true }).waitFor()
    await settled()
    await inPage().getByLabel('Select all on this page').check()
    await button(`Select all ${many} that match`).click()
    await inPage().getByText(`All ${many} selected`).waitFor()
    await inPage()
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Assign', exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: `Assign: ${many} selected` })
    await dialog.getByLabel('Reviewer').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await dialog.getByText(`Rows are being collected: 0 done, 0 refused, of ${many}`).waitFor()

    const taken = orders.at(-1)!
    await (await served.login('reviewer1')).data(approval.firstClaim, { orderNo: taken, version: 2 })
    await served.settle()
    await dialog.getByText(`Done: ${many - 1} done, 1 refused, of ${many}`).waitFor()
    const results = dialog.getByRole('table', { name: 'Result by row' }).locator('tbody tr')
    await results.nth(49).waitFor()
    const found = await results.allInnerTexts()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await results.nth(50).waitFor({ state: 'detached' })
    await expect.poll(() => results.count()).toBe(many - 50)
    found.push(...(await results.allInnerTexts()))
    const why = 'Not possible in this state'
    expect(found.toSorted()).toEqual(orders.map((one) => `${one}\t${one === taken ? why : 'Done'}`).toSorted())

    await labelOf(dialog.getByLabel('Only what was refused')).check()
    await expect.poll(() => results.allInnerTexts()).toEqual([`${taken}\t${why}`])
  })
})

describe('a list of very many', () => {
  let large: typeof served
  beforeAll(async () => {
    large = await testConsole({ databaseUrl: inject('databaseUrl'), atWork: false })
    await fillOrders(large.db, 10_200, large.clock.now())
  })
  afterAll(() => large.close())

  test.each([to.orderList(), to.reviewList()])(
    'counts up to ten thousand, and all of them when asked: %s',
    async (path) => {
      await opened('admin', {}, large)
      await goesTo(path, large)
      await inPage()
        .getByLabel(/^Select LK/)
        .first()
        .check()
      await button('Select all 10,000+ that match').waitFor()
      expect(await inPage().locator('.list-sums').count()).toBe(0)
      await button('10,000+ orders').click()
      await inPage().getByText('10,200 orders', { exact: true }).waitFor()
      await button('Select all 10,200 that match').waitFor()
      expect(await inPage().locator('.list-sums').count()).toBe(1)
    },
  )
})

describe('the palette', () => {
  const who = passingCustomer({ name: 'Ratna Kusumawardhani', phone: '081355667788' })
  let orderNo: string
  beforeAll(async () => {
    orderNo = await waitingOrder(served, { customer: who })
  })

  /** The customer's personal data, which no answer may contain. */
  const open = new RegExp(`Ratna|Kusuma|${who.phone.slice(1)}|${who.nik}`)

  const isThere = async () => {
    await page.locator('.palette').waitFor({ state: 'detached' })
    await inPage().locator('h1', { hasText: orderNo }).waitFor()
  }
  const opensIt = async () => {
    await opened('reviewer1')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('A screen, an order number').and(page.locator(':focus')).waitFor()
  }
  /** Types a text and answers the server's response to the complete text. */
  const types = async (text: string) => {
    const isOfIt = (one: Request) => one.url().endsWith(approval.find.path) && one.postData()!.includes(text)
    const arriving = page.waitForResponse((response) => isOfIt(response.request()))
    const [response] = await Promise.all([arriving, page.keyboard.type(text)])
    return response.text()
  }
  const option = () => page.locator('.palette').getByRole('option')

  test.each([
    ['telephone number', '0813-5566-7788'],
    ['telephone number from abroad', '+62 813 5566 7788'],
    ['NIK', who.nik],
  ])('leads from a whole %s to the customer’s order, by keys alone', async (_, text) => {
    await opensIt()
    const answer = await types(text)
    await option().filter({ hasText: orderNo }).waitFor()
    expect(await option().allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^${orderNo} · R\\*\\*\\* K\\*\\*\\*`)),
    ])
    expect(answer).not.toMatch(open)
    await page.keyboard.press('Enter')
    await isThere()
    expect(page.url()).toBe(served.url + to.approveDetail({ orderNo }))
  })

  test('leads there as well when Enter is pressed before the answer is here', async () => {
    await opensIt()
    await page.keyboard.type(who.nik)
    await page.keyboard.press('Enter')
    await isThere()
    expect(page.url()).toBe(served.url + to.approveDetail({ orderNo }))
  })

  test('shows of a part of an order’s number those that have it, masked, and opens the one that the arrows reach', async () => {
    await opensIt()
    const answer = await types(orderNo.slice(0, 8))
    await option().nth(1).waitFor()
    const found = await option().allInnerTexts()
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${orderNo} · R\\*\\*\\* K\\*\\*\\*`)))
    expect(answer).not.toMatch(open)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(served.url + to.approveDetail({ orderNo: found[1]!.split(' ')[0]! }))
  })

  test.each([
    ['telephone number', who.phone.slice(0, -1)],
    ['telephone number’s end', who.phone.slice(-7)],
    ['NIK', who.nik.slice(0, -1)],
  ])('finds nobody by a part of a %s', async (_, text) => {
    await opensIt()
    const answer = await types(text)
    expect(answer).not.toMatch(open)
    await page.getByText('Nothing fits').waitFor()
    expect(await option().count()).toBe(0)
  })
})

describe('rubbish in the address', () => {
  const word = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

  /** The notices about ignored parameters, once there are `many`. */
  const notices = async (many: number) => {
    const all = inPage().locator('.list-ignored li')
    await all.nth(many - 1).waitFor()
    return all.allInnerTexts()
  }

  test('is named, and the rows are there all the same', async () => {
    await opened('reviewer1')
    const problems = {
      'after=rubbish': 'Pages in the address is not used: Not a valid page marker',
      [`after=${word({ orderNo: 1 })}`]: 'Pages in the address is not used: Not a valid page marker',
      [`after=${word(null)}`]: 'Pages in the address is not used: Not a valid page marker',
      'page=3': 'Page in the address is not used: No such choice',
      'size=-1': 'Rows per page in the address is not used: No such choice',
      'size=1e9': 'Rows per page in the address is not used: No such choice',
      'at=7': 'at in the address is not used: This field is not known',
      '__proto__=1': '__proto__ in the address is not used: This field is not known',
      '%E0%A4%A=%00': '\uFFFD%A in the address is not used: This field is not known',
      'view=broken': 'View in the address is not used: No longer there, or not yours',
      'view=': 'View in the address is not used: No longer there, or not yours',
      'app=NONE': 'App in the address is not used: No such choice',
      'orderNo=LK1&orderNo=LK2': 'Order no. in the address is not used: Given more than once',
    }
    for (const [query, words] of Object.entries(problems)) {
      await goesTo(`${to.reviewFirstPass()}?${query}`)
      expect(await notices(1), query).toEqual([words])
      await settled()
      expect(await inPage().locator('tbody tr[data-row]').count(), query).toBe(50)
    }
  })

  const everywhere = 'after=rubbish&size=7&at=7&nonsense=1&view=broken'
  const built = entrances(allRoutes).filter(({ route }) => Object.hasOwn(screens, route.name))

  // The test opens some twenty lists.
  test('is named on every list', async () => {
    await opened('admin')
    const ofLists = built.filter(({ route }) => lists.includes(route.name))
    expect(ofLists.length).toBeGreaterThan(15)
    for (const { path } of ofLists) {
      await page.goto(`${served.url}${path}?${everywhere}`)
      expect(await notices(5), path).toEqual([
        'Rows per page in the address is not used: No such choice',
        'Pages in the address is not used: Not a valid page marker',
        'at in the address is not used: This field is not known',
        'nonsense in the address is not used: This field is not known',
        'View in the address is not used: No longer there, or not yours',
      ])
    }
  })

  test('leaves no other page blank', async () => {
    await opened('admin')
    for (const { path, route } of built.filter((one) => !lists.includes(one.route.name))) {
      await page.goto(`${served.url}${path}?${everywhere}`)
      await inPage().locator(':is(h1, h2, form)').first().waitFor()
      expect((await inPage().innerText()).length, route.name).toBeGreaterThan(10)
    }
  })

  test('that leads behind the last row leads back to the first', async () => {
    await opened('reviewer1')
    const after = word({ sortedAt: 1, orderNo: 'LK000000000000' })
    await page.goto(`${served.url}${to.reviewFirstPass()}?after=${after}&page=9`)
    await page.waitForURL(served.url + to.reviewFirstPass())
    await expect.poll(() => inPage().locator('tbody tr[data-row]').count()).toBe(50)
    expect(await inPage().locator('.list-pager [aria-current]').innerText()).toBe('Page 1')
  })

  test('for a step of an application’s history is named, or said to be none', async () => {
    const path = to.approveDetail({ orderNo: await waitingOrder(served) })
    await opened('reviewer1')
    await page.goto(`${served.url}${path}?at=rubbish`)
    const words = '“rubbish” in the address is no step of this history, so this is how it stands now.'
    expect(await inPage().getByText(words).innerText()).toBe(words)
    await page.goto(`${served.url}${path}?at=99`)
    expect(await inPage().getByRole('link', { name: 'Back to now' }).getAttribute('href')).toBe(path)
  })

  test.each(['loanAt=rubbish', 'loanDay=2026-02-30'])('for a moment of a loan is named: %s', async (query) => {
    const { rows } = await (await served.login('admin')).data(loan.plan, {})
    const { orderNo } = rows[0]!
    await opened('admin')
    await page.goto(`${served.url}${to.loanOfOrder({ orderNo })}?${query}`)
    await inPage()
      .getByRole('heading', { name: `Loan of ${orderNo}` })
      .waitFor()
    expect(await inPage().innerText()).toContain('in the address')
  })
})

describe('a list that is declared as a grid', () => {
  const paths: Record<string, () => Promise<string>> = {
    loanDetail: async () => {
      const { rows } = await (await served.login('admin')).data(payout.days, {})
      return to.loanDetail({ date: rows[0]!.day })
    },
    orderList: async () => to.orderList(),
    overdueRepaymentDetail: async () => {
      const { rows } = await (await served.login('admin')).data(loan.overdue, {})
      return to.overdueRepaymentDetail({ date: rows[0]!.due })
    },
    repayPlan: async () => to.repayPlan(),
    repaymentRecord: async () => to.repaymentRecord(),
    reviewList: async () => to.reviewList(),
    userList: async () => to.userList(),
  }

  /** The first column, and what its links are called; leads are named by a masked name. */
  const ofOrders = ['Order no.', /^LK\d{12}$/] as const
  const begins: Record<string, readonly [string, RegExp]> = { userList: ['Customer', /\*\*\*/] }

  test('is one of those that are looked at here', () => {
    expect(grids).toEqual(Object.keys(paths))
  })

  test.each(grids)('is drawn as one, with its heads and rows: %s', async (name) => {
    const layout = { columns: [], plain: false }
    await (await served.login('admin')).data(keepLayout, { list: name, layout })
    // Wide enough that each column is visible at the left or the right end: a grid renders only visible columns.
    await opened('admin', { width: 5000 })
    await goesTo(await paths[name]!())
    await button('Columns').click()
    const columns = await page
      .getByRole('group', { name: 'Columns' })
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => box.closest('label')!.textContent))
    await page.keyboard.press('Escape')

    const grid = inPage().locator('.list-grid')
    await grid.getByRole('link').first().waitFor()
    const main = grid.locator('.bp6-table-quadrant-main')
    const heads = main.locator('.bp6-table-header')
    const found = await heads.allInnerTexts()
    await main.locator('.bp6-table-quadrant-scroll-container').evaluate((box) => box.scrollTo(box.scrollWidth, 0))
    await heads.filter({ hasText: columns.at(-1)! }).waitFor()
    found.push(...(await heads.allInnerTexts()))
    expect(columns.length).toBeGreaterThan(10)
    const [head, named] = begins[name] ?? ofOrders
    expect(columns[0]).toBe(head)
    expect([...new Set(found)].filter((one) => one !== '' && one !== 'Actions')).toEqual(columns)
    expect(await grid.getByRole('link').first().innerText()).toMatch(named)
  })
})
