import axe from 'axe-core'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { languages } from '../../src/services/user.ts'
import { testConsole } from '../kit/console.ts'
import { oneEngine } from '../kit/engines.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { logIn } from '../kit/logIn.ts'

let served: Awaited<ReturnType<typeof testConsole>>
let browser: Browser
beforeAll(async () => {
  served = await testConsole(oneEngine()[0])
  browser = await launchBrowser(inject('chromiumPath'))
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

/** A page that collects the browser's errors, violations of the Content Security Policy included. */
const openPage = async (options: { width: number; colorScheme: 'light' | 'dark' }) => {
  const context = await browser.newContext({
    viewport: { width: options.width, height: 900 },
    colorScheme: options.colorScheme,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, problems }
}

type Found = { violations: { id: string; nodes: { html: string }[] }[] }
type Axe = { run: (part: string, how: object) => Promise<Found> }

const flaws = async (page: Page, colours = true): Promise<string[]> => {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (enabled) =>
      (globalThis as unknown as { axe: Axe }).axe.run('html', {
        resultTypes: ['violations'],
        selectors: false,
        rules: { 'color-contrast': { enabled } },
      }),
    colours,
  )
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    ...(isWide ? ['the page is wider than the window'] : []),
  ]
}

/** Texts that overflow the box of their state or of their arrow's label. */
const spills = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const room of document.querySelectorAll('.count, .taken')) room.textContent = '1.234.567'
    for (const room of document.querySelectorAll('.dwell')) room.textContent = 'median 12 h · p90 34 h'
    return [...document.querySelectorAll<SVGGElement>('g.node, g.edge, g.cluster')].flatMap((group) => {
      const box = group.querySelector<SVGRectElement>('rect')!.getBBox()
      return [...group.querySelectorAll('text')]
        .filter((text) => {
          const { x, y, width, height } = text.getBBox()
          return x < box.x || x + width > box.x + box.width || y < box.y || y + height > box.y + box.height
        })
        .map((text) => `${group.id}: ${text.textContent}`)
    })
  })

/** Overlapping texts of a diagram. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('svg text')].map((text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }))
    return texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter(
          ({ box }) =>
            Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
            Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 3,
        )
        .map((other) => `${one.text} / ${other.text}`),
    )
  })

// Colours take as long to look at as all the rest, and are the same in every language.
test.each([
  { language: 'id', width: 1440, colorScheme: 'light', colours: true },
  { language: 'id', width: 800, colorScheme: 'dark', colours: true },
  { language: 'en', width: 800, colorScheme: 'light', colours: false },
  { language: 'zh', width: 1440, colorScheme: 'dark', colours: false },
] as const)(
  'every page is free of flaws: $language, $width pixels, $colorScheme',
  async ({ language, colours, ...options }) => {
    const { page, problems } = await openPage(options)
    for (const path of ['', 'api.html', ...lifecycles.map(({ name }) => `${name}.html`)]) {
      await page.goto(`${served.url}/docs/${language}/${path}`)
      await page.locator('h1').waitFor()
      expect(await flaws(page, colours), path).toEqual([])
    }
    expect(problems).toEqual([])
    await page.context().close()
  },
)

test.each(languages)('every text of a diagram has room in %s, figures included', async (language) => {
  const { page, problems } = await openPage({ width: 1440, colorScheme: 'light' })
  for (const file of lifecycles.flatMap(({ name }) => [`${name}.svg`, `${name}.flow.svg`])) {
    await page.goto(`${served.url}/docs/${language}/${file}`)
    expect(await page.locator('g.node').count()).toBeGreaterThan(0)
    expect(await spills(page), file).toEqual([])
    expect(await overlaps(page), file).toEqual([])
  }
  expect(problems).toEqual([])
  await page.context().close()
})

test('the user menu opens them in a new window, in the language in use', async () => {
  const { page } = await openPage({ width: 1440, colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('loket.language', 'zh'))
  await logIn(page, served.url, 'analyst')
  await page.getByRole('button', { name: '的账号' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: '流程图' }).click()
  const charts = await opened
  await charts.locator('h1').waitFor()
  expect(new URL(charts.url()).pathname).toBe('/docs/zh/')
  await page.context().close()
})

test('the first page leads on in each language', async () => {
  const { page, problems } = await openPage({ width: 800, colorScheme: 'light' })
  await page.goto(`${served.url}/docs/`)
  expect(await flaws(page)).toEqual([])
  const links = page.locator('main a')
  expect(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))).toEqual(
    languages.map((language) => `/docs/${language}/index.html`),
  )
  expect(problems).toEqual([])
  await page.context().close()
})
