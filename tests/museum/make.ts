import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { binaries, startPostgres } from '../../scripts/postgres.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const maker = 'tests/museum/lender.ts'
const mostBytes = 512 * 1024

/** Writes the log of a small lender as an earlier commit's own code leaves it, as the statements that make its database anew. */
const make = async (asked: string) => {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const commit = await git('rev-parse', '--short=7', '--verify', `${asked}^{commit}`)
  const date = await git('show', '-s', '--format=%cs', commit)
  const folder = join(await mkdtemp(join(tmpdir(), 'loket-museum-')), commit)
  await git('worktree', 'add', '--detach', folder, commit)
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const file = `${date}.${commit}.sql.br`
    const packed = brotliCompressSync(await dumped(folder))
    if (packed.length > mostBytes) throw new Error(`${file} would have ${packed.length} bytes: make a smaller lender`)
    await writeFile(join(import.meta.dirname, file), packed)
    console.log(`${file}: ${packed.length} bytes`)
  } finally {
    await git('worktree', 'remove', '--force', folder)
    await rm(join(folder, '..'), { recursive: true, force: true })
  }
}

const dumped = async (folder: string): Promise<string> => {
  const postgres = await startPostgres()
  const bin = binaries()
  if (!postgres || !bin) throw new Error('this needs PostgreSQL with pg_dump on this machine')
  try {
    const child = spawn(process.execPath, [maker, postgres.url], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    const told = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { value: name, done } = await told.next()
    if (done) throw new Error('the lender was not made')
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments']
    const { stdout } = await run(join(bin, 'pg_dump'), [...options, url.href], { maxBuffer: 2 ** 28 })
    child.stdin.end()
    await ended
    // Lines for psql alone.
    return stdout.replaceAll(/^\\(un)?restrict .*$/gm, '')
  } finally {
    await postgres.stop()
  }
}

const [commit] = process.argv.slice(2)
if (commit === undefined) throw new Error('npm run museum -- <commit>')
await make(commit)
