import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binaries, freePort, unprivileged } from '../../scripts/postgres.ts'

const run = promisify(execFile)

/** Whether this machine has the programs that create a PostgreSQL cluster. */
export const canMakeClusters = () => binaries() !== undefined

// Stops the cluster when the process that created it ends, even when that is killed.
const keep = 'cd /; cat >/dev/null; "$1/pg_ctl" -D "$2/data" stop -m immediate; rm -rf "$2/data"; rmdir "$2"'

/** A PostgreSQL cluster of the test's own, which it may crash and restart; in a new folder unless one is given. */
export const makeCluster = async (folder = mkdtempSync(join(tmpdir(), 'loket-cluster-')), settings: string[] = []) => {
  const bin = binaries()!
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }
  const data = join(folder, 'data')
  const port = await freePort()
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings]
  const control = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', '/dev/null', ...args], options)

  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  await run(join(bin, 'initdb'), [...initdb, '--wal-segsize=1'], options)
  const keeper = spawn('sh', ['-c', keep, 'sh', bin, folder], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const start = () => control('-o', [`-p ${port}`, ...all.map((one) => `-c ${one}`)].join(' '), 'start')
  await start()

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** An immediate stop: it loses its memory and recovers from its write-ahead log. */
    crash: () => control('stop', '-m', 'immediate'),
    close: async () => {
      keeper.stdin.end()
      await once(keeper, 'exit')
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof makeCluster>>
