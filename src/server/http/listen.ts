import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Limits } from '../kit/limits.ts'
import { always } from './headers.ts'

const parsers: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** An HTTP server for the app, which does not listen yet. Requests that arrive too slowly get 408 and are cut. */
export const serverFor = (app: Hono, limits: Limits['connection']): Server => {
  const handler = getRequestListener(app.fetch)
  const answer: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
    void handler(request, response)
  }
  const server = createServer(
    {
      headersTimeout: limits.head,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keptOpen,
      connectionsCheckingInterval: limits.lookedAfter,
      maxHeaderSize: limits.headBytes,
      // Node would refuse a request without Host by itself, without the headers that every answer has.
      requireHostHeader: false,
    },
    answer,
  )
  server.on('checkContinue', (request, response) => {
    // `100 Continue` is sent once the body is read, and not after a refusal.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue()
    })
    answer(request, response)
  })
  server.setTimeout(limits.silent)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = parsers[error.code ?? ''] ?? 400
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Length: 0']
    const lines = [...head, ...Object.entries(always).map(([name, value]) => `${name}: ${value}`)]
    socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy())
  })
  return server
}
