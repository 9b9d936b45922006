import type { Browser, Page } from 'playwright-core'
import type { TestApp } from '../kit/app.ts'
import { logIn } from '../kit/logIn.ts'

const second = 1000
const minute = 60 * second

export type Person = { name: string; page: Page; problems: string[]; began: number; seen: number }

/** Each by their login, in a browser of their own; a new one when so much time went by that their session is over. */
export const openPeople = (browser: Browser, { url, clock }: Pick<TestApp, 'clock'> & { url: string }) => {
  const people = new Map<string, Person>()
  return async (name: string): Promise<Person> => {
    const last = people.get(name)
    const now = clock.now()
    if (last && now - last.seen < 25 * minute && now - last.began < 11 * 60 * minute) {
      last.seen = now
      return last
    }
    await last?.page.context().close()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(15 * second)
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await logIn(page, url, name)
    const person = { name, page, problems, began: now, seen: now }
    people.set(name, person)
    return person
  }
}
