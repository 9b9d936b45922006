import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'
import { to } from '../../src/machines/paths.ts'
import { testConsole } from '../kit/console.ts'
import { buildGridConsole } from '../kit/gridConsole.ts'
import { logIn } from '../kit/logIn.ts'
import { fillOrders } from '../kit/manyOrders.ts'
import { largestChunks } from './chunks.ts'
import { atRest, bareTable, followCalls, heap, untilPainted } from './clicks.ts'
import { scrollGrid } from './grid.ts'
import { happened } from './happened.ts'
import { median } from './median.ts'
import { isSmall, sized } from './sized.ts'

const orders = sized(100_000, 1000)
const times = sized(15, 1)
const logins = sized(5, 1)
const scrolls = sized(5, 1)
const gridRows = sized(200, 50)
const gridSteps = sized(120, 20)
const cycles = sized(50, 2)
const firstCycles = sized(5, 1)
const list = to.reviewFirstPass()
const other = to.reviewFirstReject()

const tabOf = (path: string) => `.tab-strip a[href="${path}"]`
const closeOf = (path: string) => `.tab-strip li:has(a[href="${path}"]) button`
const menuOf = (path: string) => `.menu-list a[href="${path}"]`

const click = (page: Page, what: string) => page.locator(what).evaluate((button: HTMLElement) => button.click())

/** The console in a real browser without a GPU: time from click to painted rows, heap, and chunk sizes. */
export const consoleInBrowser = async (): Promise<void> => {
  const served = await testConsole()
  await fillOrders(served.db, orders, Date.now())
  const launch = { executablePath: ensureChromium(), args: chromiumArgs }
  const browser = await chromium.launch(launch)
  // A browser does not paint a background page, so the bare page has a browser of its own.
  const bareBrowser = await chromium.launch(launch)
  try {
    const bare = await bareBrowser.newPage({ viewport: { width: 1440, height: 900 } })
    console.log(`the console, ${orders.toLocaleString('en')} orders`)
    const opened: number[] = []
    for (let nth = 1; nth < logins; nth += 1) {
      const fresh = await login(browser, served.url)
      opened.push(await untilPainted(fresh, menuOf(list), list))
      await fresh.context().close()
    }
    const page = await login(browser, served.url)
    opened.push(await untilPainted(page, menuOf(list), list))
    console.log(`  heap after a login and one list: ${(await heap(page)).toFixed(1)} MiB (aim: at most 20)`)
    await measureClicks(page, bare, opened)
    await measureCycles(page)
    if (isSmall) await measureGrid(page, served.url + to.orderList(), 'all')
  } finally {
    await browser.close()
    await bareBrowser.close()
    await served.close()
  }
  if (!isSmall) await measureWideGrid()
  const chunks = largestChunks(fileURLToPath(new URL('../../dist/assets', import.meta.url)), 5)
  happened('the console has no chunks', chunks.length > 0)
  console.log('  the largest chunks beside the shared packages (aim: a route’s own at most 60 KB):')
  for (const { name, kibibytes } of chunks) console.log(`    ${kibibytes.toFixed(1).padStart(6)} KiB  ${name}`)
}

/** Scrolls a grid of 25 columns, from a build of its own. A small run takes a grid of the usual build instead. */
const measureWideGrid = async () => {
  const dist = await buildGridConsole(25)
  const served = await testConsole({ dist })
  await fillOrders(served.db, 1000, Date.now())
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  try {
    await measureGrid(await login(browser, served.url), served.url + list, '25')
  } finally {
    await browser.close()
    await served.close()
    rmSync(dist, { recursive: true })
  }
}

const measureGrid = async (page: Page, address: string, columns: string) => {
  await page.goto(`${address}?size=${gridRows}`)
  const frames: number[] = []
  let blank = 0
  for (let nth = 0; nth < scrolls; nth += 1) {
    const seen = await scrollGrid(page, gridSteps)
    happened('the grid did not scroll', seen.scrolled > 0)
    frames.push(seen.frames)
    blank += seen.blank
  }
  console.log(
    `  scrolling a grid of ${gridRows} × ${columns}: ${median(frames).toFixed(0)} frames a second (aim: at least 30), ${blank} with a blank cell`,
  )
}

const login = async (browser: Browser, url: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  followCalls(page)
  await page.addInitScript(() => {
    localStorage.setItem('loket.language', 'en')
    // By itself a browser keeps the first 250 requests, fewer than the screens have.
    performance.setResourceTimingBufferSize(1000)
  })
  await logIn(page, url, 'admin')
  for (const name of ['Approval', 'First review']) await page.getByRole('button', { name, exact: true }).click()
  // Waits for the prefetched screens, which all arrive sooner than a person finds the menu.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/seen-')))
  await atRest(page)
  return page
}

/** Measures in turns with the bare page, for equal conditions. `opened` is the ms of first openings after a login. */
const measureClicks = async (page: Page, bare: Page, opened: readonly number[]) => {
  await untilPainted(page, menuOf(other), other)
  const [plain, switched, again]: [number[], number[], number[]] = [[], [], []]
  for (let nth = 0; nth < times; nth += 1) {
    await atRest(bare)
    plain.push(await bareTable(bare, 50, 15))
    await atRest(page)
    switched.push(await untilPainted(page, tabOf(list), list))
    await untilPainted(page, tabOf(other), other)
    await click(page, closeOf(list))
    await atRest(page)
    again.push(await untilPainted(page, menuOf(list), list))
    await untilPainted(page, tabOf(other), other)
  }
  const one = median(plain)
  const say = (what: string, values: readonly number[], aim: number) => {
    const value = median(values)
    console.log(`  ${what}: ${value.toFixed(0)} ms, ${(value / one).toFixed(1)} bare tables (aim: at most ${aim} ms)`)
  }
  console.log(`  a bare page with an HTML table of 50 × 15: ${one.toFixed(0)} ms`)
  say('a switch to a cached tab', switched, 50)
  say('a list opened again', again, 80)
  say('a list opened for the first time after a login', opened, 120)
}

/** Measures how the heap grows when a list is opened and closed repeatedly. */
const measureCycles = async (page: Page) => {
  const cycle = async () => {
    await click(page, closeOf(list))
    await untilPainted(page, menuOf(list), list)
  }
  for (let nth = 0; nth < firstCycles; nth += 1) await cycle()
  const early = await heap(page)
  for (let nth = firstCycles; nth < cycles; nth += 1) await cycle()
  const late = await heap(page)
  console.log(
    `  heap after ${firstCycles} openings and closings of a tab ${early.toFixed(1)} MiB, after ${cycles} ${late.toFixed(1)} MiB: ${(late / early).toFixed(2)} (aim: at most 1.1)`,
  )
}
