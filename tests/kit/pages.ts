import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { servedBrowser } from './servedBrowser.ts'

/**
 * The built console and a browser for a test file; `served` is set once its tests begin. Each page has its own browser
 * context, in English, until its test ends. A problem that a page reports fails the test.
 */
export const consolePages = (options: Parameters<typeof servedBrowser>[0] = {}) => {
  const { served, newContext } = servedBrowser(options)
  const pages: Page[] = []
  const problems: string[] = []
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close()
    const found = problems.splice(0)
    if (found.length > 0) throw new Error(found.join('\n'))
  })

  const newPage = async (): Promise<Page> => {
    const context = await newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    pages.push(page)
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    return page
  }
  return { served, newPage }
}
