import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Parsed, parseJson } from './json.parse.ts'
import { createTurns } from './turns.ts'

/** Bytes. A larger body is parsed in a worker thread; parsing this much blocks the event loop for 1 ms. */
export const largeBytes = 256 * 1024

const file = join(import.meta.dirname, 'json.thread.ts')

const start = () => {
  const thread = new Worker(file, {
    // The flags of the process do not apply to a thread.
    execArgv: [],
    // Room for the largest body as a string and for its value.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
  })
  const over = new AbortController()
  thread.on('error', (error) => over.abort(error))
  thread.on('exit', () => over.abort())
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

/**
 * Parses a JSON body; `by` is its caller. Large bodies are transferred to the worker thread, which parses one at a
 * time, so that each may use the thread's whole memory limit.
 */
export const readJson = (body: Uint8Array<ArrayBuffer>, by: string): Promise<Parsed> =>
  body.length <= largeBytes ? Promise.resolve(parseJson(body)) : inTurn(by, () => parseInThread(body))
