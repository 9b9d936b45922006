/** What a body may be before anything is made of it; twice or so what the largest honest ones are. Lengths are bytes as they are sent. */
export const bounds = {
  /** A rule's words in a draft: 5. */
  depth: 16,
  /** Values, those that hold others included: 1,000 rows ticked for a bulk job are 3,000. */
  values: 6_000,
  /** The longest field's name is 20. */
  name: 100,
  /** A rule's expression is 2,000 characters, 6 bytes each when it is escaped. Whatever is longer has to be a file in base64. */
  text: 16_000,
}

export type Beyond = keyof typeof bounds

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Where the string that began before `from` ends. */
const endOfText = (body: Uint8Array, from: number): number => {
  for (let end = body.indexOf(quote, from); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0
    while (body[end - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return body.length
}

const base64 = new Uint8Array(256)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  base64[letter.charCodeAt(0)] = 1

// Many writers of JSON escape `/` and `=`: what such a text says is known only once it is parsed.
base64[backslash] = 1

/** Whether a text may be a file in base64. */
const mayBeFile = (body: Uint8Array, from: number, to: number): boolean => {
  let end = to
  while (end > to - 2 && body[end - 1] === 0x3d) end -= 1
  for (let at = from; at < end; at += 1) if (!base64[body[at]!]) return false
  return true
}

/** Whether a text is a file in base64, whole groups of four with their padding. */
export const isFile = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** Which bound a body of JSON is beyond, in one pass that makes nothing; what is no JSON passes. */
export const beyond = (body: Uint8Array): Beyond | undefined => {
  let depth = 0
  let values = 1
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) {
      const end = endOfText(body, at + 1)
      const length = end - at - 1
      if (length > bounds.name) {
        let next = end + 1
        while (isBlank(body[next])) next += 1
        if (body[next] === colon) return 'name'
      }
      if (length > bounds.text && !mayBeFile(body, at + 1, end)) return 'text'
      at = end
    } else if (byte === openArray || byte === openObject) {
      depth += 1
      values += 1
      if (depth > bounds.depth) return 'depth'
    } else if (byte === closeArray || byte === closeObject) depth -= 1
    else if (byte === comma) values += 1
    if (values > bounds.values) return 'values'
  }
  return undefined
}
