import { parentPort } from 'node:worker_threads'
import { parseJson } from './json.parse.ts'

/** The memory of every file in a value, which is handed over rather than copied. */
const filesIn = (value: unknown): ArrayBuffer[] => {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : []
}

// A thread of its own: a large body takes longer to parse than others may wait.
parentPort!.on('message', (body: Uint8Array) => {
  const parsed = parseJson(body)
  parentPort!.postMessage(parsed, 'value' in parsed ? filesIn(parsed.value) : [])
})
