import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { withConsole } from '../../src/server/app.ts'
import { testApp } from './app.ts'

const built = fileURLToPath(new URL('../../dist', import.meta.url))

/** The built console and its server as staff use them, on a port of their own, at work in the background. */
export const testConsole = async ({
  dist = built,
  ...options
}: Parameters<typeof testApp>[0] & { dist?: string } = {}) => {
  const app = await testApp({ at: Date.now(), ...options })
  await app.start()
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
