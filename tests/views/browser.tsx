import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { mobileBelow } from '../../src/machines/shell.ts'
import { setLanguage } from '../../src/services/access.ts'
import { entered } from '../../src/services/feed.ts'
import type { Language } from '../../src/services/user.ts'
import { startI18n } from '../../src/views/i18n.ts'
import { Root } from '../../src/views/Root.tsx'
import { createRoutes, followPages } from '../../src/views/routing.tsx'
import { allScreens, screens } from '../../src/views/screens.ts'
import { dropDrafts } from '../../src/views/shared/draft.ts'
import { dismiss, toastStore } from '../../src/views/shared/toast.ts'
import { firstLanguage, startApp } from '../../src/views/start.ts'
import { password, testApp, type TestApp } from '../kit/app.ts'
import { oneEngine } from '../kit/engines.ts'

type Visit = { path?: string; language?: Language | 'forgotten'; width?: number }

/** A browser for each test of a file, with the real server behind its network. */
export const aBrowser = ({ orders = 0 } = {}) => {
  let server: TestApp
  const cookies = new Map<string, string>()
  const closing: (() => void)[] = []
  const windows = `loket ${crypto.randomUUID()}`

  const network = setupServer(
    http.all('*', async ({ request }) => {
      const headers = new Headers(request.headers)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await server.app.fetch(new Request(request, { headers }))
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^(\w+)=([^;]*)/.exec(cookie)!
        cookies.set(name!, value!)
      }
      return response
    }),
  )

  beforeAll(async () => {
    server = await testApp({ ...oneEngine()[0], orders })
  })
  // A page that is drawn behind the others to warm up once its screen has come says every label again.
  beforeAll(() => Promise.all(Object.keys(screens).map(allScreens.load)))
  afterAll(() => server.close())
  beforeEach(() => network.listen())
  afterEach(() => {
    for (const close of closing.splice(0)) close()
    network.close()
    cookies.clear()
    localStorage.clear()
    sessionStorage.clear()
    dropDrafts()
    document.cookie = 'Admin-Token=; path=/; Max-Age=0'
    for (const { id } of toastStore.get()) dismiss(id)
  })

  /** Opens the console, in English unless told otherwise. */
  const open = async ({ path: first = '/', language = 'en', width = 1440 }: Visit = {}) => {
    if (language !== 'forgotten') localStorage.setItem('loket.language', language)
    const narrow = Object.assign(new EventTarget(), { matches: width < mobileBelow })
    window.matchMedia = () => narrow as unknown as MediaQueryList
    let reloads = 0
    let startsOver = 0
    const channel = new BroadcastChannel(windows)
    const i18n = await startI18n(firstLanguage())
    const app = startApp({
      base: `${location.origin}/api`,
      i18n,
      channel,
      locks: undefined,
      reload: () => (reloads += 1),
      startOver: () => (startsOver += 1),
      go: (to) => void router.navigate(to),
    })
    const router = createMemoryRouter(createRoutes(app, i18n), { initialEntries: [first] })
    followPages(router, app)
    const view = await act(async () => render(<Root app={app} i18n={i18n} router={router} />))
    const path = () => router.state.location.pathname + router.state.location.search
    const close = () => {
      view.unmount()
      app.changes.stop()
      app.session.stop()
      app.connection.stop()
      channel.close()
      router.dispose()
    }
    closing.push(close)
    return {
      user: userEvent.setup(),
      close,
      reloads: () => reloads,
      startsOver: () => startsOver,
      goesTo: (to: string) => act(() => router.navigate(to)),
      goesBack: () => act(() => router.navigate(-1)),
      path,
      /** Makes a call of this page, also where the feed has been told first that the session is over. */
      calls: () => act(() => app.client.call(setLanguage, { language: 'en' }).catch(() => {})),
      isAt: (there: string) => waitFor(() => expect(path()).toBe(there)),
      resizesTo: (to: number) =>
        act(() => {
          narrow.matches = to < mobileBelow
          narrow.dispatchEvent(new Event('change'))
        }),
    }
  }

  /** Both halves of a session of theirs are in the browser's cookies. */
  const hold = async (name: string) => {
    const { token, cookie } = await server.login(name)
    cookies.set('sid', cookie.replace('sid=', ''))
    document.cookie = `Admin-Token=${token}; path=/`
  }

  /** Opens it as somebody who has logged in before. */
  const openAs = async (name: string, visit?: Visit) => {
    await hold(name)
    return open(visit)
  }

  /** What the other windows hear of those that are open here, and how they speak to them. */
  const anotherWindow = () => {
    const channel = new BroadcastChannel(windows)
    closing.push(() => channel.close())
    return channel
  }

  /** Somebody logs in in another window. */
  const logInElsewhere = async (name: string) => {
    await hold(name)
    anotherWindow().postMessage(entered)
  }

  return { server: () => server, network, cookies, open, openAs, anotherWindow, logInElsewhere }
}

export type Window = Awaited<ReturnType<ReturnType<typeof aBrowser>['open']>>

export const logIn = async ({ user }: Window, email: string, word = password) => {
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Password'), `${word}{Enter}`)
}

export const token = () => /Admin-Token=([^;]+)/.exec(document.cookie)?.[1]
