import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import { password } from './app.ts'

/** Logs one of the simulated lender's staff in, in a browser; the page is then where that leads. */
export const logIn = async (page: Page, url: string, name: string, word = password): Promise<void> => {
  await page.goto(url + to.login())
  await page.locator('input[type=email]').fill(`${name}@demo.example`)
  await page.locator('input[type=password]').fill(word)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname !== to.login())
}
