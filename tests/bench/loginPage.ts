import { chromium } from 'playwright-core'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'

type Loaded = { path: string; kibibytes: number }

const kibibytes = (bytes: number) => Math.round((bytes / 1024) * 10) / 10

/** Opens the login page with an empty cache: how many requests, and what JavaScript and CSS weigh on the wire. */
export const loginPage = async (url: string): Promise<{ requests: number; kibibytes: number; files: Loaded[] }> => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    let requests = 0
    const sizes: Promise<Loaded & { counts: boolean }>[] = []
    page.on('requestfinished', (request) => {
      requests += 1
      sizes.push(
        request.sizes().then(({ responseBodySize }) => ({
          path: new URL(request.url()).pathname,
          kibibytes: kibibytes(responseBodySize),
          counts: ['script', 'stylesheet'].includes(request.resourceType()),
        })),
      )
    })
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('textbox').first().waitFor()
    const files = (await Promise.all(sizes)).filter(({ counts }) => counts)
    const sum = files.reduce((total, file) => total + file.kibibytes, 0)
    return { requests, kibibytes: Math.round(sum * 10) / 10, files: files.map(({ counts: _, ...file }) => file) }
  } finally {
    await browser.close()
  }
}
