import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Locator, type Page } from 'playwright-core'
import { buildConsole } from '../../scripts/build.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { testConsole } from '../kit/console.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { missingOn } from './missing.ts'
import type { Move } from './model.ts'
import { type Answer, openOffice, type Process } from './office.ts'
import { openPeople } from './people.ts'
import type { System } from './walk.ts'

/** The screens on which one chart's moves are made. */
export type Screens<M extends Move, Context> = {
  /** The path of the screen that a person keeps open. */
  at: (by: string) => string
  /** People who open it only for a move, each time in a new browser. */
  visitors?: readonly string[]
  /** People who make no move and see each step come. */
  watchers?: readonly string[]
  /** What they open on the screen first. */
  opens?: (page: Page) => Promise<unknown>
  /** How a person makes a move on a version; `fact` is the expected event, `context` the one before it. */
  does: Partial<Record<M['type'], (page: Page, version: number, fact: Fact, context: Context) => Promise<unknown>>>
  /** The elements that show a standing. */
  shows: (page: Page, place: string, context: Context, by: string, version: number) => Locator[]
}

/** The open dialog, or else the screen without what is around it. */
const whatMatters = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  return ((await dialog.count()) > 0 ? dialog : page.locator('.page:visible')).first().screenshot()
}

/** The trace of a page since the walk's begin. */
const traceOf = async (page: Page) => {
  const { tracing } = page.context()
  const folder = mkdtempSync(join(tmpdir(), 'loket-trace-'))
  try {
    const path = join(folder, 'trace.zip')
    await tracing.stopChunk({ path })
    await tracing.startChunk()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One server with its built console and one browser, for walks of small charts one after the other. */
export const openScreens = async ({ databaseUrl }: { databaseUrl: string | undefined }) => {
  const executablePath = ensureChromium()
  await buildConsole()
  const served = await testConsole({ databaseUrl, atWork: false })
  const browser = await launchBrowser(executablePath)
  const { personOf, isHere, arrives, forget } = openPeople(browser, served)
  const begin = openOffice(served)

  /** People's moves are made on screens, and everybody on the path must see each step live. */
  const system = <M extends Move, Context>(
    process: Process<M, Context>,
    screens: Screens<M, Context>,
  ): Pick<System<M>, 'begin'> => ({
    begin: async (path) => {
      const { ask, call, factOf, make, look, isAhead, loginOf, standing } = await begin(process, path)
      const names = [...new Set([...path.map(({ by }) => by), ...(screens.watchers ?? [])])].filter(
        (name) => name !== 'SYS' && name !== 'app' && !screens.visitors?.includes(name),
      )
      const seats = new Map<string, { page: Page; path: string }>()

      /** A person at their screen, which they open once; a record's own, once it exists. */
      const seated = async (name: string) => {
        const person = await personOf(loginOf(name))
        const { page } = person
        // A page with another date would refuse today as a day in the future.
        await page.clock.setFixedTime(served.clock.now())
        const path = screens.at(name)
        const seat = seats.get(name)
        if (seat?.page === page && seat.path === path) return person
        await page.goto(served.url + path)
        await page.getByRole('heading').first().waitFor()
        await screens.opens?.(page)
        await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
        seats.set(name, { page, path })
        return person
      }
      const visiting = async (name: string) => {
        const visitor = await arrives()
        await visitor.page.clock.setFixedTime(served.clock.now())
        await visitor.page.goto(served.url + screens.at(name))
        return visitor
      }
      const deed = async (move: M): Promise<Answer> => {
        if (move.by === 'app') return (await call(move))!
        const isVisitor = !names.includes(move.by)
        const { page, problems } = isVisitor ? await visiting(move.by) : await seated(move.by)
        const { endpoint } = (await ask(move))!
        const whose = () => ({ by: move.by, path: new URL(page.url()).pathname })
        const isCall = (response: { url: () => string }) => new URL(response.url()).pathname === `/api${endpoint.path}`
        const { version, context } = standing().state
        const answering = page.waitForResponse(isCall)
        // A step that the page does not allow says better what is missing.
        answering.catch(() => {})
        await screens.does[move.type as M['type']]!(page, version, factOf(move), context).catch((cause: unknown) => {
          throw missingOn(cause, whose())
        })
        const answered = await answering.catch(async (cause: unknown) => {
          const { by, path } = whose()
          const said = await page.getByRole('alert').allInnerTexts()
          throw new Error(`${by}'s page ${path} made no call to ${endpoint.path}, and said "${said.join(' ')}"`, {
            cause,
          })
        })
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
        const come = Promise.all(signs.map((sign) => sign.waitFor()))
        return {
          place: await come.then(
            () => place,
            () => 'another',
          ),
          reloaded: !(await page.evaluate(() => 'neverReloaded' in window)),
          problems: [...problems],
        }
      }

      await forget()
      for (const name of names) await seated(name)
      return {
        step: async (move) => {
          await make(move, deed)
          const { expected, seen } = await look(path[standing().path.length])
          const left = path.slice(standing().path.length)
          // A person without moves left may be logged out by now.
          const here = names.filter(
            (name) => isHere(loginOf(name)) || screens.watchers?.includes(name) || left.some(({ by }) => by === name),
          )
          // Where the system went on at once, the state in between is never shown.
          const at = (await isAhead()) ? [] : here
          const all = await Promise.all(at.map(async (name) => [name, await sees(name, expected.place)] as const))
          const should = { place: expected.place, reloaded: false, problems: [] }
          return {
            expected: { ...expected, pages: Object.fromEntries(at.map((name) => [name, should])) },
            seen: { ...seen, pages: Object.fromEntries(all) },
          }
        },
        pictures: () => {
          const open = [...seats].filter(([, { page }]) => !page.isClosed())
          return Promise.all(
            open.map(async ([of, { page }]) => ({ of, png: await whatMatters(page), trace: await traceOf(page) })),
          )
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
