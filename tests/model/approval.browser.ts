import { type Page } from 'playwright-core'
import { buildConsole } from '../../scripts/build.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { to } from '../../src/machines/paths.ts'
import { testConsole } from '../kit/console.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { approvalModel } from './approval.model.ts'
import { lead, type Move, staff } from './approval.moves.ts'
import { press, showing, shown } from './approval.pages.ts'
import { expected, openDriver, type Order } from './approval.server.ts'
import { missingOn } from './missing.ts'
import { placeOf, play } from './model.ts'
import { openPeople, type Person } from './people.ts'
import type { System } from './walk.ts'

const second = 1000

type Options = {
  databaseUrl: string | undefined
  /** Whether the server's own work runs by itself, at its own pace; otherwise the path triggers it. */
  atWork: boolean
}

/**
 * The built console with a browser per person. Moves press buttons, and everybody on the path must see each step live.
 */
export const browserSystem = async ({ databaseUrl, atWork }: Options): Promise<System<Move>> => {
  const executablePath = ensureChromium()
  await buildConsole()
  const served = await testConsole({ databaseUrl })
  if (!atWork) await served.work.stop()
  const driver = await openDriver(served)
  const browser = await launchBrowser(executablePath)
  const { personOf } = openPeople(browser, served)
  /** The pages that show the path's order. */
  const inside = new Set<Page>()

  const enter = async ({ page }: Person, order: Order) => {
    const queue = page.getByRole('link', { name: order.orderNo })
    // A person with the queue open enters from there: it was open before it had an order.
    if (page.url() === served.url + to.reviewFirstWait()) {
      if (placeOf(order.standing) !== 'firstReview.wait') return
      await queue.click()
    } else await page.goto(served.url + to.approveDetail({ orderNo: order.orderNo }))
    await page.getByRole('heading', { name: order.orderNo }).waitFor()
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    inside.add(page)
  }

  const sees = async ({ page, problems }: Person, order: Order) => ({
    ...(await shown(page, order)),
    reloaded: !(await page.evaluate(() => 'neverReloaded' in window)),
    problems: [...problems],
  })

  /** Makes a move: a person with a screen by its button, everybody else over HTTP. */
  const make = async (order: Order, move: Move): Promise<Order> => {
    if (!staff.includes(move.by)) return driver.make(order, move)
    served.clock.advance(second)
    const { page } = await personOf(move.by)
    await press(page, move, driver.idOf).catch((cause: unknown) => {
      throw missingOn(cause, { by: move.by, path: new URL(page.url()).pathname })
    })
    return { ...order, standing: play(approvalModel, order.standing, move, served.clock.now()) }
  }

  return {
    begin: async (path) => {
      const actors = [...new Set(path.map(({ by }) => by))].filter((name) => staff.includes(name))
      const names = actors.length > 0 ? actors : [lead]
      for (const name of names) {
        const { page } = await personOf(name)
        await page.goto(served.url)
        await page.getByRole('navigation').first().waitFor()
        inside.delete(page)
      }
      let order = driver.begin(path[0]!)
      return {
        step: async (move) => {
          order = await make(order, move)
          const next = path[order.standing.path.length]
          const goesOn = atWork && next?.by === 'SYS' && !order.standing.state.armed[next.type]
          if (goesOn) return { expected: null, seen: null }
          const pages: Record<string, Awaited<ReturnType<typeof sees>>> = {}
          for (const name of names) {
            const person = await personOf(name)
            if (!inside.has(person.page)) await enter(person, order)
            if (inside.has(person.page)) pages[name] = await sees(person, order)
          }
          const should = { ...showing(order), reloaded: false, problems: [] }
          return {
            expected: {
              pages: Object.fromEntries(Object.keys(pages).map((name) => [name, should])),
              ...expected(order),
            },
            seen: { pages, ...(await driver.look(order)) },
          }
        },
        pictures: () =>
          Promise.all(names.map(async (of) => ({ of, png: await (await personOf(of)).page.screenshot() }))),
      }
    },
    close: async () => {
      await browser.close()
      await served.close()
    },
  }
}
