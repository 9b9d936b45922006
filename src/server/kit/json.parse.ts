import { type Beyond, beyond, bounds, isFile } from './json.bounds.ts'

/** A body as a value in which files are bytes, or why there is none. */
export type Parsed = { value: unknown } | { refused: 'json' | Beyond }

class NoFile extends Error {}

const fileIn = (text: string) => {
  if (!isFile(text)) throw new NoFile()
  // Too long for the pool that small ones share: its memory is its own.
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Files are told from texts by their length alone: a short one stays as it is. */
const withFiles = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > bounds.text ? fileIn(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withFiles)
  for (const name of Object.keys(value)) {
    const held = (value as Record<string, unknown>)[name]
    const read = withFiles(held)
    // `__proto__` is a name like any other in JSON, and not in an assignment.
    if (read !== held) Object.defineProperty(value, name, { value: read })
  }
  return value
}

/** Parses a body of JSON within its bounds. */
export const parseJson = (body: Uint8Array): Parsed => {
  const refused = beyond(body)
  if (refused) return { refused }
  try {
    return { value: withFiles(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))) }
  } catch (error) {
    return { refused: error instanceof NoFile ? 'text' : 'json' }
  }
}
