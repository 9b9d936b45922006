import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Hono } from 'hono'
import { withConsole } from '../../src/server/http/console.ts'
import { serverFor } from '../../src/server/http/listen.ts'
import { rateLimited } from '../../src/server/http/rateLimit.ts'
import { type Limits, limits as usual } from '../../src/server/kit/limits.ts'

const smallConsole = async (): Promise<string> => {
  const dist = await mkdtemp(join(tmpdir(), 'loket-edge-'))
  await mkdir(join(dist, 'assets'))
  await mkdir(join(dist, 'docs/id'), { recursive: true })
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Console</title>')
  await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(dist, '.stamp'), 'of the build')
  await writeFile(join(dist, 'assets/.stamp'), 'of the build')
  await writeFile(join(dist, 'assets/start.js'), 'export {}')
  await writeFile(join(dist, 'docs/id/index.html'), '<!doctype html><title>Charts</title>')
  return dist
}

/** An app as the process serves it, with its limits, and with a console of a few small files. */
export const openEdge = async (
  app: Hono,
  { limits = usual, proxies = 0 }: { limits?: Limits; proxies?: number } = {},
) => {
  const dist = await smallConsole()
  const server = serverFor(withConsole(rateLimited(app, limits.calls, proxies), dist, proxies), limits.connection)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  /** Sends raw bytes; answers everything that the server returns until it closes the connection. */
  const raw = async (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    return text(socket)
  }

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    raw,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(dist, { recursive: true })
    },
  }
}
export type Edge = Awaited<ReturnType<typeof openEdge>>
