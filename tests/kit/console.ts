import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { withConsole } from '../../src/server/http/console.ts'
import { serverFor } from '../../src/server/http/listen.ts'
import { limits as usual } from '../../src/server/kit/limits.ts'
import { testApp } from './app.ts'
import { lenderOfToday } from './lender.ts'

const built = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * The built console and its server on their own port. Without `atWork` the background work runs only when a test calls
 * it.
 */
export const testConsole = async ({
  dist = built,
  atWork = true,
  ...options
}: Parameters<typeof testApp>[0] & { dist?: string; atWork?: boolean } = {}) => {
  const app = await testApp({ at: Date.now(), madeAt: lenderOfToday().at, ...options })
  if (atWork) await app.start()
  else {
    await app.feed.start()
    await app.server.store.listen(app.feed.wake)
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = serverFor(withConsole(app.app, dist), usual.connection)
  server.listen(0, () => resolve(`http://localhost:${(server.address() as AddressInfo).port}`))
  const url = await promise
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  }
  return { ...app, url, close }
}
