import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter } from 'react-router-dom'
import { mobileBelow } from '../../src/machines/shell.ts'
import type { Language } from '../../src/services/user.ts'
import { startI18n } from '../../src/views/i18n.ts'
import { Root } from '../../src/views/Root.tsx'
import { createRoutes } from '../../src/views/routing.tsx'
import { startApp } from '../../src/views/start.ts'
import { password, type TestApp } from '../kit/app.ts'

/** Carries requests to the real server, with the cookies that a browser would keep for itself. */
export const networkTo = (server: TestApp) => {
  const cookies = new Map<string, string>()
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
  return { network, cookies }
}

type Visit = { path?: string; language?: Language | undefined; width?: number }

/** Opens the console in a window of its own, in English unless told otherwise. */
export const openWindow = async ({ path = '/', language = 'en', width = 1440 }: Visit = {}) => {
  localStorage.setItem('loket.language', language)
  const narrow = Object.assign(new EventTarget(), { matches: width < mobileBelow })
  window.matchMedia = () => narrow as unknown as MediaQueryList
  let reloads = 0
  const i18n = await startI18n(language)
  const app = startApp({
    base: `${location.origin}/api`,
    i18n,
    channel: { postMessage: () => {}, addEventListener: () => {} },
    locks: undefined,
    reload: () => (reloads += 1),
    goHome: () => void router.navigate('/'),
  })
  const router = createMemoryRouter(createRoutes(app), { initialEntries: [path] })
  const view = await act(async () => render(<Root app={app} i18n={i18n} router={router} />))
  return {
    ...app,
    router,
    user: userEvent.setup(),
    reloads: () => reloads,
    path: () => router.state.location.pathname + router.state.location.search,
    close: () => {
      view.unmount()
      app.changes.stop()
      app.session.stop()
      router.dispose()
    },
  }
}

/** Opens it as somebody who has logged in before: the token is in its cookie. */
export const openAs = async (
  { server, cookies }: { server: TestApp; cookies: Map<string, string> },
  name: string,
  visit?: Visit,
) => {
  const { token, cookie } = await server.login(name)
  cookies.set('sid', cookie.replace('sid=', ''))
  document.cookie = `Admin-Token=${token}; path=/`
  return openWindow(visit)
}

export const forgetAll = (cookies: Map<string, string>) => {
  cookies.clear()
  localStorage.clear()
  document.cookie = 'Admin-Token=; path=/; Max-Age=0'
}

export { password }
