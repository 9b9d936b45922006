import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Change, createChanges, messages } from '../../src/services/feed.ts'
import { patience } from '../kit/patience.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

const read = async (...chunks: Uint8Array[]) => {
  const all = []
  for await (const message of messages(streamOf(...chunks))) all.push(message)
  return all
}

describe('an event stream', () => {
  const text = 'id: 7\ndata: {"name":"Siti – 你好"}\n\n: still here\n\ndata: one\ndata: two\n\n'

  test('is read message by message; a heartbeat has no data', async () => {
    expect(await read(bytes(text))).toEqual(['{"name":"Siti – 你好"}', undefined, 'one\ntwo'])
  })

  test('reads the same wherever its bytes are cut, even inside a character', async () => {
    const all = bytes(text)
    const whole = await read(all)
    for (let cut = 0; cut <= all.length; cut++) expect(await read(all.slice(0, cut), all.slice(cut))).toEqual(whole)
    expect(await read(...Array.from(all, (_, at) => all.slice(at, at + 1)))).toEqual(whole)
  })

  test('may end its lines as DOS does', async () => {
    expect(await read(bytes(text.replaceAll('\n', '\r\n')))).toEqual(await read(bytes(text)))
  })

  test('gives nothing for a message that it did not finish', async () => {
    expect(await read(bytes('data: one\n\ndata: tw'))).toEqual(['one'])
  })
})

const change = (pos: number): Change => ({ pos, kind: 'approval', id: `L${pos}`, version: 1 })
const missed: Change = { pos: 0, kind: '*', id: '', version: 0 }

/** A fake server whose streams the test opens, writes and cuts. */
const aServer = () => {
  const connections: {
    after: number | undefined
    send: (text: string) => void
    cut: () => void
    open: () => boolean
  }[] = []
  let isAway = false
  return {
    connections,
    goAway: () => (isAway = true),
    comeBack: () => (isAway = false),
    feed: async (after: number | undefined, signal: AbortSignal) => {
      if (isAway) throw new TypeError('fetch failed')
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          let open = true
          const close = (end: () => void) => () => {
            if (open) end()
            open = false
          }
          connections.push({
            after,
            send: (text) => controller.enqueue(bytes(text)),
            cut: close(() => controller.close()),
            open: () => open,
          })
          signal.addEventListener(
            'abort',
            close(() => controller.error(signal.reason)),
          )
        },
      })
    },
  }
}

type Listener = (event: MessageEvent) => void

/** Fakes of what a browser's windows share: a BroadcastChannel and Web Locks. */
const aBrowser = () => {
  const windows = new Set<Set<Listener>>()
  let queue: Promise<unknown> = Promise.resolve()
  return {
    channel: () => {
      const own = new Set<Listener>()
      windows.add(own)
      return {
        postMessage: (data: unknown) => {
          for (const other of windows) if (other !== own) for (const hear of other) hear({ data } as MessageEvent)
        },
        addEventListener: (_: string, hear: unknown) => void own.add(hear as Listener),
      }
    },
    locks: {
      request: (_name: string, { signal }: { signal: AbortSignal }, held: () => Promise<void>) => {
        const turn = queue.then(() => (signal.aborted ? undefined : held()))
        queue = turn.catch(() => {})
        return turn
      },
    },
  }
}

type Browser = ReturnType<typeof aBrowser>
type Server = ReturnType<typeof aServer>

const opened: { stop: () => void }[] = []

const aWindow = (browser: Browser, server: Server, { locks = true, silenceMs = 35_000 } = {}) => {
  const pauses: number[] = []
  const changes = createChanges({
    client: server,
    channel: browser.channel(),
    locks: locks ? browser.locks : undefined,
    silenceMs,
    pause: async (ms) => {
      pauses.push(ms)
      await new Promise((resolve) => setTimeout(resolve))
    },
  })
  const heard: Change[] = []
  changes.subscribe((one) => heard.push(one))
  changes.start()
  opened.push(changes)
  return { ...changes, heard, pauses }
}

afterEach(() => {
  for (const changes of opened.splice(0)) changes.stop()
})

const until = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: patience })
const says = (one: Change) => `id: ${one.pos}\ndata: ${JSON.stringify(one)}\n\n`

describe('the change feed of a browser', () => {
  test('is read by one window, and every window hears of each change once', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const first = aWindow(browser, server)
    const second = aWindow(browser, server)
    await until(() => expect(server.connections).toHaveLength(1))
    server.connections[0]!.send(says(change(1)) + says(change(2)))
    await until(() => expect(second.heard).toEqual([missed, change(1), change(2)]))
    expect(first.heard).toEqual([missed, change(1), change(2)])
    expect(server.connections).toHaveLength(1)
  })

  test('goes on in another window from where the first one stopped', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const first = aWindow(browser, server)
    const second = aWindow(browser, server)
    await until(() => expect(server.connections).toHaveLength(1))
    server.connections[0]!.send(says(change(41)))
    await until(() => expect(second.heard).toContainEqual(change(41)))
    first.stop()
    await until(() => expect(server.connections).toHaveLength(2))
    expect(server.connections[1]!.after).toBe(41)
    expect(second.heard).toEqual([missed, change(41)])
  })

  test('is a stream of its own in each window where the browser has no locks', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    aWindow(browser, server, { locks: false })
    aWindow(browser, server, { locks: false })
    await until(() => expect(server.connections).toHaveLength(2))
  })

  test('comes again after the last position when the line is cut, without asking anybody to refetch', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const { heard } = aWindow(browser, server)
    await until(() => expect(server.connections).toHaveLength(1))
    server.connections[0]!.send(says(change(5)))
    await until(() => expect(heard).toContainEqual(change(5)))
    server.connections[0]!.cut()
    await until(() => expect(server.connections).toHaveLength(2))
    expect(server.connections[1]!.after).toBe(5)
    expect(heard).toEqual([missed, change(5)])
  })

  test('asks for a refetch when the line was cut before it knew a position', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const { heard } = aWindow(browser, server)
    await until(() => expect(server.connections).toHaveLength(1))
    server.connections[0]!.cut()
    await until(() => expect(heard).toEqual([missed, missed]))
    expect(server.connections[1]!.after).toBeUndefined()
  })

  test('waits longer each time while the server is away, half a minute at most, and little once it spoke', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    server.goAway()
    const { pauses, heard } = aWindow(browser, server)
    await until(() => expect(pauses.length).toBeGreaterThan(9))
    for (const [turn, ms] of pauses.slice(0, 9).entries()) {
      expect(ms).toBeGreaterThanOrEqual(Math.min(30_000, 500 * 2 ** turn) / 2)
      expect(ms).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** turn))
    }
    server.comeBack()
    await until(() => expect(server.connections).toHaveLength(1))
    server.connections[0]!.send(says(change(1)))
    await until(() => expect(heard).toContainEqual(change(1)))
    const before = pauses.length
    server.connections[0]!.cut()
    await until(() => expect(pauses.length).toBeGreaterThan(before))
    expect(pauses[before]).toBeLessThanOrEqual(500)
  })

  test('takes a stream for dead that says nothing, not even a heartbeat', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    aWindow(browser, server, { silenceMs: 20 })
    await until(() => expect(server.connections.length).toBeGreaterThan(1))
    expect(server.connections[0]!.open()).toBe(false)
  })

  test('stops with the session: the stream is closed, and nothing more is heard', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const { stop, heard } = aWindow(browser, server)
    await until(() => expect(heard).toEqual([missed]))
    stop()
    expect(server.connections[0]!.open()).toBe(false)
    const other = aWindow(browser, server)
    await until(() => expect(server.connections).toHaveLength(2))
    server.connections[1]!.send(says(change(2)))
    await until(() => expect(other.heard).toEqual([missed, change(2)]))
    expect(heard).toEqual([missed])
  })

  test('forgets its position with the session: whoever comes next refetches', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const { stop, start, heard } = aWindow(browser, server)
    await until(() => expect(server.connections).toHaveLength(1))
    server.connections[0]!.send(says(change(9)))
    await until(() => expect(heard).toContainEqual(change(9)))
    stop()
    start()
    await until(() => expect(heard).toEqual([missed, change(9), missed]))
    expect(server.connections[1]!.after).toBeUndefined()
  })

  test('tells nobody who has stopped listening', async () => {
    const [browser, server] = [aBrowser(), aServer()]
    const { subscribe, heard } = aWindow(browser, server)
    const late: Change[] = []
    const stop = subscribe((one) => late.push(one))
    await until(() => expect(heard).toEqual([missed]))
    stop()
    server.connections[0]!.send(says(change(3)))
    await until(() => expect(heard).toContainEqual(change(3)))
    expect(late).toEqual([missed])
  })
})
