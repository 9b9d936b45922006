import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The largest chunks of the built console in gzipped KiB, without the vendor chunks that every page shares. */
export const largestChunks = (assets: string, most: number): { name: string; kibibytes: number }[] =>
  readdirSync(assets)
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor'))
    .map((name) => ({ name, kibibytes: gzipSync(readFileSync(`${assets}/${name}`)).length / 1024 }))
    .toSorted((one, other) => other.kibibytes - one.kibibytes)
    .slice(0, most)
