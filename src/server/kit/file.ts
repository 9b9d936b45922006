import type { SentFile } from '../../services/endpoint.ts'

/** A file that was sent, whose bytes are there already when it is large. */
export const bytesOf = (file: SentFile): Buffer =>
  typeof file === 'string' ? Buffer.from(file, 'base64') : Buffer.from(file.buffer, file.byteOffset, file.byteLength)
