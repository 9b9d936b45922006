import { type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { testConsole } from './console.ts'
import { oneEngine } from './engines.ts'
import { launchBrowser } from './launchBrowser.ts'

type Served = Awaited<ReturnType<typeof testConsole>>

/**
 * The built console and a browser for a test file, both ready when its tests begin. A context is its test's own until the
 * test ends. Then it is emptied and serves again, because a cold cache costs a page most of its time: add scripts to the
 * page, not to the context. A test that closes its context has the next one anew.
 */
export const servedBrowser = (options: Parameters<typeof testConsole>[0] = {}) => {
  const served = {} as Served
  let browser: Browser
  const inUse: { key: string; context: BrowserContext }[] = []
  const emptied = new Map<string, BrowserContext[]>()
  beforeAll(async () => {
    Object.assign(served, await testConsole({ ...oneEngine()[0], ...options }))
    browser = await launchBrowser(inject('chromiumPath'))
  })
  let isInTest = false
  beforeEach(() => {
    isInTest = true
  })
  afterEach(async () => {
    isInTest = false
    for (const { key, context } of inUse.splice(0)) {
      if (!browser.contexts().includes(context)) continue
      await empty(context)
      emptied.set(key, [...(emptied.get(key) ?? []), context])
    }
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const newContext = async (how: BrowserContextOptions): Promise<BrowserContext> => {
    const key = JSON.stringify(how)
    const context = emptied.get(key)?.pop() ?? (await browser.newContext(how))
    // One that is opened before the tests belongs to all of them.
    if (isInTest) inUse.push({ key, context })
    return context
  }
  return { served, newContext }
}

/** Closes a context's pages, and takes everything from it but what it has cached. */
const empty = async (context: BrowserContext): Promise<void> => {
  for (const page of context.pages()) await page.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.setStorageState({ cookies: [], origins: [] })
}
