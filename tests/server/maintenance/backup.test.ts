import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { binaries } from '../../../scripts/postgres.ts'
import { type Database, openEmbedded, openPostgres } from '../../../src/server/db/database.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { password } from '../../kit/app.ts'
import { startServer } from '../../kit/child.ts'
import { runCommand } from '../../kit/cli.ts'
import { addressOf } from '../../kit/engines.ts'
import { emptyHome, homeFor, type Home } from '../../kit/home.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import { ownDatabase } from '../../kit/templates.ts'

/** The heads of both hash chains, and the next numbers of the sequences. */
const endsOf = async (db: Database) => {
  const { rows } = await sql<object>`
    select es_head.pos, es_head.hash, audit_head.pos as audit, audit_head.hash as audit_hash,
      (select last_value from order_no) as order_no, (select last_value from profile_id_seq) as profile,
      (select count(*) from document) as documents
    from es_head, audit_head`.execute(db.sql)
  return rows[0]!
}
const problemsOf = async (db: Database) => (await verify(db)).problems

describe('a backup of the embedded database', () => {
  let home: Home
  let folder: string
  let file: string
  let before: object
  let result: Awaited<ReturnType<typeof runCommand>>
  beforeAll(async () => {
    home = await homeFor(undefined, { orders: 40 })
    folder = mkdtempSync(join(tmpdir(), 'loket-backup-'))
    file = join(folder, 'whole.tgz')
    before = await home.open(endsOf)
    result = await runCommand('backup', [file], home.env)
  })
  afterAll(async () => {
    await home.remove()
    rmSync(folder, { recursive: true })
  })

  test('is one file for its owner alone, and leaves the database as it was', async () => {
    expect(result).toEqual({ code: 0, out: `Backed up ${home.env.DATA_DIR} into ${file}.\n`, err: '' })
    expect(readdirSync(folder)).toEqual(['whole.tgz'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await home.open(endsOf)).toEqual(before)
  })

  test('is restored elsewhere: the heads agree, everything verifies, and a server opens on it', async () => {
    const elsewhere = join(folder, 'restored')
    const { code, out, err } = await runCommand('restore', [file], { DATA_DIR: elsewhere })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/: \d+ events, \d+ audit entries, 0 problems\.\n$/)
    const db = await openEmbedded(elsewhere)
    expect(await endsOf(db)).toEqual(before)
    expect(await problemsOf(db)).toEqual([])
    await db.close()

    const server = await startServer({ DATA_DIR: elsewhere })
    const response = await fetch(`${server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@demo.example', password }),
    })
    expect(await response.json()).toMatchObject({ code: 0 })
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('can be read by any tar', async () => {
    const { stdout } = await promisify(execFile)('tar', ['-tzf', file])
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['PG_VERSION', 'global/pg_control']))
  })

  test('is not made while a server is at work there, nor in the place of another file, nor of nothing', async () => {
    const server = await startServer(home.env)
    const other = join(folder, 'other.tgz')
    expect(await runCommand('backup', [other], home.env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in use by another Loket process'),
    })
    await server.stop()
    expect(await runCommand('backup', [file], home.env)).toMatchObject({ code: 1, err: `${file} exists already\n` })
    const nowhere = join(folder, 'nowhere')
    expect(await runCommand('backup', [other], { DATA_DIR: nowhere })).toMatchObject({
      code: 1,
      err: `there is no database in ${nowhere}\n`,
    })
    expect(existsSync(other)).toBe(false)
  })

  test('is not put over a database that is there', async () => {
    const there = await home.open(endsOf)
    expect(await runCommand('restore', [file], home.env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is a database in'),
    })
    expect(await home.open(endsOf)).toEqual(there)
  })

  const bytes = () => readFileSync(file)
  test.each([
    ['breaks off in the midst', () => bytes().subarray(0, Math.floor(bytes().length / 2))],
    ['lacks its last bytes', () => bytes().subarray(0, -4)],
    [
      'has one bit turned',
      () => {
        const turned = Buffer.from(bytes())
        turned[Math.floor(turned.length / 2)]! ^= 1
        return turned
      },
    ],
    ['is something else', () => Buffer.from('not a backup')],
  ])('that %s is refused, and leaves no database', async (_, make) => {
    const bad = join(folder, 'bad.tgz')
    const into = join(folder, 'from-bad')
    writeFileSync(bad, make())
    const { code, out, err } = await runCommand('restore', [bad], { DATA_DIR: into })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).not.toBe('')
    expect(readdirSync(into)).toEqual([])
  })

  test.each([[[]], [['one', 'two']]])('is of one file that is said, not of %o', async (args) => {
    expect(await runCommand('backup', args, home.env)).toMatchObject({
      code: 1,
      err: 'say one file: npm run backup -- <file>\n',
    })
  })
})

describe.runIf(inject('databaseUrl') && binaries())('a backup of PostgreSQL', () => {
  const databaseUrl = inject('databaseUrl')!
  const tool = (name: string, ...args: string[]) => promisify(execFile)(join(binaries()!, name), args)

  test('is made by pg_dump while work goes on, and restored by pg_restore: the heads agree and everything verifies', async () => {
    const db = await ownDatabase(databaseUrl, lenderOfToday(40))
    const before = await endsOf(db)
    const folder = mkdtempSync(join(tmpdir(), 'loket-dump-'))
    const file = join(folder, 'loket.dump')
    const empty = await emptyDatabase()
    try {
      await tool('pg_dump', '--format=custom', `--file=${file}`, await addressOf(db, databaseUrl))
      await tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${empty.url}`, file)
      const restored = await openPostgres(empty.url)
      expect(await endsOf(restored)).toEqual(before)
      expect(await problemsOf(restored)).toEqual([])
      await restored.close()
    } finally {
      await empty.drop()
      await db.close()
      rmSync(folder, { recursive: true })
    }
  })

  test('is not what npm run backup makes', async () => {
    const home = await emptyHome(databaseUrl)
    expect(await runCommand('backup', ['file'], home.env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('pg_dump'),
    })
    await home.remove()
  })

  /** A database without Loket's tables, which the dump brings. */
  const emptyDatabase = async () => {
    const admin = await ownDatabase(databaseUrl)
    const name = `loket_restored_${process.pid}`
    await sql`create database ${sql.id(name)}`.execute(admin.sql)
    const url = new URL(databaseUrl)
    url.pathname = `/${name}`
    const drop = async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.sql)
      await admin.close()
    }
    return { url: url.href, drop }
  }
})
