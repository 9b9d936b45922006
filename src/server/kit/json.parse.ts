import { type Beyond, beyond, bounds, isFile } from './json.bounds.ts'

/** A parsed body, with files as bytes; or why it was refused. */
export type Parsed = { value: unknown } | { refused: 'json' | Beyond }

class NoFile extends Error {}

const fileIn = (text: string) => {
  if (!isFile(text)) throw new NoFile()
  // A buffer of this size is not from Node's shared pool, so its memory can be transferred to another thread.
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Decodes the files in a value. Only the length tells a file from a text: a short base64 string stays a string. */
const withFiles = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > bounds.text ? fileIn(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withFiles)
  for (const name of Object.keys(value)) {
    const held = (value as Record<string, unknown>)[name]
    const read = withFiles(held)
    // `__proto__` is an ordinary name in JSON; an assignment would set the prototype.
    if (read !== held) Object.defineProperty(value, name, { value: read })
  }
  return value
}

export const parseJson = (body: Uint8Array): Parsed => {
  const refused = beyond(body)
  if (refused) return { refused }
  try {
    return { value: withFiles(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))) }
  } catch (error) {
    return { refused: error instanceof NoFile ? 'text' : 'json' }
  }
}
