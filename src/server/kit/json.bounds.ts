/** Limits on a JSON body, checked before parsing: about twice the largest valid ones. Lengths are bytes as sent. */
export const bounds = {
  /** Nesting. The words of a rule in a draft reach 5. */
  depth: 16,
  /** Values, arrays and objects included. A bulk job on 1,000 rows has 3,000. */
  values: 6_000,
  /** Field names. The longest has 20. */
  name: 100,
  /** Strings. A rule's expression has 2,000 characters, 6 bytes each when escaped. A longer one must be base64. */
  text: 16_000,
}

export type Beyond = keyof typeof bounds

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The index of the closing quote of the string whose content begins at `from`. */
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

// Many JSON encoders escape `/` and `=`. Whether such a string is base64 is known only after parsing.
base64[backslash] = 1

/** Whether a string, still escaped, may be a base64 file. */
const mayBeFile = (body: Uint8Array, from: number, to: number): boolean => {
  let end = to
  while (end > to - 2 && body[end - 1] === 0x3d) end -= 1
  for (let at = from; at < end; at += 1) if (!base64[body[at]!]) return false
  return true
}

/** Whether a string is valid base64: whole groups of four, with padding. */
export const isFile = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** The limit that a JSON body exceeds, found in one pass without allocation. Invalid JSON may pass. */
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
