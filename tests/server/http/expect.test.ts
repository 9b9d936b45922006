import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Edge, openEdge } from '../../kit/edge.ts'
import { withApp } from '../../kit/withApp.ts'

const login = JSON.stringify({ email: 'nobody@demo.example', password: 'no password of anybody' })

describe('whoever asks before sending a body', () => {
  const { app } = withApp()
  let edge: Edge
  beforeAll(async () => {
    edge = await openEdge(app.app)
  })
  afterAll(async () => {
    await edge.close()
  })

  /** The answer, and whether the server asked for the body, which is sent only then. */
  const asking = async (path: string, length: number) => {
    const headers = { 'content-type': 'application/json', expect: '100-continue', 'content-length': length }
    const call = request(edge.url + path, { method: 'POST', headers })
    let asked = false
    call.on('continue', () => {
      asked = true
      call.end(login)
    })
    call.flushHeaders()
    const [response] = await once(call, 'response')
    const body = await text(response)
    if (!asked) call.destroy()
    return { status: response.statusCode, asked, connection: response.headers.connection, body }
  }

  test('is asked for one that is within the limit', async () => {
    const { status, asked, body } = await asking('/api/user/login', Buffer.byteLength(login))
    expect([status, asked]).toEqual([200, true])
    expect(JSON.parse(body)).toMatchObject({ code: 401 })
  })

  test.each([64 * 1024 + 1, 1e12])('is refused one of %i bytes, and asked for none of it', async (length) => {
    const { status, asked, connection, body } = await asking('/api/user/login', length)
    expect([status, asked, connection]).toEqual([413, false, 'close'])
    expect(JSON.parse(body)).toMatchObject({ code: 413 })
  })

  test('is refused one that is too large before they log in, too', async () => {
    // Without a session the answer has the status 200, which such a client takes for leave to send.
    const { status, asked, connection, body } = await asking('/api/approve/list', 1e12)
    expect([status, asked, connection]).toEqual([413, false, 'close'])
    expect(JSON.parse(body)).toMatchObject({ code: 413 })
  })

  test('is asked for none where nobody reads it', async () => {
    expect(await asking('/', 20)).toMatchObject({ status: 404, asked: false })
  })

  test('is asked for none after its answer', async () => {
    const { hostname, port } = new URL(edge.url)
    const socket = connect(Number(port), hostname)
    const head = ['POST / HTTP/1.1', `Host: ${hostname}`, 'Expect: 100-continue', 'Content-Length: 2', '', '{}']
    socket.write(head.join('\r\n'))
    const lines = (await text(socket)).split('\r\n').filter((line) => line.startsWith('HTTP/'))
    expect(lines).toEqual([expect.stringContaining(' 404 ')])
  })
})
