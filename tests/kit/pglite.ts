import { existsSync, mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { extensions } from '../../src/server/db/durable.ts'

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8')) as {
  version: string
}
const folder = join(root, '.cache')
const kept = join(folder, `pglite-${version}.tar`)

/**
 * An empty database of this engine version, cached between runs: creating one takes seconds, a copy a fraction of one.
 */
const empty = async (): Promise<Blob> => {
  if (existsSync(kept)) return openAsBlob(kept)
  const pglite = await PGlite.create()
  const made = await pglite.dumpDataDir('none')
  await pglite.close()
  mkdirSync(folder, { recursive: true })
  const mine = `${kept}.${process.pid}`
  writeFileSync(mine, new Uint8Array(await made.arrayBuffer()))
  renameSync(mine, kept)
  return made
}

/** The embedded engine in memory, empty. */
export const openEmpty = async (): Promise<PGlite> => PGlite.create({ extensions, loadDataDir: await empty() })
