import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { setLanguage } from '../../src/services/access.ts'
import * as approval from '../../src/services/approval.ts'
import { userInfo } from '../../src/services/user.ts'
import { openAllFilters } from '../kit/allFilters.ts'
import { password } from '../kit/app.ts'
import { logIn } from '../kit/logIn.ts'
import { opens } from '../kit/opens.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

const { served, newContext } = servedBrowser({ orders: 30 })

let context: BrowserContext
let page: Page
let problems: string[]
let hosts: Set<string>
beforeEach(async () => {
  context = await newContext({ viewport: { width: 1440, height: 700 } })
  await context.addInitScript(() => {
    localStorage.setItem('loket.language', localStorage.getItem('loket.language') ?? 'en')
  })
  page = await context.newPage()
  problems = []
  hosts = new Set()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
})
afterEach(async () => {
  await context.close()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

const login = async (name: string) => {
  await logIn(page, served.url, name)
  await page.locator('.tab-strip').waitFor()
}
const goesTo = async (path: string) => {
  await page.goto(served.url + path)
  await page.locator(`.page:visible[data-path="${path}"] :is(h1, form)`).first().waitFor()
}
const at = (path: string) => page.waitForURL((url) => url.pathname === path)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sidebar = () => page.getByRole('navigation', { name: 'Menu' })
const inSight = (selector: string) => page.locator(`.page:visible ${selector}`)
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

describe('the menu', () => {
  test('holds what a person may open: no screen of others, none that is hidden, a parent’s only screen in its place', async () => {
    await login('reviewer1')
    expect(await sidebar().getByRole('button').allInnerTexts()).toEqual(['First review'])
    expect(
      await sidebar()
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([to.reviewFirstWait(), to.reviewFirstPass(), to.reviewFirstReject()])
  })

  test('folds to icons, beside which a branch opens after 200 ms, and is found folded after a reload', async () => {
    await page.clock.install()
    await login('admin')
    await button('Close the menu').click()
    await page.reload()
    await button('Open the menu').waitFor()
    const flyout = page.locator('.menu-flyout')
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await sidebar().getByRole('button', { name: 'Access' }).hover()
    await page.clock.runFor(190)
    expect(await flyout.count()).toBe(0)
    await page.clock.runFor(300)
    await page.clock.resume()
    expect(await flyout.getByRole('link').allInnerTexts()).toContain('Accounts')
  })

  test('is a drawer below 1021 pixels, which a chosen screen and Escape close', async () => {
    await page.setViewportSize({ width: 1021, height: 700 })
    await login('admin')
    await sidebar().waitFor()
    await page.setViewportSize({ width: 1020, height: 700 })
    await sidebar().waitFor({ state: 'detached' })
    await button('Open the menu').click()
    await sidebar().getByRole('link', { name: 'Risk rules' }).click()
    await at(to.riskRuleConfig())
    await sidebar().waitFor({ state: 'detached' })
    await button('Open the menu').click()
    await sidebar().waitFor()
    await page.keyboard.press('Escape')
    await sidebar().waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(to.riskRuleConfig())
  })
})

test('the breadcrumb leads to what is above, and its last part is no link', async () => {
  await login('admin')
  await goesTo(to.reviewFinalPass())
  const crumbs = page.getByRole('navigation', { name: 'You are here' }).getByRole('listitem')
  expect(
    await crumbs.evaluateAll((items) =>
      items.map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null]),
    ),
  ).toEqual([
    ['Approval', to.machinerReviewPass()],
    ['Final review', to.reviewFinalWait()],
    ['Passed final review', null],
  ])
})

describe('an address', () => {
  test('without a session leads to the login, and then where it led', async () => {
    await page.goto(served.url + to.reviewFirstReject())
    await at(to.login())
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(to.reviewFirstReject())
    await page.getByLabel('E-mail').fill('reviewer1@demo.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await at(to.reviewFirstReject())
  })

  test('of nothing is said to be none, and of somebody else’s screen to be theirs; the root leads to the first of one’s own', async () => {
    await login('reviewer2')
    await at(to.reviewFinalWait())
    for (const [path, end, words] of [
      ['/nowhere', to.notFound(), 'There is no such page'],
      [to.account(), to.unauthorized(), 'This page is not open to you'],
    ] as const) {
      await page.goto(served.url + path)
      await at(end)
      expect(await page.getByText(words).innerText()).toContain(words)
    }
    await page.goto(`${served.url}${to.authRedirect()}?redirect=${to.reviewFinalReject()}`)
    await at(to.reviewFinalReject())
    // A parent has no screen of its own.
    await page.goto(`${served.url}/approve`)
    await at(to.reviewFinalWait())
  })
})

describe('a login that comes to nothing', () => {
  const byForm = async () => {
    await page.goto(served.url + to.login())
    await page.getByLabel('E-mail').fill('reviewer1@demo.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  const hasToken = async () => (await context.cookies()).some(({ name }) => name === 'Admin-Token')
  const info = `**/api${userInfo.path}*`

  test('for want of a role says so in the specified words, and is none', async () => {
    await page.route(info, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, roles: [] } } })
    })
    await byForm()
    await page.getByRole('alert').getByText('getInfo: roles must be a non-null array !', { exact: true }).waitFor()
    expect(await hasToken()).toBe(false)
  })

  test('because nobody says whose it is says so, and works once that is answered', async () => {
    await page.route(info, (route) => route.fulfill({ status: 502, body: 'broken' }))
    await byForm()
    await page.getByText('Verification failed, please login again').waitFor()
    expect(await hasToken()).toBe(false)
    await page.unroute(info)
    await byForm()
    await at(to.reviewFirstWait())
  })
})

test('a language changes words, numbers and the calendar, is told to the server, and stays', async () => {
  await login('reviewLead')
  await goesTo(to.reviewFirstPass())
  await page.getByLabel('Language').selectOption('zh')
  await page.locator('.toast').getByText('切换语言成功').waitFor()
  const lead = await served.login('reviewLead')
  expect((await lead.data(userInfo, { token: lead.token })).language).toBe('zh')
  await page.reload()
  await inSight('tbody tr[data-row]').first().waitFor()
  expect(await inSight('tbody td').allInnerTexts()).toContainEqual(expect.stringMatching(/^\d{4}年\d+月\d+日/))
  await openAllFilters(page)
  await inSight('.list-days button').first().click()
  expect(await page.locator('.bp6-datepicker').innerText()).toMatch(/最近一个月\n最近三个月\n\S{1,2}月/)
  await lead.data(setLanguage, { language: 'en' })
})

test('the theme’s colour is #409EFF at first, a preset changes its shades, and nobody else is asked', async () => {
  await login('admin')
  const shade = (name: string) =>
    page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(), name)
  expect((await shade('--theme')).toUpperCase()).toBe('#409EFF')
  const link = await shade('--link')
  await button('Appearance').click()
  await page.getByRole('menuitemradio', { name: 'Green' }).click()
  await expect.poll(() => shade('--theme')).toBe('#1D7324')
  expect(await shade('--link')).not.toBe(link)
  expect([...hosts]).toEqual([served.url])
})

test.each([
  { reducedMotion: 'no-preference', moved: ['.bp6-dialog', '.toast'] },
  { reducedMotion: 'reduce', moved: [] },
] as const)(
  'a dialog and a message move only for whoever wants motion: $reducedMotion',
  async ({ reducedMotion, moved }) => {
    await page.emulateMedia({ reducedMotion })
    await login('admin')
    await goesTo(to.account())
    await page.evaluate(() => {
      const seen = new Set<string>()
      const see = ({ target }: Event) => {
        for (const one of ['.bp6-dialog', '.toast']) if ((target as Element).matches(one)) seen.add(one)
      }
      document.addEventListener('transitionrun', see, true)
      document.addEventListener('animationstart', see, true)
      Object.assign(window, { moved: seen })
    })
    await page.getByLabel('Language').selectOption('id')
    await page.locator('.toast').waitFor()
    await page.getByRole('button', { name: 'Akun baru', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('x')
    expect(await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved].sort())).toEqual(moved)
  },
)

test('what fails is said for five seconds', async () => {
  await page.clock.install()
  await login('reviewer1')
  await goesTo(to.reviewFirstPass())
  await inSight('tbody a').first().waitFor()
  await page.route('**/api/approve/list', (route) => route.abort())
  await inSight('input').first().fill('LK26')
  await page.keyboard.press('Enter')
  const toast = page.locator('.toast')
  await toast.waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 4_000)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(1_500)
  await toast.waitFor({ state: 'detached' })
})

describe('the tab strip', () => {
  test('leads to the start page when its only tab is closed', async () => {
    await login('reviewer1')
    await goesTo(to.reviewFirstPass())
    const closes = page.locator('.tab-strip li button')
    await page
      .locator('.tab-strip li', { has: page.locator(`a[href="${to.reviewFirstWait()}"]`) })
      .getByRole('button')
      .click()
    await expect.poll(() => closes.count()).toBe(1)
    await closes.click()
    await at(to.reviewFirstWait())
  })

  test('makes a page without a cache anew each time it is shown, and keeps the others', async () => {
    await login('admin')
    await heading('Dashboard').waitFor()
    const marked = (path: string) => page.locator(`.page[data-path="${path}"][data-old]`)
    const mark = () => page.locator('.page:visible').evaluate((one) => one.setAttribute('data-old', ''))
    await mark()
    await sidebar().getByRole('link', { name: 'Risk rules' }).click()
    await at(to.riskRuleConfig())
    await inSight('h1').waitFor()
    await mark()
    await sidebar().getByRole('link', { name: 'Dashboard' }).click()
    await heading('Dashboard').waitFor()
    expect(await marked(to.dashboard()).count()).toBe(0)
    await page.locator(`.tab-strip a[href="${to.riskRuleConfig()}"]`).click()
    await at(to.riskRuleConfig())
    expect(await marked(to.riskRuleConfig()).count()).toBe(1)
  })

  test('keeps twelve pages, and makes the oldest anew from its address', async () => {
    const first = to.machinerReviewPass()
    const others = [
      to.machinerReviewReject(),
      to.reviewFirstWait(),
      to.reviewFirstPass(),
      to.reviewFirstReject(),
      to.reviewFinalWait(),
      to.reviewFinalPass(),
      to.reviewFinalReject(),
      to.reviewList(),
      to.reviewGroup(),
      to.reviewerManage(),
      to.waitLoanList(),
      to.loanRecord(),
    ]
    await login('admin')
    await opens(page, `${first}?orderNo=LK26`)
    await page.locator('.page:visible').evaluate((one) => one.setAttribute('data-old', ''))
    for (const path of others) await opens(page, path)
    expect(await page.locator('.page[data-path]').count()).toBe(12)
    await page.locator(`.tab-strip a[href^="${first}"]`).click()
    await page.locator(`.page:visible[data-path="${first}"] input`).first().waitFor()
    expect(await page.locator('[data-old]').count()).toBe(0)
    expect(await inSight('input').first().inputValue()).toBe('LK26')
  })

  test('keeps what was typed in two records of one kind apart', async () => {
    const admin = await served.login('admin')
    const { rows } = await admin.data(approval.list, { list: 'firstPass', limit: 2 })
    const [one, other] = rows.map(({ orderNo }) => to.approveDetail({ orderNo })) as [string, string]
    await login('reviewLead')
    await goesTo(one)
    const note = () => inSight('textarea').first()
    await note().fill('of the one')
    await opens(page, other)
    expect(await note().inputValue()).toBe('')
    await note().fill('of the other')
    await page.locator(`.tab-strip a[href="${one}"]`).click()
    await page.locator(`.page:visible[data-path="${one}"] textarea`).first().waitFor()
    expect(await note().inputValue()).toBe('of the one')
  })
})

describe('a session that ends', () => {
  test('over a half-typed note asks for a login in place, after which it is there and can be sent', async () => {
    const admin = await served.login('admin')
    const { rows } = await admin.data(approval.list, { list: 'firstPass', limit: 1 })
    await login('reviewLead')
    await goesTo(to.approveDetail({ orderNo: rows[0]!.orderNo }))
    const note = inSight('textarea').first()
    await note.fill('half a sentence')
    await context.clearCookies({ name: 'sid' })
    const add = inSight('button').filter({ hasText: 'Add note' })
    // A DOM click, because a background call may already have opened the dialog over the button.
    await add.evaluate((one: HTMLElement) => one.click())
    const dialog = page.getByRole('dialog', { name: 'sure to log out' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await note.inputValue()).toBe('half a sentence')
    await add.click()
    await inSight('.note-text').filter({ hasText: 'half a sentence' }).waitFor()
  })

  test.each([
    ['Cancel', to.reviewFirstPass(), 1],
    ['Log in again', to.login(), 0],
  ] as const)('and is answered by %s', async (choice, end, same) => {
    await login('reviewer1')
    await goesTo(to.reviewFirstPass())
    await inSight('tbody a').first().waitFor()
    await page.evaluate(() => document.body.setAttribute('data-old', ''))
    await context.clearCookies({ name: 'sid' })
    await inSight('input').first().fill('LK26')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'sure to log out' })
    await dialog.getByRole('button', { name: choice, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await at(end)
    expect(await page.locator('body[data-old]').count()).toBe(same)
  })
})

test('once somebody is in, a list is drawn out of sight, without rows, and is gone again', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const drawn = new Set<string>()
    Object.assign(globalThis, { drawn })
    new MutationObserver(() => {
      for (const one of document.querySelectorAll<HTMLElement>('.page[data-path]')) drawn.add(one.dataset['path']!)
    }).observe(document, { childList: true, subtree: true })
  })
  await login('admin')
  await heading('Dashboard').waitFor()
  const list = to.machinerReviewPass()
  await page.waitForFunction((path) => (globalThis as unknown as { drawn: Set<string> }).drawn.has(path), list)
  await page.locator(`.page[data-path="${list}"]`).waitFor({ state: 'detached' })
  expect(asked).not.toContain(`/api${approval.list.path}`)
  expect(await page.locator('.tab-strip li').count()).toBe(1)
})

test('the first key leads past the frame to the content', async () => {
  await login('admin')
  await goesTo(to.reviewFirstPass())
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})
