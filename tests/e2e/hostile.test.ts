import fc from 'fast-check'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { leavesOf, to } from '../../src/machines/paths.ts'
import { allRoutes } from '../../src/machines/routes.ts'
import * as approval from '../../src/services/approval.ts'
import { screens } from '../../src/views/screens.ts'
import { password } from '../kit/app.ts'
import { testConsole } from '../kit/console.ts'
import { oneEngine } from '../kit/engines.ts'
import { fitting } from '../kit/inputs.ts'
import { knownIn } from '../kit/known.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { logIn } from '../kit/logIn.ts'
import { passingCustomer } from '../kit/passing.ts'
import { patience } from '../kit/patience.ts'

/** Each sets the global `xss` when a page interprets it as code. */
const payloads = [
  '"><img src=x onerror=xss=1>',
  "'-(xss=1)-'</script><svg/onload=xss=1>",
  '{{xss=1}}<a href=javascript:xss=1>go</a>',
]

let served: Awaited<ReturnType<typeof testConsole>>
let browser: Browser
let orderNo: string
let typed = 0
beforeAll(async () => {
  served = await testConsole({ ...oneEngine()[0], orders: 40 })
  browser = await launchBrowser(inject('chromiumPath'))
  const admin = await served.login('admin')
  const [city, street, employer] = payloads as [string, string, string]
  const who = passingCustomer({
    address: { street, city, province: '31' },
    employment: { employer, job: city, monthlyIncome: 6_000_000, since: '2019-02-01' },
  })
  orderNo = await served.apply({ customer: who })
  await served.settle()
  await vi.waitFor(() => admin.data(approval.firstClaim, { orderNo, version: 2 }), patience)

  // Generates further inputs from the endpoints' own schemas.
  const known = await knownIn(served)
  const ids = new Set(Object.values(known).flat())
  const kept = ['user.logout', 'user.login', 'user.changePassword', 'reviewers.signOut']
  for (const endpoint of served.mounted) {
    if (endpoint.method === 'GET' || kept.includes(endpoint.id) || !['staff', 'granted'].includes(endpoint.permission))
      continue
    const fits = (value: unknown) => endpoint.body.safeParse(value).success
    for (const [nth, body] of fc
      .sample(fitting(endpoint.body, { ...known, orderNo: [orderNo] }), { numRuns: 6, seed: 3 })
      .entries()) {
      const input = hostileIn(body, payloads[nth % payloads.length]!, ids, fits)
      if (!input) continue
      typed += 1
      await admin.call(endpoint, input)
    }
  }
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

/** The body with `words` in every string field that accepts them, ids excepted; undefined when none does. */
function hostileIn(
  body: unknown,
  words: string,
  ids: ReadonlySet<unknown>,
  fits: (value: unknown) => boolean,
): unknown {
  const copy = structuredClone(body)
  let any = false
  const fill = (at: unknown) => {
    if (typeof at !== 'object' || at === null) return
    for (const [key, value] of Object.entries(at)) {
      if (typeof value !== 'string') fill(value)
      else if (!ids.has(value)) {
        Object.assign(at, { [key]: words })
        if (fits(copy)) any = true
        else Object.assign(at, { [key]: value })
      }
    }
  }
  fill(copy)
  return any && fits(copy) ? copy : undefined
}

const openPage = async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) problems.push(message.text())
  })
  return { page, problems, close: () => context.close() }
}

const taken = (page: Page) =>
  page.evaluate(() => ({
    ran: 'xss' in globalThis,
    made: document.querySelectorAll('img[src="x"], svg[onload], a[href^="javascript:"], [onerror]').length,
  }))

test('words that are markup stay words on every screen, and nothing of them runs', async () => {
  const { page, problems, close } = await openPage()
  await logIn(page, served.url, 'admin')
  const paths = leavesOf(allRoutes)
    .filter(({ path, route }) => Object.hasOwn(screens, route.name) && !path.includes(':'))
    .map(({ path }) => path)
  let shown = 0
  for (const path of [...paths, to.approveDetail({ orderNo }), to.interface({ role_id: 1 }), to.menu({ role_id: 1 })]) {
    await page.goto(served.url + path)
    await page.locator('.tab-strip').waitFor()
    await page.locator('main :is(h1, h2, table, form)').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.bp6-skeleton, [aria-busy=true]'))
    if ((await page.locator('body').innerText()).includes('xss=1')) shown += 1
    expect([path, await taken(page), problems]).toEqual([path, { ran: false, made: 0 }, []])
  }
  expect(typed).toBeGreaterThan(20)
  expect(shown).toBeGreaterThan(2)
  await close()
})

test.each(['https://evil.example/', '/\\evil.example', 'javascript:xss=1'])(
  'whoever logs in with a redirect to %s stays in the console',
  async (redirect) => {
    const { page, problems, close } = await openPage()
    await page.goto(`${served.url}/login?redirect=${encodeURIComponent(redirect)}`)
    await page.locator('input[type=email]').fill('reviewer1@demo.example')
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.locator('.tab-strip').waitFor()
    expect(new URL(page.url()).origin).toBe(served.url)
    expect([await taken(page), problems]).toEqual([{ ran: false, made: 0 }, []])
    await close()
  },
)
