import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { chromiumArgs } from '../../scripts/chromium.ts'
import { stepsOf } from '../../scripts/statecharts/chart.ts'
import { find, type Words } from '../../scripts/statecharts/words.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { to } from '../../src/machines/paths.ts'
import { password } from '../kit/app.ts'
import { testConsole } from '../kit/console.ts'
import { says } from './approval.fact.ts'
import type { Move } from './approval.moves.ts'
import { type Desk, expected, openDesk, type Order } from './approval.server.ts'
import { placeOf, play } from './approval.walk.ts'

const words = JSON.parse(readFileSync('locales/en/approval.json', 'utf8')) as Words
const say = (key: string) => find(words, key)!
const asks = new Map(stepsOf(approvalMachine).map(({ event, meta }) => [event, meta.asks ?? []]))

const path: Move[] = [
  { type: 'submitted', by: 'app', outlook: 'passes' },
  { type: 'machinePassed', by: 'SYS' },
  { type: 'firstClaimed', by: 'reviewer1' },
  { type: 'returned', by: 'reviewer1' },
  { type: 'resubmitted', by: 'app', outlook: 'passes' },
  { type: 'machinePassed', by: 'SYS' },
  { type: 'firstClaimed', by: 'reviewer1' },
  { type: 'firstPassed', by: 'reviewer1' },
  { type: 'finalClaimed', by: 'reviewer2' },
  { type: 'finalPassed', by: 'reviewer2' },
]

let served: Awaited<ReturnType<typeof testConsole>>
let desk: Desk
let browser: Browser
beforeAll(async () => {
  served = await testConsole()
  desk = await openDesk(served)
  browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: chromiumArgs })
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** A browser of their own for somebody, who logs in by the form. */
const openBrowser = async (name: string) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(served.url)
  await page.getByLabel('E-mail').fill(`${name}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== to.login())
  return { page, problems }
}

/** Presses the button of a move, and says what everybody says to whatever it asks for. */
const press = async (page: Page, { type }: Move) => {
  await page.getByRole('button', { name: say(`action.${type}`), exact: true }).click()
  if (asks.get(type)!.length === 0) return
  const dialog = page.getByRole('dialog')
  for (const ask of asks.get(type)!) {
    const field = dialog.getByLabel(say(`ask.${ask}`))
    if (ask === 'amount') await field.fill(String(says.pass.amount))
    if (ask === 'term') await field.selectOption(String(says.pass.term))
    if (ask === 'reason') await field.selectOption(says.verdict.reason)
    if (ask === 'mend') for (const one of says.mend) await dialog.getByText(say(`mend.${one}`), { exact: true }).click()
    if (ask === 'note') await field.fill(type.endsWith('Passed') ? says.pass.note : says.verdict.note)
  }
  await dialog.getByRole('button', { name: say(`action.${type}`), exact: true }).click()
}

/** Waits until a page shows by itself that it came to this: the state, and everything that happened. */
const shows = async (page: Page, { orderNo, standing }: Order, happened: readonly Move[]) => {
  const heading = page.getByRole('heading', { name: orderNo })
  await page
    .locator('header', { has: heading })
    .getByText(say(`state.${placeOf(standing)}`), { exact: true })
    .waitFor()
  const history = page.getByRole('listitem').filter({ has: page.getByRole('time') })
  await history.nth(standing.state.version - 1).waitFor()
  const told = await history.locator('strong').allTextContents()
  expect(told).toEqual(happened.map(({ type }) => say(`event.${type}`)).toReversed())
}

test('two people take an application from its submission to its approval, each seeing what the other does', async () => {
  const first = await openBrowser('reviewer1')
  const final = await openBrowser('reviewer2')
  const pages = new Map(Object.entries({ reviewer1: first.page, reviewer2: final.page }))

  let order = desk.begin(path[0]!)
  for (const [index, move] of path.entries()) {
    const page = pages.get(move.by)
    if (page) await press(page, move)
    if (move.by === 'app') order = await desk.make(order, move)
    else order = { ...order, standing: play(order.standing, move, served.clock.now()) }

    if (index === 1) {
      // The queue was open before there was anything in it.
      await first.page.getByRole('link', { name: order.orderNo }).click()
      await final.page.goto(served.url + to.approveDetail({ orderNo: order.orderNo }))
      for (const one of pages.values()) await one.evaluate(() => Object.assign(window, { neverReloaded: true }))
    }
    // The machine is at work: by the time somebody looks, it may be done.
    if (path[index + 1]?.by === 'SYS') continue
    for (const one of pages.values()) await shows(one, order, path.slice(0, index + 1))
  }

  expect(await desk.look(order)).toEqual(expected(order))
  for (const one of pages.values()) expect(await one.evaluate(() => 'neverReloaded' in window)).toBe(true)
  expect([...first.problems, ...final.problems]).toEqual([])
})
