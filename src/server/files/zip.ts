import { inflateRawSync } from 'node:zlib'

/** The reason why a file cannot be read, a key under `order:sheet.refused`. */
export class Unreadable extends Error {
  readonly reason: string
  readonly where: Readonly<Record<string, string | number>>

  constructor(reason: string, where: Record<string, string | number> = {}) {
    super(reason)
    this.reason = reason
    this.where = where
  }
}

/** The limit for all files of an archive together, in bytes unpacked. */
export const mostUnpacked = 64 * 1024 * 1024
const mostFiles = 2000

const endOfDirectory = 0x06054b50
const inDirectory = 0x02014b50
const stored = 0
const deflated = 8

/**
 * Unpacks an archive into files by name. Does not trust declared sizes: each file is unpacked up to the rest of the
 * limit, and must have exactly its declared size. Throws Unreadable.
 */
export const unzipped = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  let left = mostUnpacked
  for (const { name, method, encrypted, data, size } of directory(zip)) {
    if (encrypted) throw new Unreadable('encrypted')
    // Checked before unpacking, so that a zip bomb with true sizes costs nothing.
    if (size > left) throw new Unreadable('tooBig')
    const content = unpacked(data, method, left)
    if (content.length !== size) throw new Unreadable('broken')
    left -= content.length
    files.set(name, content)
  }
  return files
}

const unpacked = (data: Buffer, method: number, most: number): Buffer => {
  if (method === stored) return data
  if (method !== deflated) throw new Unreadable('broken')
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    throw new Unreadable((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooBig' : 'broken')
  }
}

function* directory(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endOfDirectory) throw new Unreadable('broken')
  const count = zip.readUInt16LE(end + 10)
  if (count > mostFiles) throw new Unreadable('tooBig')
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== inDirectory) throw new Unreadable('broken')
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    if (local + 30 > zip.length) throw new Unreadable('broken')
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.readUInt32LE(at + 20)
    if (from + packed > zip.length) throw new Unreadable('broken')
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      encrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      method: zip.readUInt16LE(at + 10),
      size: zip.readUInt32LE(at + 24),
      data: zip.subarray(from, from + packed),
    }
    at += 46 + nameLength + extraLength + noteLength
  }
}
