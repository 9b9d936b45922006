import { createHash } from 'node:crypto'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An id that is the same whenever it is made of the same parts: 32 hexadecimal digits. */
export const idOfParts = (...parts: readonly string[]): string => sha256(parts.join(' ')).slice(0, 32)

/** The hash of a hash-chain link: over the previous hash and its own fields, in the order given. */
export const linkHash = (prev: string, fields: readonly (string | number)[]): string =>
  sha256(prev + JSON.stringify(fields))
