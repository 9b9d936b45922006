import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as approval from '../../src/services/approval.ts'
import { changePassword } from '../../src/services/user.ts'
import { password } from '../kit/app.ts'
import { logIn } from '../kit/logIn.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

const { served, newContext } = servedBrowser({ orders: 60 })
let context: BrowserContext
let page: Page

let problems: string[]
beforeEach(async () => {
  context = await newContext({ viewport: { width: 1440, height: 700 } })
  page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  problems = []
  page.on('pageerror', (error) => problems.push(error.message))
})
afterEach(() => {
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

const login = async (name = 'admin') => {
  await logIn(page, served.url, name)
  await page.locator('.tab-strip').waitFor()
}

const goesTo = async (path: string) => {
  await page.goto(served.url + path)
  await shown(path).waitFor()
}

/** The paths of the strip's tabs. */
const tabs = () => page.locator('.tab-strip a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
const tab = (path: string) => page.locator(`.tab-strip a[href^="${path}"]`)
const shown = (path: string) => page.locator(`.tab-strip a[href^="${path}"][aria-current=page]`)
const inSight = (selector: string) => page.locator(`.page:visible ${selector}`)

const findByPalette = async (text: string) => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A screen, an order number').fill(text)
}
const openByPalette = async (screen: string) => {
  await findByPalette(screen)
  await page.keyboard.press('Enter')
}

const orders = async () => {
  const admin = await served.login('admin')
  const { rows } = await admin.data(approval.list, { list: 'firstPass', limit: 8 })
  return rows.map(({ orderNo }) => orderNo)
}

describe('the tab strip', () => {
  test('holds what was visited, and survives a reload', async () => {
    await login()
    await goesTo(to.reviewFirstWait())
    await goesTo(to.role())
    const there = [to.dashboard(), to.reviewFirstWait(), to.role()]
    expect(await tabs()).toEqual(there)
    await page.reload()
    await shown(to.role()).waitFor()
    expect(await tabs()).toEqual(there)
    await tab(to.reviewFirstWait()).click()
    await inSight('table').waitFor()
  })

  test('is empty for whoever logs in next in the same window', async () => {
    await login()
    await goesTo(to.role())
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL((url) => url.pathname === to.login())
    await login('reviewer1')
    await inSight('table').waitFor()
    expect(await tabs()).toEqual([to.reviewFirstWait()])
  })

  test('closes a tab by its button, the middle button of the mouse, and the delete key', async () => {
    await login()
    for (const path of [to.reviewFirstWait(), to.reviewFirstPass(), to.role()]) await goesTo(path)
    await tab(to.reviewFirstPass()).click({ button: 'middle' })
    expect(await tabs()).toEqual([to.dashboard(), to.reviewFirstWait(), to.role()])
    expect(context.pages()).toHaveLength(1)
    await page.getByRole('button', { name: 'Close Roles' }).click()
    await shown(to.reviewFirstWait()).waitFor()
    await tab(to.reviewFirstWait()).focus()
    await page.keyboard.press('Delete')
    await shown(to.dashboard()).waitFor()
    expect(await tabs()).toEqual([to.dashboard()])
  })

  test('offers by the right button to refresh, close, close others and close all', async () => {
    await login()
    for (const path of [to.reviewFirstWait(), to.reviewFirstPass(), to.role()]) await goesTo(path)
    const choose = async (path: string, name: string) => {
      await tab(path).click({ button: 'right' })
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await choose(to.reviewFirstPass(), 'Close')
    expect(await tabs()).toEqual([to.dashboard(), to.reviewFirstWait(), to.role()])
    await choose(to.reviewFirstWait(), 'Close others')
    await shown(to.reviewFirstWait()).waitFor()
    expect(await tabs()).toEqual([to.reviewFirstWait()])
    await inSight('table tbody a').first().waitFor()
    await inSight('table').evaluate((table) => table.setAttribute('data-old', ''))
    await choose(to.reviewFirstWait(), 'Refresh')
    await inSight('table:not([data-old]) tbody a').first().waitFor()
    await choose(to.reviewFirstWait(), 'Close all')
    await shown(to.dashboard()).waitFor()
    expect(await tabs()).toEqual([to.dashboard()])
  })

  test('keeps a page’s scroll place and what was typed, and does not mix two records of one kind', async () => {
    await login()
    const [one, other] = (await orders()) as [string, string]
    await goesTo(to.reviewFirstPass())
    await inSight('input').first().fill('LK26')
    await page.keyboard.press('Enter')
    await page.waitForURL(/LK26/)
    await inSight('tbody a').first().waitFor()
    await inSight('.list-rows').evaluate((rows) => rows.scrollTo(0, 250))
    for (const orderNo of [one, other]) {
      await inSight('.list-rows tbody').waitFor()
      await page
        .locator(`a[href="${to.approveDetail({ orderNo })}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click())
      await inSight('h1').filter({ hasText: orderNo }).waitFor()
      await tab(to.reviewFirstPass()).click()
      await inSight('.list-rows tbody').waitFor()
    }
    expect(await inSight('.list-rows').evaluate((rows) => rows.scrollTop)).toBe(250)
    expect(await inSight('input').first().inputValue()).toBe('LK26')
    await tab(to.approveDetail({ orderNo: one })).click()
    await inSight('h1').filter({ hasText: one }).waitFor()
  })

  test('keeps a page in the back laid out, where it is neither seen, hit, read out nor focused', async () => {
    await login()
    await goesTo(to.reviewFirstPass())
    await inSight('tbody a').first().waitFor()
    const back = page.locator(`.page[data-path="${to.reviewFirstPass()}"]`)
    const widths = () => back.locator('thead th').evaluateAll((heads) => heads.map((head) => head.clientWidth))
    const before = await widths()
    expect(
      await back
        .locator('input')
        .first()
        .evaluate((input) => getComputedStyle(input).boxSizing),
    ).toBe('border-box')
    await tab(to.dashboard()).click()
    await inSight('h1').filter({ hasText: 'Dashboard' }).waitFor()
    expect(await widths()).toEqual(before)
    expect(await back.isVisible()).toBe(false)
    expect(await page.getByRole('table', { name: 'First review' }).count()).toBe(0)
    const hit = await back.evaluate((one) => {
      one.querySelector('input')!.focus()
      const { x, y, width, height } = one.getBoundingClientRect()
      return [
        one.contains(document.activeElement),
        one.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
      ]
    })
    expect(hit).toEqual([false, false])
  })

  test('scrolls when it is full, and keeps the active tab in view', async () => {
    await page.setViewportSize({ width: 1100, height: 700 })
    await login()
    const numbers = await orders()
    for (const orderNo of numbers) await goesTo(to.approveDetail({ orderNo }))
    const isInView = (path: string) =>
      tab(path).evaluate((link) => {
        const strip = link.closest('ul')!.getBoundingClientRect()
        const { left, right } = link.getBoundingClientRect()
        return left >= strip.left && right <= strip.right
      })
    expect(await isInView(to.dashboard())).toBe(false)
    await expect.poll(() => isInView(to.approveDetail({ orderNo: numbers.at(-1)! }))).toBe(true)
    await tab(to.dashboard()).evaluate((link: HTMLElement) => link.click())
    await shown(to.dashboard()).waitFor()
    await expect.poll(() => isInView(to.dashboard())).toBe(true)

    // Arrows lead to the tabs beyond its ends, while there are any.
    const later = page.getByRole('button', { name: 'Later tabs' })
    const earlier = page.getByRole('button', { name: 'Earlier tabs' })
    await expect.poll(() => earlier.isDisabled()).toBe(true)
    await later.click()
    await expect.poll(() => isInView(to.dashboard())).toBe(false)
    await earlier.click()
    await expect.poll(() => isInView(to.dashboard())).toBe(true)
    await page.setViewportSize({ width: 3000, height: 700 })
    await later.waitFor({ state: 'detached' })
  })
})

describe('the top bar', () => {
  test('changes how dense everything is, says so, and remembers it', async () => {
    await login()
    await goesTo(to.reviewFirstWait())
    await inSight('tbody a').first().waitFor()
    const heights = () =>
      page.evaluate(() =>
        ['.page tbody tr', '.list-filters input', '.menu-list a'].map(
          (part) => document.querySelector(part)!.getBoundingClientRect().height,
        ),
      )
    const medium = await heights()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Mini' }).click()
    await page.getByText('Switch Size Success').waitFor()
    const mini = await heights()
    for (const [part, height] of mini.entries()) expect(height).toBeLessThan(medium[part]!)
    await page.reload()
    await inSight('tbody a').first().waitFor()
    expect(await heights()).toEqual(mini)
  })

  test('turns dark, and takes any colour, whose shades stay legible', async () => {
    await login()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByText('Brightness changed').waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.sidebar')!).backgroundColor)).toBe(
      'rgb(37, 42, 49)',
    )
    await page.getByLabel('Another colour').fill('#c71585')
    await page.getByText('Theme colour changed').waitFor()
    const shades = () =>
      page.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return ['--theme', '--accent', '--link'].map((name) => style.getPropertyValue(name))
      })
    const dark = await shades()
    expect(dark[0]).toBe('#c71585')
    expect(new Set(dark).size).toBeGreaterThan(1)
    await page.reload()
    await page.locator('.sidebar').waitFor()
    expect(await shades()).toEqual(dark)
  })

  test('fills the screen, and says when the browser cannot', async () => {
    await login()
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('no'))
    })
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await page.getByText('you browser can not work').waitFor()
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  })

  test('counts what fails, and shows what, where and at which address, until it is cleared', async () => {
    await login()
    expect(await page.getByRole('button', { name: /\d error/ }).count()).toBe(0)
    await page.evaluate(() => void setTimeout(() => void Promise.reject(new Error('a slip of the page'))))
    await page.getByRole('button', { name: '1 error' }).click()
    problems.length = 0
    const row = page.getByRole('dialog').locator('tbody tr')
    expect(await row.locator('td').nth(1).innerText()).toContain('a slip of the page')
    expect(await row.locator('td').nth(3).innerText()).toBe(page.url())
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await row.count()).toBe(0)
  })
})

describe('looks', () => {
  const lookAs = (kept: Record<string, string>) =>
    page.addInitScript((all) => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(`loket.${key}`, value)
    }, kept)

  test('tables, forms, menus and the frame are denser in each smaller size, and no words below 11 pixels', async () => {
    await login('reviewLead')
    await goesTo(to.reviewFirstWait())
    await inSight('tbody a').first().waitFor()
    const parts = [
      '.page tbody tr',
      '.list-filters input',
      '.list-filters select',
      '.list-pager select',
      '.list-pager [aria-current]',
      '[role=menu] .bp6-menu-item',
      '.menu-list a',
      '.page-tab',
      '.top-bar',
    ]
    const heights = () =>
      page.evaluate((all) => all.map((part) => document.querySelector(part)!.getBoundingClientRect().height), parts)
    const smallest = () =>
      page.evaluate(() =>
        Math.min(...[...document.querySelectorAll('body *')].map((one) => parseFloat(getComputedStyle(one).fontSize))),
      )
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menu').waitFor()
    let larger = await heights()
    for (const size of ['Small', 'Mini']) {
      await page.getByRole('menuitemradio', { name: size }).click()
      await page.locator(`html[data-size=${size.toLowerCase()}]`).waitFor()
      const now = await heights()
      expect(parts.filter((_, part) => now[part]! > larger[part]! - 1)).toEqual([])
      expect(await smallest()).toBeGreaterThanOrEqual(11)
      larger = now
    }
  })

  test.each([
    ['light', '#ffee00'],
    ['light', '#DB2C6F'],
    ['dark', '#5F6B7C'],
  ])('in the %s words on a tint of %s are legible, in the menu and in a tag', async (scheme, colour) => {
    await lookAs({ scheme, colour })
    await login('reviewLead')
    await goesTo(to.reviewFirstWait())
    const contrast = (part: string) =>
      page.evaluate((selector) => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector(selector)!)
        const light = (rgb: string) =>
          /rgb\((\d+), (\d+), (\d+)\)$/
            .exec(rgb)!
            .slice(1)
            .map((one) => Number(one) / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
            .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index]!, 0.05)
        const [dark, bright] = [light(color), light(backgroundColor)].toSorted((a, b) => a - b)
        return bright! / dark!
      }, part)
    expect(await contrast('.menu-list .bp6-active')).toBeGreaterThanOrEqual(4.5)
    const [orderNo] = (await orders()) as [string]
    await goesTo(to.approveDetail({ orderNo }))
    await inSight('.detail-standing').waitFor()
    await page.evaluate(() => document.querySelector('.detail-standing .bp6-tag')!.classList.add('bp6-intent-primary'))
    expect(await contrast('.detail-standing .bp6-tag')).toBeGreaterThanOrEqual(4.5)
  })

  test('a part of the breadcrumb looks like the link that it is, in the dark too', async () => {
    await lookAs({ scheme: 'dark' })
    await login()
    await goesTo(to.reviewFirstPass())
    const colours = await page
      .locator(':is(.top-bar nav a, .list-table tbody a)')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).color))
    expect(colours.length).toBeGreaterThan(1)
    expect(new Set(colours).size).toBe(1)
  })

  test('the errors have the width of the window, and a time stands in one line', async () => {
    await login()
    await page.evaluate(() => void setTimeout(() => void Promise.reject(new Error('a slip of the page'))))
    await page.getByRole('button', { name: '1 error' }).click()
    problems.length = 0
    const dialog = page.getByRole('dialog')
    // `offsetWidth`, because the bounding box scales during the opening transition.
    expect(await dialog.evaluate((box) => (box as HTMLElement).offsetWidth)).toBe(1000)
    const time = dialog.locator('tbody td').first()
    expect(await time.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap')
  })
})

describe('two windows of one browser', () => {
  test('share a session: who logs in again in one of them goes on in both', async () => {
    await login('reviewer1')
    const other = await context.newPage()
    await other.goto(served.url + to.reviewFirstWait())
    const windows = [page, other]
    const search = async (one: Page) => {
      await one.locator('.page:visible input').first().fill('LK26')
      await one.keyboard.press('Enter')
    }
    const dialogOf = (one: Page) => one.getByRole('dialog', { name: 'sure to log out' })
    for (const one of windows) {
      await one.locator('.page:visible tbody a').first().waitFor()
      await one.evaluate(() => document.body.setAttribute('data-old', ''))
    }
    await context.clearCookies({ name: 'sid' })
    for (const one of windows) {
      await search(one)
      await dialogOf(one).waitFor()
    }
    expect(await dialogOf(page).getByLabel('E-mail').inputValue()).toBe('reviewer1@demo.example')
    await dialogOf(page).getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    for (const one of windows) {
      await dialogOf(one).waitFor({ state: 'detached' })
      await one.locator('.page:visible tbody a').first().waitFor()
      expect(await one.getByText('This could not be loaded').count()).toBe(0)
      expect(await one.locator('body[data-old]').count()).toBe(1)
    }
    const isBack = () => page.evaluate(() => document.activeElement === document.querySelector('.page input'))
    await expect.poll(isBack).toBe(true)
  })
})

describe('without a connection', () => {
  const offline = 'No connection to the server'
  const reasonOf = (barred: Locator) =>
    barred.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby')!)?.textContent)

  test('a banner says so, what would be sent is barred with the reason, and all comes back by itself', async () => {
    await login('reviewer1')
    await inSight('tbody a').first().waitFor()
    await context.setOffline(true)
    await page.getByText('No connection to the server.').waitFor()
    const claim = inSight('.list-actions button').first()
    expect(await claim.getAttribute('aria-disabled')).toBe('true')
    expect(await reasonOf(claim)).toBe(offline)
    await claim.hover()
    await page.locator('.bp6-tooltip').getByText(offline).waitFor()
    await context.setOffline(false)
    await page.getByText('Connected again').waitFor()
    const above = (await page.locator('.tab-strip').boundingBox())!
    expect((await page.locator('.toast').boundingBox())!.y).toBeGreaterThan(above.y + above.height)
    expect(await claim.getAttribute('aria-disabled')).toBeNull()
    problems.length = 0
  })

  test('a form stays unsent, also by Enter, and goes with what was typed once the line is back', async () => {
    await login('support')
    await goesTo(to.changePassword())
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith(changePassword.path)) sent += 1
    })
    await page.getByLabel('Current password', { exact: true }).fill('not the one it is')
    await page.getByLabel('New password', { exact: true }).fill('a longer sentence')
    await page.getByLabel('New password again', { exact: true }).fill('a longer sentence')
    await context.setOffline(true)
    await page.getByText('No connection to the server.').waitFor()
    const save = inSight('button[type=submit]')
    expect(await reasonOf(save)).toBe(offline)
    await save.click({ force: true })
    await page.getByLabel('New password again', { exact: true }).press('Enter')
    expect(sent).toBe(0)
    await context.setOffline(false)
    await page.getByText('Connected again').waitFor()
    await page.getByLabel('New password again', { exact: true }).press('Enter')
    await page.getByText('The current password is wrong').waitFor()
    expect(sent).toBe(1)
    problems.length = 0
  })

  const hang = () => page.route('**/api/**', () => {})
  const silence = 'No answer from the server.'
  const goesOn = () => page.unrouteAll({ behavior: 'ignoreErrors' })

  test('silence is said while it is tried again, and what waited loads once there are answers', async () => {
    await login('reviewer1')
    await hang()
    await openByPalette('passed first')
    await page.getByText(silence).waitFor()
    await page.getByText('No connection to the server.').waitFor()
    await goesOn()
    await page.getByText('Connected again').waitFor()
    await inSight('tbody a').first().waitFor()
    expect(await page.getByText(silence).count()).toBe(0)
    problems.length = 0
  })

  test('silence at the login is said there, and the login goes through once there is an answer', async () => {
    await page.goto(`${served.url}${to.login()}`)
    await hang()
    await page.locator('input[type=email]').fill('reviewer1@demo.example')
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText(silence).waitFor()
    await goesOn()
    await page.locator('.tab-strip').waitFor()
    expect(await page.getByText(silence).count()).toBe(0)
    problems.length = 0
  })

  test('an answer that is only slow is waited for, in a note that nothing is moved by', async () => {
    await login('reviewer1')
    const { promise: asked, resolve: ask } = Promise.withResolvers<Route>()
    await page.route('**/api/approve/list', ask)
    await openByPalette('passed first')
    const tabs = await page.locator('.tab-strip').boundingBox()
    const note = page.getByText('Still waiting for the server’s answer')
    await note.waitFor()
    expect(await page.locator('.tab-strip').boundingBox()).toEqual(tabs)
    await (await asked).continue()
    await page.unroute('**/api/approve/list')
    await inSight('tbody a').first().waitFor()
    expect(await note.count()).toBe(0)
  })

  test('a saved view can be looked at, and neither changed nor deleted', async () => {
    await login('reviewLead')
    await goesTo(to.reviewFirstPass())
    await inSight('tbody a').first().waitFor()
    await context.setOffline(true)
    await page.getByText('No connection to the server.').waitFor()
    await page.getByRole('button', { name: /^View/ }).click()
    const save = page.getByRole('menuitem', { name: 'Save as a new view' })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    expect(await save.innerText()).toContain(offline)
    problems.length = 0
  })
})

describe('the palette', () => {
  const type = findByPalette

  test('goes to a screen by a part of its name', async () => {
    await login()
    await type('passed first')
    const passed = page.getByRole('option', { name: 'Passed first review' })
    await passed.waitFor()
    const active = await page.locator('.palette input').getAttribute('aria-activedescendant')
    expect(await passed.getAttribute('id')).toBe(active)
    await page.keyboard.press('Enter')
    await shown(to.reviewFirstPass()).waitFor()
    expect(await tabs()).toEqual([to.dashboard(), to.reviewFirstPass()])
  })

  test('goes to an order by its number, and shows those of a part of one masked', async () => {
    await login('reviewer1')
    const [orderNo] = (await orders()) as [string]
    await type(orderNo)
    await page.getByRole('option', { name: orderNo }).waitFor()
    await page.keyboard.press('Enter')
    await inSight('h1').filter({ hasText: orderNo }).waitFor()
    await type(orderNo.slice(-5))
    expect(await page.getByRole('option', { name: orderNo }).innerText()).toMatch(/ · \S\*\*\*/)
  })

  test('says when nothing fits', async () => {
    await login()
    await type('no such thing anywhere')
    await page.getByText('Nothing fits').waitFor()
    expect(await page.locator('.palette').getByRole('option').count()).toBe(0)
  })
})

test('a question mark shows the keys', async () => {
  await login()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  expect(await sheet.locator('dd').count()).toBeGreaterThan(8)
})
