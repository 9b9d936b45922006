import { parentPort } from 'node:worker_threads'
import { parseJson } from './json.parse.ts'

/** The buffers of all files in a value, to be transferred instead of copied. */
const filesIn = (value: unknown): ArrayBuffer[] => {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : []
}

// A worker thread: parsing a large body would block the event loop for too long.
parentPort!.on('message', (body: Uint8Array) => {
  const parsed = parseJson(body)
  parentPort!.postMessage(parsed, 'value' in parsed ? filesIn(parsed.value) : [])
})
