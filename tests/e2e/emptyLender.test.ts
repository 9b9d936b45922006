import { type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { leavesOf, to } from '../../src/machines/paths.ts'
import { allRoutes } from '../../src/machines/routes.ts'
import { screens } from '../../src/views/screens.ts'
import { overheard } from '../kit/browserData.ts'
import { type Child, startServer } from '../kit/child.ts'
import { runCommand } from '../kit/cli.ts'
import { emptyHome, type Home } from '../kit/home.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { callsTo } from '../kit/pair.ts'

const email = 'first@lender.example'
const password = 'a-password-of-my-own'

let home: Home
let server: Child
let browser: Browser
beforeAll(async () => {
  home = await emptyHome(inject('databaseUrl'))
  const { out } = await runCommand('first-admin', ['--email', email, '--name', 'First'], home.env)
  const token = /#([\w-]{43})$/m.exec(out)![1]!
  server = await startServer(home.env)
  await callsTo(server.url).call('POST /user/use_link', { token, new_password: password })
  browser = await launchBrowser(inject('chromiumPath'))
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await home.remove()
})

const plain = leavesOf(allRoutes)
  .filter(({ path, route }) => Object.hasOwn(screens, route.name) && !path.includes(':'))
  .map(({ path }) => path)

test('of a lender that has nothing yet every screen opens, says that there is nothing, and no call fails', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  const { answers, settled } = overheard(page)
  await page.goto(server.url + to.login())
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname !== to.login())
  for (const path of plain) {
    await page.goto(server.url + path)
    await page.locator('main :is(h1, h2, table, form, p)').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('main :is(.bp6-skeleton, .bp6-spinner, [aria-busy=true])'))
    expect(await page.locator('main').innerText(), path).not.toMatch(/went wrong|Not found|undefined|NaN/)
  }
  await settled()
  const failed = answers
    .filter(({ text }) => !text.startsWith('{"code":0,'))
    .map(({ path, text }) => `${path} ${text.slice(0, 200)}`)
  expect(failed).toEqual([])
  expect(problems).toEqual([])
  expect(answers.length).toBeGreaterThan(plain.length)
  await context.close()
})
