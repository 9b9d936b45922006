import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as intake from '../../../src/services/intake.ts'
import { password, unhurried } from '../../kit/app.ts'
import { application } from '../../kit/application.ts'
import { type Edge, openEdge } from '../../kit/edge.ts'
import { base64, photo } from '../../kit/photo.ts'
import { rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

// Room for one body per caller, and no queue.
const inHand = { bytes: 2 * intake.apply.limit, waiting: 0, patience: 60_000 }
const arriving = { window: 200, least: 100_000 }

const { app } = withApp({ limits: { ...unhurried, inHand, arriving } })
let edge: Edge
beforeAll(async () => {
  edge = await openEdge(app.app)
})
afterAll(async () => {
  await edge.close()
})

/** Opens a connection, gets leave to send a body, and sends `bytes` of it. */
const begin = async (path: string, more: string, bytes: Uint8Array) => {
  const socket = connect(edge.port, '127.0.0.1')
  // Bytes that the server does not read may reset the connection.
  socket.on('error', () => {})
  const head = [
    `POST /api${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Accept-Language: en',
    `X-Api-Key: ${password}`,
    `Idempotency-Key: ${randomUUID()}`,
    'Expect: 100-continue',
    more,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [leave] = await once(socket, 'data')
  expect(String(leave)).toMatch(/^HTTP\/1.1 100 Continue/)
  socket.write(bytes)
  return socket
}
/** Everything that is answered until the connection closes. */
const answerOf = async (socket: Socket): Promise<string> => {
  let answer = ''
  socket.on('data', (chunk) => void (answer += String(chunk)))
  await once(socket, 'close')
  return answer
}
const apply = async () => {
  const calls = rawCalls({ request: ((path: string, init: RequestInit) => fetch(edge.url + path, init)) as never })
  // Bytes after the picture make the file large.
  const image = base64(Buffer.concat([await photo(), Buffer.alloc(1_000_000)]))
  const body = application({ documents: [{ kind: 'idFront', image }] })
  return calls.call('POST /intake/applications', body, { 'x-api-key': password, 'idempotency-key': randomUUID() })
}
const length = `Content-Length: ${intake.apply.limit}`

test('bodies of which little arrived keep no room', async () => {
  const waiting = await Promise.all(
    Array.from({ length: 20 }, () => begin(intake.apply.path, length, Buffer.alloc(1000))),
  )
  expect(await apply()).toMatchObject({ code: 0 })
  for (const socket of waiting) socket.destroy()
})

test('a large body that arrives too slowly is refused in words, and its room is free', async () => {
  const socket = await begin(intake.apply.path, length, Buffer.alloc(300_000))
  const dripping = setInterval(() => socket.write('x'), 20)
  const answer = await answerOf(socket)
  clearInterval(dripping)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('{"code":408,"msg":"The request body arrived too slowly","data":null}')
  expect(await apply()).toMatchObject({ code: 0 })
})

test('a body without a length beyond its limit is answered in words before it ends, and the connection is closed', async () => {
  const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
  const socket = await begin('/user/login', 'Transfer-Encoding: chunked', Buffer.from(chunk))
  const answer = await answerOf(socket)
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toContain('{"code":413,"msg":"The request body is too large","data":null}')
})
