import { type Browser, chromium } from 'playwright-core'
import { chromiumArgs } from '../../scripts/chromium.ts'
import { patience } from './patience.ts'

/** Starts Chromium. Each step on its pages may take as long as a test waits for anything. */
export const launchBrowser = async (executablePath: string): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  browser.on('context', (context) => context.setDefaultTimeout(patience))
  return browser
}
