import { http, HttpResponse } from 'msw'
import type { aBrowser } from './browser.tsx'

type Browser = ReturnType<typeof aBrowser>

/** What goes over the line between the browser and one endpoint of the server. */
export const lineTo = ({ network, server, cookies }: Browser, { path }: { path: string }) => {
  const at = `*/api${path}`
  return {
    /** The Idempotency-Key of every request from now on. */
    keys: () => {
      const keys: (string | null)[] = []
      network.use(http.post(at, ({ request }) => void keys.push(request.headers.get('idempotency-key'))))
      return keys
    },
    /** Lets the next request reach the server, and loses the answer, as a gateway does. */
    loseAnswer: () => {
      const lose = http.post(
        at,
        async ({ request }) => {
          const headers = new Headers(request.headers)
          headers.set('cookie', `sid=${cookies.get('sid')}`)
          await server().app.fetch(new Request(request, { headers }))
          return new HttpResponse(null, { status: 502 })
        },
        { once: true },
      )
      network.use(lose)
    },
    /** Lets nothing through from now on. */
    cut: () => network.use(http.all(at, () => new HttpResponse(null, { status: 502 }))),
    /** Keeps requests from the server until the answer is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      network.use(http.post(at, () => promise))
      return resolve
    },
  }
}

/** Of the change feed, without which only what a person does moves the screen. */
export const feed = { path: '/feed' }
