import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Parsed, parseJson } from './json.parse.ts'
import { createTurns } from './turns.ts'

/** A body larger than this is parsed in a thread: a millisecond of the event loop's. */
export const largeBytes = 256 * 1024

const file = join(import.meta.dirname, 'json.thread.ts')

const start = () => {
  const thread = new Worker(file, {
    // The process's own are not a thread's.
    execArgv: [],
    // The largest body as a text, and what it holds.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
  })
  const over = new AbortController()
  thread.on('error', (error) => over.abort(error))
  thread.on('exit', () => over.abort())
  // It keeps no process alive.
  thread.unref()
  return { thread, over }
}

let running: ReturnType<typeof start> | undefined
const inTurn = createTurns()

const parseInThread = async (body: Uint8Array<ArrayBuffer>): Promise<Parsed> => {
  if (!running || running.over.signal.aborted) running = start()
  const { thread, over } = running
  const answered = once(thread, 'message', { signal: over.signal })
  thread.postMessage(body, [body.buffer])
  const [parsed] = (await answered) as [Parsed]
  return parsed
}

/** What a caller's body of JSON says. A large one is handed over, and of several one is parsed at a time, each of which may take what memory one may. */
export const readJson = (body: Uint8Array<ArrayBuffer>, by: string): Promise<Parsed> =>
  body.length <= largeBytes ? Promise.resolve(parseJson(body)) : inTurn(by, () => parseInThread(body))
