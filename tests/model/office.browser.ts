import { chromium, type Locator, type Page } from 'playwright-core'
import { buildConsole } from '../../scripts/build.ts'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { testConsole } from '../kit/console.ts'
import type { Move } from './model.ts'
import { type Answer, openOffice, type Process } from './office.ts'
import { openPeople } from './people.ts'
import type { System } from './walk.ts'

/** The screens that the moves of one chart are made on. */
export type Screens<M extends Move, Context> = {
  /** Where somebody has the process before them. */
  at: (by: string) => string
  /** Who has it before them only while they do something: each time they arrive in a new browser. */
  visitors?: readonly string[]
  /** What they open there first. */
  opens?: (page: Page) => Promise<unknown>
  /** What a person does for an event of theirs, on which version; `fact` is the event that is to come of it. */
  does: Partial<Record<M['type'], (page: Page, version: number, fact: Fact) => Promise<unknown>>>
  /** What tells somebody where it stands. */
  shows: (page: Page, place: string, context: Context, by: string, version: number) => Locator[]
}

const patience = 10_000

/** One server with its built console and one browser, in which small charts are walked one after the other. */
export const openScreens = async ({ databaseUrl }: { databaseUrl: string | undefined }) => {
  const executablePath = ensureChromium()
  await buildConsole()
  const served = await testConsole({ databaseUrl, atWork: false })
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  const { personOf, isHere, arrives } = openPeople(browser, served)
  const begin = openOffice(served)

  /** Moves of people are made on screens, and everybody on the path must see each step come by itself. */
  const system = <M extends Move, Context>(
    process: Process<M, Context>,
    screens: Screens<M, Context>,
  ): Pick<System<M>, 'begin'> => ({
    begin: async (path) => {
      const { ask, factOf, make, look, isAhead, loginOf, standing } = await begin(process, path)
      const names = [...new Set(path.map(({ by }) => by))].filter(
        (name) => name !== 'SYS' && !screens.visitors?.includes(name),
      )
      const seats = new Map<string, Page>()

      /** Somebody before their screen, which they open once. */
      const seated = async (name: string) => {
        const person = await personOf(loginOf(name))
        const { page } = person
        // Whose clock says another day would be told that today lies ahead.
        await page.clock.setFixedTime(served.clock.now())
        if (seats.get(name) === page) return person
        await page.goto(served.url + screens.at(name))
        await page.getByRole('heading').first().waitFor()
        await screens.opens?.(page)
        await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
        seats.set(name, page)
        return person
      }
      const visiting = async (name: string) => {
        const visitor = await arrives()
        await visitor.page.clock.setFixedTime(served.clock.now())
        await visitor.page.goto(served.url + screens.at(name))
        return visitor
      }
      const deed = async (move: M): Promise<Answer> => {
        const isVisitor = !names.includes(move.by)
        const { page, problems } = isVisitor ? await visiting(move.by) : await seated(move.by)
        const { endpoint } = (await ask(move))!
        const [answered] = await Promise.all([
          page.waitForResponse((response) => new URL(response.url()).pathname === `/api${endpoint.path}`),
          screens.does[move.type as M['type']]!(page, standing().state.version, factOf(move)),
        ])
        const answer = (await answered.json()) as Answer
        if (!isVisitor) return answer
        await page.context().close()
        if (problems.length > 0) throw new Error(problems.join(', '))
        return answer
      }
      const sees = async (name: string, place: string) => {
        const { page, problems } = await seated(name)
        const { context, version } = standing().state
        const signs = screens.shows(page, place, context, name, version)
        const come = Promise.all(signs.map((sign) => sign.waitFor({ timeout: patience })))
        return {
          place: await come.then(
            () => place,
            () => 'another',
          ),
          reloaded: !(await page.evaluate(() => 'neverReloaded' in window)),
          problems: [...problems],
        }
      }

      for (const name of names) await seated(name)
      return {
        step: async (move) => {
          await make(move, deed)
          const { expected, seen } = await look(path[standing().path.length])
          const left = path.slice(standing().path.length)
          // Who has done their part may have gone home since.
          const here = names.filter((name) => isHere(loginOf(name)) || left.some(({ by }) => by === name))
          // Where the system went on at once, nobody sees what was in between.
          const at = (await isAhead()) ? [] : here
          const all = await Promise.all(at.map(async (name) => [name, await sees(name, expected.place)] as const))
          const should = { place: expected.place, reloaded: false, problems: [] }
          return {
            expected: { ...expected, pages: Object.fromEntries(at.map((name) => [name, should])) },
            seen: { ...seen, pages: Object.fromEntries(all) },
          }
        },
        pictures: () => {
          const open = [...seats].filter(([, page]) => !page.isClosed())
          return Promise.all(open.map(async ([of, page]) => ({ of, png: await page.screenshot() })))
        },
      }
    },
  })

  const close = async () => {
    await browser.close()
    await served.close()
  }
  return { system, served, close }
}
