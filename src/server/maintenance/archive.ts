import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// A folder as a byte stream in the ustar format, which every system can read. Each file or folder has a header of 512
// bytes; file contents are padded to 512; two empty headers end the archive.
const block = 512
const longestName = 100
// The size field has eleven octal digits.
const largest = 8 ** 11 - 1

type Entry = { name: string; mode: number; size: number; isFolder: boolean }

const checksum = (head: Buffer) => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

const headOf = ({ name, mode, size, isFolder }: Entry): Buffer => {
  if (Buffer.byteLength(name) > longestName || size > largest) throw new Error(`${name} does not fit into a backup`)
  const head = Buffer.alloc(block)
  const octal = (value: number, at: number, digits: number) =>
    head.write(`${value.toString(8).padStart(digits, '0')}\0`, at)
  head.write(name, 0)
  octal(mode & 0o777, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  head.write(isFolder ? '5' : '0', 156)
  head.write('ustar\0' + '00', 257)
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

const textAt = (head: Buffer, at: number, length: number) => head.toString('utf8', at, at + length).split('\0', 1)[0]!

const entryIn = (head: Buffer): Entry => {
  const octal = (at: number, length: number) => Number.parseInt(textAt(head, at, length), 8)
  if (octal(148, 8) !== checksum(head)) throw new Error('this is no backup, or it is damaged')
  const name = textAt(head, 0, longestName)
  // A path must not leave the target folder.
  if (name.startsWith('/') || name.split('/').includes('..')) throw new Error('this is no backup of Loket')
  return { name, mode: octal(100, 8), size: octal(124, 12), isFolder: head.toString('latin1', 156, 157) === '5' }
}

const filling = (size: number) => (block - (size % block)) % block

/** Packs a folder in name order. Nobody may write into it meanwhile: throws when the size of a file changes. */
export async function* packed(folder: string, within = ''): AsyncGenerator<Buffer> {
  const children = await readdir(join(folder, within))
  for (const child of children.toSorted()) {
    const name = within ? `${within}/${child}` : child
    const found = await lstat(join(folder, name))
    const { mode, size } = found
    if (found.isDirectory()) {
      yield headOf({ name, mode, size: 0, isFolder: true })
      yield* packed(folder, name)
    } else if (found.isFile()) {
      yield headOf({ name, mode, size, isFolder: false })
      yield* contents(join(folder, name), size)
    }
  }
  if (!within) yield Buffer.alloc(2 * block)
}

async function* contents(path: string, size: number): AsyncGenerator<Buffer> {
  let read = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    read += chunk.length
    yield chunk
  }
  if (read !== size) throw new Error(`${path} changed while it was read`)
  yield Buffer.alloc(filling(size))
}

/** Reads a stream by byte counts; throws when it ends too early. */
const readerOf = (chunks: AsyncIterable<Buffer>) => {
  const source = chunks[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  const some = async (most: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const { value, done } = await source.next()
      if (done) throw new Error('this backup breaks off')
      rest = value as Buffer<ArrayBuffer>
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(most)
    return taken
  }
  const exactly = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let left = size; left > 0;) {
      const part = await some(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
  /** Reads to the end, where decompression checks the checksum. */
  const drain = async () => {
    while (!(await source.next()).done);
  }
  return { some, exactly, drain }
}

/** Unpacks into an empty folder and syncs each file. Throws when the stream is no backup, is damaged or breaks off. */
export const unpack = async (chunks: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  const { some, exactly, drain } = readerOf(chunks)
  for (;;) {
    const head = await exactly(block)
    if (head.every((byte) => byte === 0)) return drain()
    const { name, mode, size, isFolder } = entryIn(head)
    const path = join(folder, name)
    if (isFolder) {
      await mkdir(path, { recursive: true, mode })
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'wx', mode)
    try {
      for (let left = size; left > 0;) {
        const part = await some(left)
        await writeFile(file, part)
        left -= part.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await exactly(filling(size))
  }
}
