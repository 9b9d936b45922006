import { createHash } from 'node:crypto'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The hash of a hash-chain link: over the previous hash and its own fields, in the order given. */
export const linkHash = (prev: string, fields: readonly (string | number)[]): string =>
  sha256(prev + JSON.stringify(fields))
