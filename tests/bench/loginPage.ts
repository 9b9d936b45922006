import { chromium } from 'playwright-core'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'

/** Opens the login page with an empty cache, and answers the path of every request, the icon's included. */
export const loginPage = async (url: string): Promise<string[]> => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    const paths: string[] = []
    page.on('requestfinished', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('textbox').first().waitFor()
    const icons = await page
      .locator('link[rel=icon]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
    // A browser without windows has no place for the icon, and does not ask for it.
    return [...paths, ...icons.filter((icon) => !paths.includes(icon))]
  } finally {
    await browser.close()
  }
}
