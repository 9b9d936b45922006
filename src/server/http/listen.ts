import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Limits } from '../kit/limits.ts'
import { always } from './headers.ts'

const parsers: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** An HTTP server over the console, which does not yet listen: whoever is slow to ask is told so and cut, and keeps nobody waiting. */
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
      // Refused below instead, with the headers that every answer has.
      requireHostHeader: false,
    },
    answer,
  )
  server.on('checkContinue', (request, response) => {
    // Who waits for leave to send a body has it once somebody reads, and none after a refusal.
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
