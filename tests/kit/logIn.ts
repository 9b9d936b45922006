import type { BrowserContext, Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import { login } from '../../src/services/user.ts'
import { password } from './app.ts'

/** A browser has a session of one of the simulated lender's staff, as after the login form. */
export const enter = async (context: BrowserContext, url: string, name: string, word = password): Promise<void> => {
  const data = { email: `${name}@demo.example`, password: word }
  const answer = await context.request.post(`${url}/api${login.path}`, { data })
  const { token } = ((await answer.json()) as { data: { token: string } }).data
  await context.addCookies([{ name: 'Admin-Token', value: token, url, sameSite: 'Strict' }])
}

/** The same, and the page is where that leads. */
export const logIn = async (page: Page, url: string, name: string, word = password): Promise<void> => {
  await enter(page.context(), url, name, word)
  await page.goto(url + to.root())
  await page.waitForURL(({ pathname }) => pathname !== to.root())
}
