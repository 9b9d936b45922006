import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { gracefulShutdown } from '../../../src/server/kit/gracefulShutdown.ts'

test('an answer on its way to somebody who reads slowly still comes whole', async () => {
  const size = 20_000_000
  const server = createServer((_request, answer) => void answer.end(Buffer.alloc(size)))
  const finish = gracefulShutdown(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const asking = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const finished = finish()
  expect(await buffer(answer)).toHaveLength(size)
  await finished
})
