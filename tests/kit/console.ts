import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { withConsole } from '../../src/server/app.ts'
import { testApp } from './app.ts'

const built = fileURLToPath(new URL('../../dist', import.meta.url))

/** The built console and its server as staff use them, on a port of their own; without `atWork` the server's own work is done when it is told to. */
export const testConsole = async ({
  dist = built,
  atWork = true,
  ...options
}: Parameters<typeof testApp>[0] & { dist?: string; atWork?: boolean } = {}) => {
  const app = await testApp({ at: Date.now(), ...options })
  if (atWork) await app.start()
  else {
    await app.feed.start()
    await app.server.store.listen(app.feed.wake)
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = serve({ fetch: withConsole(app.app, dist).fetch, port: 0 }, ({ port }) =>
    resolve(`http://localhost:${port}`),
  )
  const url = await promise
  const close = async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
    await app.close()
  }
  return { ...app, url, close }
}
