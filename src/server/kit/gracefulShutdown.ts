import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'

// A container that was asked to stop is commonly killed after ten seconds; the rest is for what comes after.
const limitMs = 8000
const feedMs = 500
// The one answer that never ends by itself.
const feed = '/api/feed'

/**
 * How an HTTP server, before it listens, will come to its end: it takes no more connections, answers what it has in hand, ends
 * feeds, so that their browsers go to another server, and keeps no connection beyond its answer. What lasts longer is cut.
 */
export const finisher = (server: Server) => {
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
    // The HTTP server's own `close` takes a connection for idle while its answer is still on the way, and cuts it.
    Listener.prototype.close.call(server)
    for (const socket of idle) socket.destroy()
    for (const answer of inHand) {
      if (answer.req.url?.split('?')[0] !== feed) continue
      answer.end()
      // A listener that reads nothing would be waited for.
      setTimeout(() => answer.destroy(), feedMs).unref()
    }
    const limit = setTimeout(() => server.closeAllConnections(), limitMs)
    await closed
    clearTimeout(limit)
  }
}
