import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { holdDirectory } from '../db/lock.ts'
import { packed, unpack } from './archive.ts'

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const keepNames = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/**
 * Writes a directory's embedded database into one file; throws while a server holds it. The file appears whole or not
 * at all. Only this user may read it, because it contains the keys of customers' data.
 */
export const backUp = async (directory: string, file: string): Promise<void> => {
  const database = join(directory, 'db')
  if (!(await isThere(database))) throw new Error(`there is no database in ${directory}`)
  if (await isThere(file)) throw new Error(`${file} exists already`)
  const partial = `${file}.partial`
  const release = await holdDirectory(directory)
  try {
    await rm(partial, { force: true })
    const into = await open(partial, 'wx', 0o600)
    await pipeline(packed(database), createGzip(), into.createWriteStream({ flush: true }))
    await rename(partial, file)
    await keepNames(dirname(file))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    release()
  }
}

/** Restores a backup into a directory without a database. A damaged or truncated backup leaves no database there. */
export const restore = async (file: string, directory: string): Promise<void> => {
  if (!(await isThere(file))) throw new Error(`there is no ${file}`)
  const release = await holdDirectory(directory)
  const database = join(directory, 'db')
  const partial = join(directory, 'db.partial')
  try {
    if (await isThere(database)) throw new Error(`there is a database in ${directory} already: choose another DATA_DIR`)
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial)
    await pipeline(createReadStream(file), createGunzip(), (chunks) => unpack(chunks as AsyncIterable<Buffer>, partial))
    await chmod(partial, 0o700)
    await rename(partial, database)
    await keepNames(directory)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    release()
  }
}
