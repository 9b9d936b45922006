import type { Context } from 'hono'
import { largeBytes } from '../kit/json.ts'
import { Refused } from '../kit/refused.ts'
import type { Place } from './bodyRoom.ts'

const tooLarge = () => new Refused(400, 'errors:tooLarge')

/** Reads what a caller sends; one who breaks off sent no JSON, and nothing of the server is at fault. */
const received = async <Bytes>(read: () => Promise<Bytes>): Promise<Bytes> => {
  try {
    return await read()
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(400, 'errors:badJson')
  }
}

/** A body's bytes, `most` of them; a large one has to find its place before it is read. */
export const readBody = async (c: Context, most: number, place: Place): Promise<Uint8Array<ArrayBuffer>> => {
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  // With both headers the body is in chunks, and as long as it is.
  if (Number.isNaN(length) || c.req.header('transfer-encoding') !== undefined)
    return received(() => readPieces(c, most, place))
  if (length > most) throw tooLarge()
  if (length > largeBytes) place.hold(length)
  return new Uint8Array(await received(() => c.req.arrayBuffer()))
}

/** Reads a chunked body, or one without Content-Length, up to `most` bytes. */
const readPieces = async (c: Context, most: number, place: Place): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.length
    if (size > most) throw tooLarge()
    if (size > largeBytes) place.hold(size)
    pieces.push(piece)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  return body
}
