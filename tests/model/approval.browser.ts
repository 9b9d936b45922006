import { type Browser, chromium, type Page } from 'playwright-core'
import { buildConsole } from '../../scripts/build.ts'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'
import { to } from '../../src/machines/paths.ts'
import { password } from '../kit/app.ts'
import { testConsole } from '../kit/console.ts'
import { approvalModel } from './approval.model.ts'
import { lead, type Move, staff } from './approval.moves.ts'
import { press, showing, shown } from './approval.pages.ts'
import { expected, openDesk, type Order } from './approval.server.ts'
import { placeOf, play } from './model.ts'
import type { System } from './walk.ts'

const second = 1000
const minute = 60 * second

type Person = { name: string; page: Page; problems: string[]; began: number; seen: number; inside: boolean }

type Options = {
  databaseUrl: string | undefined
  /** Whether the server's own work goes on by itself, so that nobody can tell how long it takes; otherwise a path says when. */
  atWork: boolean
}

/** The built console in browsers, one for each person: buttons are pressed, and everybody on the path sees every step come by itself. */
export const browserSystem = async ({ databaseUrl, atWork }: Options): Promise<System<Move>> => {
  const executablePath = ensureChromium()
  await buildConsole()
  const served = await testConsole({ databaseUrl })
  if (!atWork) await served.work.stop()
  const desk = await openDesk(served)
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  const now = () => served.clock.now()
  const people = new Map<string, Person>()

  /** Somebody in a browser of their own; a new one when so much time went by that their session is over. */
  const personOf = async (name: string): Promise<Person> => {
    const last = people.get(name)
    if (last && now() - last.seen < 25 * minute && now() - last.began < 11 * 60 * minute) return last
    await last?.page.context().close()
    const { page, problems } = await logIn(browser, served.url, name)
    const person = { name, page, problems, began: now(), seen: now(), inside: false }
    people.set(name, person)
    return person
  }

  const enter = async (person: Person, order: Order) => {
    const { page } = person
    const queue = page.getByRole('link', { name: order.orderNo })
    // Whoever has the queue open comes from there: it was open before there was anything in it.
    if (page.url() === served.url + to.reviewFirstWait()) {
      if (placeOf(order.standing) !== 'firstReview.wait') return
      await queue.click()
    } else await page.goto(served.url + to.approveDetail({ orderNo: order.orderNo }))
    await page.getByRole('heading', { name: order.orderNo }).waitFor()
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    person.inside = true
    person.seen = now()
  }

  const sees = async ({ page, problems }: Person, order: Order) => ({
    ...(await shown(page, order)),
    reloaded: !(await page.evaluate(() => 'neverReloaded' in window)),
    problems: [...problems],
  })

  /** Makes a move: whoever has a screen by its button, everybody else as ever. */
  const make = async (order: Order, move: Move): Promise<Order> => {
    if (!staff.includes(move.by)) return desk.make(order, move)
    served.clock.advance(second)
    const person = await personOf(move.by)
    await press(person.page, move, desk.idOf)
    person.seen = now()
    return { ...order, standing: play(approvalModel, order.standing, move, now()) }
  }

  return {
    begin: async (path) => {
      const actors = [...new Set(path.map(({ by }) => by))].filter((name) => staff.includes(name))
      const names = actors.length > 0 ? actors : [lead]
      for (const name of names) {
        const person = await personOf(name)
        await person.page.goto(served.url)
        await person.page.getByRole('navigation').first().waitFor()
        Object.assign(person, { inside: false, seen: now() })
      }
      let order = desk.begin(path[0]!)
      return {
        step: async (move) => {
          order = await make(order, move)
          const next = path[order.standing.path.length]
          const goesOn = atWork && next?.by === 'SYS' && !order.standing.state.armed[next.type]
          if (goesOn) return { expected: null, seen: null }
          const pages: Record<string, Awaited<ReturnType<typeof sees>>> = {}
          for (const name of names) {
            const person = await personOf(name)
            if (!person.inside) await enter(person, order)
            if (person.inside) pages[name] = await sees(person, order)
          }
          const should = { ...showing(order), reloaded: false, problems: [] }
          return {
            expected: {
              pages: Object.fromEntries(Object.keys(pages).map((name) => [name, should])),
              ...expected(order),
            },
            seen: { pages, ...(await desk.look(order)) },
          }
        },
        pictures: () => Promise.all(names.map(async (of) => ({ of, png: await people.get(of)!.page.screenshot() }))),
      }
    },
    close: async () => {
      await browser.close()
      await served.close()
    },
  }
}

const logIn = async (browser: Browser, url: string, name: string) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(15 * second)
  await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(url)
  await page.getByLabel('E-mail').fill(`${name}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((at) => at.pathname !== to.login())
  return { page, problems }
}
