import { mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => (probe.destroy(), resolve(true)))
    probe.once('error', () => resolve(false))
  })

const bind = (path: string) =>
  new Promise<Server | undefined>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => resolve(server.unref()))
  })

/** Locks a directory by a socket file in it; throws when another process answers there. Returns the release. */
export const holdDirectory = async (directory: string): Promise<() => void> => {
  mkdirSync(directory, { recursive: true })
  const full = join(directory, 'in-use.sock')
  const short = relative(process.cwd(), full)
  // A socket's path has at most 107 characters. The path relative to the working directory is often shorter.
  const path = short.length < full.length ? short : full
  if (path.length > 107) throw new Error(`DATA_DIR ${directory} is too long: a path of at most 90 characters is needed`)
  const taken = () =>
    new Error(`DATA_DIR ${directory} is in use by another Loket process; stop it first or choose another`)

  const first = await bind(path)
  if (first) return () => void first.close()
  if (await answers(path)) throw taken()

  // The socket belongs to a process that was killed. Of several processes that start now, only one may remove it.
  const clearing = `${full}.clearing`
  if (isOld(clearing)) rmSync(clearing, { recursive: true, force: true })
  try {
    mkdirSync(clearing)
  } catch {
    throw taken()
  }
  try {
    if (await answers(path)) throw taken()
    rmSync(path, { force: true })
    const second = await bind(path)
    if (!second) throw taken()
    return () => void second.close()
  } finally {
    rmSync(clearing, { recursive: true, force: true })
  }
}

// Clearing takes milliseconds. An older marker was left by a process that was killed while clearing.
const isOld = (path: string) => {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && made < Date.now() - 10_000
}
