import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import { login } from '../../src/services/user.ts'
import { password } from './app.ts'

/** One of the simulated lender's staff has logged in, in a browser; the page is then where that leads. */
export const logIn = async (page: Page, url: string, name: string, word = password): Promise<void> => {
  const data = { email: `${name}@demo.example`, password: word }
  const answer = await page.request.post(`${url}/api${login.path}`, { data })
  const { token } = ((await answer.json()) as { data: { token: string } }).data
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url, sameSite: 'Strict' }])
  await page.goto(url + to.root())
  await page.waitForURL(({ pathname }) => pathname !== to.root())
}
