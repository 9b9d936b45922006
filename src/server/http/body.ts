import type { Context } from 'hono'
import { largeBytes } from '../kit/json.ts'
import type { Limits } from '../kit/limits.ts'
import { Refused } from '../kit/refused.ts'
import type { Place } from './bodyRoom.ts'

/** A body that was not read to its end. The HTTP status says so too, because the connection cannot be reused. */
export class Unread extends Refused {
  declare readonly code: 408 | 413
}
export const tooLarge = () => new Unread(413, 'errors:tooLarge')
const tooSlow = () => new Unread(408, 'errors:tooSlow')

type Reading = { most: number; place: Place; arriving: Limits['arriving'] }

/**
 * Reads a body of at most `most` bytes. Once it turns out to be large it reserves `place` and must arrive at a minimum
 * rate. Throws 413 when it is too large, 408 when too slow, 400 when it breaks off.
 */
export const readBody = async (c: Context, reading: Reading): Promise<Uint8Array<ArrayBuffer>> => {
  // Transfer-Encoding overrides Content-Length, so the length of a chunked body is unknown.
  const isChunked = c.req.header('transfer-encoding') !== undefined
  const length = isChunked ? Number.NaN : Number(c.req.header('content-length') ?? Number.NaN)
  if (length > reading.most) throw tooLarge()
  try {
    if (length <= largeBytes) return new Uint8Array(await c.req.arrayBuffer())
    return await readPieces(c, length || reading.most, reading)
  } catch (error) {
    // A body that breaks off is not JSON, and not a fault of the server.
    throw error instanceof Refused ? error : new Refused(400, 'errors:badJson')
  }
}

/** Reads a body piece by piece; a large one into a buffer of `announced` bytes. */
const readPieces = async (c: Context, announced: number, { most, place, arriving }: Reading) => {
  const small: Uint8Array[] = []
  let body: Uint8Array<ArrayBuffer> | undefined
  let size = 0
  let speed: ReturnType<typeof watchSpeed> | undefined
  // A reader, because leaving a `for await` loop early would cancel the rest of the stream.
  const reader = c.req.raw.body?.getReader()
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const piece = read.value as Uint8Array
      if (size + piece.length > most) throw tooLarge()
      if (!body && size + piece.length > largeBytes) {
        await place.hold(announced)
        body = joined(small, announced)
        speed = watchSpeed(arriving, () => void reader!.cancel())
      }
      if (body) body.set(piece, size)
      else small.push(piece)
      size += piece.length
      speed?.arrived(piece.length)
    }
  } finally {
    speed?.stop()
  }
  if (speed?.isSlow()) throw tooSlow()
  return (body ?? joined(small, size)).subarray(0, size)
}

const joined = (pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> => {
  const body = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  return body
}

/** Gives up once less than `least` bytes arrived within a `window`. */
const watchSpeed = ({ window, least }: Limits['arriving'], giveUp: () => void) => {
  let lately = 0
  let isSlow = false
  const look = () => {
    isSlow = lately < least
    lately = 0
    if (isSlow) giveUp()
  }
  const looking = setInterval(look, window)
  return {
    arrived: (bytes: number) => {
      lately += bytes
    },
    isSlow: () => isSlow,
    stop: () => clearInterval(looking),
  }
}
