import type { SentFile } from '../../services/endpoint.ts'

/** The bytes of an uploaded file. The JSON parser has already decoded a large one. */
export const bytesOf = (file: SentFile): Buffer =>
  typeof file === 'string' ? Buffer.from(file, 'base64') : Buffer.from(file.buffer, file.byteOffset, file.byteLength)
