import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { isExecutable, which } from './which.ts'

export interface Postgres {
  url: string
  /** Idempotent. */
  stop(): Promise<void>
}

/**
 * Answers DATABASE_URL, or starts a throw-away cluster (fsync on) in a new folder of `parent` from installed binaries.
 * Without PostgreSQL it prints what is left out and answers undefined; in CI it throws.
 */
export async function startPostgres(parent = tmpdir()): Promise<Postgres | undefined> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }

  const bin = binaries()
  if (bin) return startCluster(bin, parent)

  const missing = 'No PostgreSQL (neither DATABASE_URL nor binaries on this machine)'
  if (process.env.CI) throw new Error(`${missing}: CI must test on it.`)
  console.log(`${missing}: the tests that run on it are left out; the same tests run on PGlite.`)
  return undefined
}

/** Finds the folder of PostgreSQL's programs: Debian's newest version, then pg_config's, then the one on PATH. */
export function binaries(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const config = which('pg_config')
  const configured = config ? [execFileSync(config, ['--bindir'], { encoding: 'utf8' }).trim()] : []
  const initdb = which('initdb')
  const onPath = initdb ? [dirname(initdb)] : []
  return [...debian, ...configured, ...onPath].find((folder) =>
    ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))),
  )
}

async function startCluster(bin: string, parent: string): Promise<Postgres> {
  const folder = mkdtempSync(join(parent, 'loket-postgres-'))
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }

  const initdb = ['-D', 'data', '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  await promisify(execFile)(join(bin, 'initdb'), initdb, options)

  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const postgres = [join(bin, 'postgres'), '-D', 'data', '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const keeper = spawn('sh', ['-c', keep, 'sh', folder, ...postgres], {
    ...options,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  const gone = once(keeper, 'exit')
  await ready(createInterface({ input: keeper.stderr }))
  keeper.stderr.resume()

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      keeper.stdin.end()
      await gone
    },
  }
}

// The cluster lives as long as this process holds the keeper's standard input, so even `kill -9` of the tests ends it.
// The keeper closes its standard error: end-of-file there means that the postmaster has ended.
const keep = `
  folder=$1; shift
  "$@" & postmaster=$!
  exec 2>/dev/null
  cat >/dev/null
  kill -INT $postmaster
  wait $postmaster
  cd / && rm -rf "$folder"
`

async function ready(log: AsyncIterable<string>) {
  const lines: string[] = []
  for await (const line of log) {
    if (line.includes('ready to accept connections')) return
    lines.push(line)
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)
}

// PostgreSQL refuses to run as root.
export function unprivileged(): { uid: number; gid: number } {
  const name = ['postgres', 'nobody'].find((user) => id('-u', user) !== undefined)
  if (!name)
    throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.')
  return { uid: id('-u', name)!, gid: id('-g', name)! }
}

function id(what: '-u' | '-g', user: string): number | undefined {
  try {
    return Number(execFileSync('id', [what, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

/** Finds a free port. It is below those of outgoing calls: such a call could take it before a server listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  return port
}
