/** A file of an archive: its name and its content in chunks. */
export type Entry = { name: string; pieces: readonly Uint8Array<ArrayBuffer>[] }

const utf8Names = 0x0800
const version = 20

const table = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest >>> 0
})

const crcOf = (pieces: Entry['pieces']): number => {
  let crc = 0xffffffff
  for (const piece of pieces) for (const byte of piece) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Little-endian integers of two or four bytes. */
const written = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

/**
 * A ZIP archive without compression, in chunks, because workbooks are compressed already. The instant is epoch ms; the
 * total must be below 4 GB.
 */
export const zipOf = (entries: readonly Entry[], at: number): Uint8Array<ArrayBuffer>[] => {
  // ZIP times have no zone: Jakarta time is used, as in the files.
  const local = new Date(at + 7 * 3_600_000)
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1)
  const day = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate()
  const files: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, pieces } of entries) {
    const title = new TextEncoder().encode(name)
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
    const about = [
      [2, utf8Names],
      [2, 0],
      [2, time],
      [2, day],
      [4, crcOf(pieces)],
      [4, size],
      [4, size],
      [2, title.length],
      [2, 0],
    ] as const
    const head = written([4, 0x04034b50], [2, version], ...about)
    files.push(head, title, ...pieces)
    directory.push(
      written([4, 0x02014b50], [2, version], [2, version], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      title,
    )
    offset += head.length + title.length + size
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0)
  const count = entries.length
  const end = written([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])
  return [...files, ...directory, end]
}
