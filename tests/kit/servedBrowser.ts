import { type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { testConsole } from './console.ts'
import { oneEngine } from './engines.ts'
import { launchBrowser } from './launchBrowser.ts'

type Served = Awaited<ReturnType<typeof testConsole>>

/** The built console and a browser for a test file, both ready when its tests begin. */
export const servedBrowser = (options: Parameters<typeof testConsole>[0] = {}) => {
  const served = {} as Served
  let browser: Browser
  beforeAll(async () => {
    Object.assign(served, await testConsole({ ...oneEngine()[0], ...options }))
    browser = await launchBrowser(inject('chromiumPath'))
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })
  return { served, newContext: (how: BrowserContextOptions): Promise<BrowserContext> => browser.newContext(how) }
}
