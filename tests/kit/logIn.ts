import type { BrowserContext, Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import { login } from '../../src/services/user.ts'
import { password } from './app.ts'

/** Gives a browser the session of a member of staff, as the login form does. */
export const enter = async (context: BrowserContext, url: string, name: string, word = password): Promise<void> => {
  const data = { email: `${name}@demo.example`, password: word }
  const answer = await context.request.post(`${url}/api${login.path}`, { data })
  const { token } = ((await answer.json()) as { data: { token: string } }).data
  await context.addCookies([{ name: 'Admin-Token', value: token, url, sameSite: 'Strict' }])
}

/** Logs in and opens the page that this leads to. */
export const logIn = async (page: Page, url: string, name: string, word = password): Promise<void> => {
  await enter(page.context(), url, name, word)
  await page.goto(url + to.root())
  await page.waitForURL(({ pathname }) => pathname !== to.root())
}
