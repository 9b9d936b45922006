import type { Client } from './http.ts'
import { type Sleep, sleep } from './sleep.ts'

/** A stored event: its position in the log, the kind and id of its record, and the record's new version. */
export type Change = { pos: number; kind: string; id: string; version: number }

export type Changes = {
  /** Reports every later change; kind `*` means that changes may have been missed. Returns the unsubscribe function. */
  subscribe: (heard: (change: Change) => void) => () => void
}

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
type Locks = { request: (name: string, options: { signal: AbortSignal }, held: () => Promise<void>) => Promise<void> }

type Parts = {
  client: Pick<Client, 'feed'>
  /** Connects the windows of one browser. */
  channel: Channel
  /** Undefined where the browser lacks the API: then every window reads its own stream. */
  locks: Locks | undefined
  pause?: Sleep
  /** A stream silent for this long is dead; the server sends a heartbeat every ten seconds. */
  silenceMs?: number
}

const name = 'loket.changes'
/** The messages to the other windows of a browser after a logout and a login. */
export const left = 'left'
export const entered = 'entered'
const everything: Change = { pos: 0, kind: '*', id: '', version: 0 }

/** The change feed of one browser: one window reads the stream and informs the others. */
export const createChanges = ({ client, channel, locks, pause = sleep, silenceMs = 35_000 }: Parts) => {
  const listeners = new Set<(change: Change) => void>()
  let last: number | undefined
  let running: AbortController | undefined

  const hear = (change: Change) => {
    if (change.kind !== everything.kind) last = change.pos
    for (const heard of listeners) heard(change)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Change | typeof left | typeof entered>) => {
    if (running && typeof data === 'object') hear(data)
  })

  const tell = (change: Change) => {
    hear(change)
    channel.postMessage(change)
  }

  const read = async (stop: AbortSignal, alive: () => void) => {
    const silence = watchdog(silenceMs)
    try {
      const stream = await client.feed(last, AbortSignal.any([stop, silence.signal]))
      if (last === undefined) tell(everything)
      for await (const message of messages(stream)) {
        if (stop.aborted) return
        alive()
        silence.restart()
        if (message !== undefined) tell(JSON.parse(message) as Change)
      }
    } finally {
      silence.stop()
    }
  }

  const lead = async (stop: AbortSignal) => {
    let failures = 0
    while (!stop.aborted) {
      try {
        await read(stop, () => (failures = 0))
      } catch {
        // The server is away or refuses. The session already knows of a refusal for lack of a login.
      }
      await pause(backOff(failures++), stop)
    }
  }

  return {
    subscribe: (heard: (change: Change) => void) => {
      listeners.add(heard)
      return () => {
        listeners.delete(heard)
      }
    },

    /** Reports that changes may have been missed, also to requests that failed meanwhile. */
    doubt: () => hear(everything),

    start: () => {
      if (running) return
      running = new AbortController()
      const { signal } = running
      const leading = locks ? locks.request(name, { signal }, () => lead(signal)) : lead(signal)
      leading.catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    },

    stop: () => {
      running?.abort()
      running = undefined
      last = undefined
    },
  }
}

export type Feed = ReturnType<typeof createChanges>

/** The data of each event-stream message, whatever the chunk boundaries; undefined for a heartbeat. */
export async function* messages(stream: ReadableStream<Uint8Array>): AsyncGenerator<string | undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (rest + decoder.decode(read.value, { stream: true }).replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const data = block.split('\n').filter((line) => line.startsWith('data:'))
      yield data.length > 0 ? data.map((line) => line.slice('data:'.length).trimStart()).join('\n') : undefined
    }
  }
}

// Exponential back-off from 0.5 s to 30 s, with jitter, so that browsers do not all reconnect at once.
const backOff = (failures: number) => Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2)

const watchdog = (ms: number) => {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), ms)
  }
  restart()
  return { signal: silence.signal, restart, stop: () => clearTimeout(timer) }
}
