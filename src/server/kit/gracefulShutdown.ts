import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'

// A container is commonly killed ten seconds after it is asked to stop. The other two are for the rest of the shutdown.
const limitMs = 8000
const feedMs = 500
// The only response that never ends by itself.
const feed = '/api/feed'

/**
 * Prepares the graceful shutdown of a server before it listens; the result runs it. It stops accepting, finishes
 * requests under way, and ends SSE feeds, so that browsers reconnect elsewhere. After 8 s it cuts the rest.
 */
export const gracefulShutdown = (server: Server) => {
  const idle = new Set<Socket>()
  const inHand = new Set<ServerResponse>()
  let finishing = false

  server.on('connection', (socket) => {
    idle.add(socket)
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', ({ socket }, answer) => {
    idle.delete(socket)
    inHand.add(answer)
    answer.once('close', () => {
      inHand.delete(answer)
      if (finishing) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })

  return async (): Promise<void> => {
    finishing = true
    const closed = once(server, 'close')
    // `http.Server.close` treats a connection as idle while its response is still being sent, and cuts it.
    Listener.prototype.close.call(server)
    for (const socket of idle) socket.destroy()
    for (const answer of inHand) {
      if (answer.req.url?.split('?')[0] !== feed) continue
      answer.end()
      // Without this, a client that does not read would delay the shutdown.
      setTimeout(() => answer.destroy(), feedMs).unref()
    }
    const limit = setTimeout(() => server.closeAllConnections(), limitMs)
    await closed
    clearTimeout(limit)
  }
}
