import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestApp } from '../kit/app.ts'
import { enter, logIn } from '../kit/logIn.ts'

const second = 1000
const minute = 60 * second

export type Person = { name: string; page: Page; problems: string[]; began: number; seen: number }

/** People by login, each in their own browser. An expired session gets a new login and page. */
export const openPeople = (browser: Browser, { url, clock }: Pick<TestApp, 'clock'> & { url: string }) => {
  const people = new Map<string, Person>()

  const pageIn = async (context: BrowserContext) => {
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    return { page, problems }
  }

  /** A page in a new browser, without a login. */
  const arrives = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await context.tracing.start({ screenshots: true, snapshots: true })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    return pageIn(context)
  }

  const comes = async (name: string) => {
    const opened = await arrives()
    await logIn(opened.page, url, name)
    return opened
  }

  /** Opens a new page with a new session. */
  const comesAgain = async (name: string, last: Page) => {
    const context = last.context()
    await last.close()
    await enter(context, url, name)
    return pageIn(context)
  }

  /** Whether a person's session is still valid. */
  const isHere = (name: string): boolean => {
    const last = people.get(name)
    const now = clock.now()
    return last !== undefined && now - last.seen < 25 * minute && now - last.began < 11 * 60 * minute
  }

  const personOf = async (name: string): Promise<Person> => {
    const last = people.get(name)
    const now = clock.now()
    if (last && isHere(name)) {
      last.seen = now
      return last
    }
    const opened = await (last ? comesAgain(name, last.page) : comes(name))
    const person = { name, ...opened, began: now, seen: now }
    people.set(name, person)
    return person
  }
  /** Forgets what the traces of all people have so far. */
  const forget = async () => {
    for (const { page } of people.values()) {
      await page.context().tracing.stopChunk()
      await page.context().tracing.startChunk()
    }
  }
  return { personOf, isHere, arrives, forget }
}
