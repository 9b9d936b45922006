import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** `up` leads to the server, `down` back from it. */
export type Way = 'up' | 'down'

type Slowness = { latencyMs?: number; bytesPerSecond?: number }
type Pair = { ends: Socket[]; silent: boolean }

/** The first of these ports that accepts a connection; undefined when none does. */
const firstOpen = async (ports: readonly number[]): Promise<Socket | undefined> => {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (open) return socket
  }
  return undefined
}

/**
 * A TCP proxy to a server, or to the first of several that accepts a connection, as a load balancer does. It can slow
 * down, break after some bytes, or fall silent: then it forwards nothing and tells neither side.
 */
export const openProxy = async (...ports: number[]) => {
  const pairs = new Set<Pair>()
  const line = { slow: {} as Slowness, silent: false, watch: (_way: Way, _chunk: Buffer) => {} }
  let nextCut: { way: Way; bytes: number } | undefined

  const carry = (pair: Pair, way: Way, from: Socket, to: Socket, cut: number | undefined) => {
    let carried = 0
    let sending = Promise.resolve()
    const after = (what: () => unknown) => {
      sending = sending.then(async () => {
        if (!pair.silent) await what()
      })
    }
    from.on('data', (chunk: Buffer) => {
      line.watch(way, chunk)
      const { latencyMs = 0, bytesPerSecond = Infinity } = line.slow
      const whole = cut === undefined || carried + chunk.length < cut
      const part = whole ? chunk : chunk.subarray(0, cut - carried)
      carried += chunk.length
      const ms = latencyMs + (1000 * part.length) / bytesPerSecond
      after(async () => {
        if (ms > 0) await pause(ms)
        if (pair.silent) return
        to.write(part, () => {
          if (!whole) drop(pair)
        })
      })
    })
    from.on('error', () => {})
    from.on('end', () => after(() => to.end()))
    from.on('close', () => after(() => to.destroy()))
  }

  const drop = (pair: Pair) => {
    pairs.delete(pair)
    for (const end of pair.ends) end.destroy()
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const pair: Pair = { ends: [client], silent: line.silent }
    pairs.add(pair)
    client.on('error', () => {}).pause()
    void (async () => {
      if (line.silent) return
      const upstream = await firstOpen(ports)
      if (!upstream) return drop(pair)
      pair.ends.push(upstream)
      const cut = nextCut
      nextCut = undefined
      const cutOf = (way: Way) => (cut?.way === way ? cut.bytes : undefined)
      carry(pair, 'up', client, upstream, cutOf('up'))
      carry(pair, 'down', upstream, client, cutOf('down'))
      client.resume()
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Slows every connection from now on. */
    slow: (slow: Slowness) => void (line.slow = slow),
    /** Observes each chunk before it is forwarded; the observer may still silence the proxy. */
    watch: (watch: (way: Way, chunk: Buffer) => void) => void (line.watch = watch),
    /** Breaks all open connections. */
    cutAll: () => {
      for (const pair of pairs) drop(pair)
    },
    /** Breaks the next connection after so many bytes in one direction. */
    cutNext: (way: Way, bytes: number) => void (nextCut = { way, bytes }),
    /** Silences all open and new connections without telling either side. */
    fallSilent: () => {
      line.silent = true
      for (const pair of pairs) pair.silent = true
    },
    /** New connections work again. Silent ones stay silent, as after a failure of a middlebox. */
    heal: () => void (line.silent = false),
    close: async () => {
      server.close()
      for (const pair of pairs) drop(pair)
      await once(server, 'close')
    },
  }
}
export type Proxy = Awaited<ReturnType<typeof openProxy>>
