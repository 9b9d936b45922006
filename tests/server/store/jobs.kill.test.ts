import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parseCsv } from 'hucre/csv'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openEmbedded } from '../../../src/server/db/database.ts'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import type * as approval from '../../../src/services/approval.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import type * as jobs from '../../../src/services/jobs.ts'
import type * as statement from '../../../src/services/statement.ts'
import { bankFile, type Movement } from '../../kit/bank.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { deciding, freshOrder, submitting } from '../../kit/commands.ts'
import { addressOf, engines } from '../../kit/engines.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import { logProblems } from '../../kit/log.ts'
import { callsTo, endLeases } from '../../kit/pair.ts'
import { ownDatabase, ownDirectory } from '../../kit/templates.ts'
import * as events from '../../machines/approval.events.ts'

const hour = 3_600_000
const count = 3000

/** Orders that a reviewer holds in first review. */
const fill = async (db: Database) => {
  const store = createStore({ db, projections, ids: randomUUID })
  const streams = Array.from({ length: count }, freshOrder)
  const at = Date.now()
  const claimed = events.firstClaimed({ by: 'staff/3', at, claimTtl: hour })
  await store.append(streams.map(submitting))
  await store.append(streams.map((stream) => deciding(stream, events.machinePassed({ at }), 'SYS')))
  await store.append(streams.map((stream) => deciding(stream, claimed, 'approve.firstClaim')))
  // Nothing is asked of the bureau here.
  await db.sql.deleteFrom('es_effect').execute()
}

describe.each(engines())('a server that is killed in the midst, on $engine', ({ databaseUrl }) => {
  let env: Record<string, string>
  let directory: string | undefined
  let shared: Database | undefined
  let child: Child | undefined

  /** Opens the database while no server runs; an embedded one allows no second process. */
  const within = async <Found>(look: (db: Database) => Promise<Found>): Promise<Found> => {
    if (shared) return look(shared)
    const db = await openEmbedded(directory!)
    try {
      return await look(db)
    } finally {
      await db.close()
    }
  }

  beforeAll(async () => {
    if (databaseUrl) {
      shared = await ownDatabase(databaseUrl, lenderOfToday())
      env = { DATABASE_URL: await addressOf(shared, databaseUrl) }
    } else {
      directory = await ownDirectory(lenderOfToday())
      env = { DATA_DIR: directory }
    }
    await within(fill)
  })
  afterEach(async () => void (await child?.kill()))
  afterAll(async () => {
    await shared?.close()
    if (directory) rmSync(directory, { recursive: true })
  })

  /** Kills the server, which must be working on the stream's job, and starts another. */
  const killed = async (stream: string, state = 'running') => {
    expect((await child!.kill()).signal).toBe('SIGKILL')
    await within(async (db) => {
      const row = await db.sql.selectFrom('es_stream').select('state').where('stream', '=', stream).executeTakeFirst()
      expect(row?.state).toBe(state)
      if (shared) await endLeases(db)
    })
    child = await startServer(env)
  }
  const enough = { interval: 2 }

  test('leaves an export to whoever comes next: one file, and every row in it once', async () => {
    child = await startServer(env)
    const reviewer = await callsTo(child.url).login('reviewer1')
    const wanted = { list: 'approve.list', filter: { list: 'firstWait' }, columns: ['orderNo'], format: 'csv' }
    const { data } = await reviewer.call<{ stream: string }>('POST /export/request', wanted)
    const id = data.stream.slice('export/'.length)
    const mine = async () => {
      const again = callsTo(child!.url).as(reviewer)
      const { data: found } = await again.call<DataOf<typeof jobs.exportsOf>>('GET /export/list')
      return found.exports.find((one) => one.id === id)!
    }
    await expect.poll(async () => (await mine()).done, enough).toBeGreaterThan(0)
    await killed(`export/${id}`)
    await expect.poll(async () => (await mine()).state, enough).toBe('ready')

    const again = callsTo(child.url).as(reviewer)
    const pieces: Buffer[] = []
    for (let n: number | null = 0; n !== null;) {
      const { data: piece }: { data: DataOf<typeof jobs.exportChunk> } = await again.call('POST /export/chunk', {
        id,
        n,
      })
      pieces.push(Buffer.from(piece.data, 'base64'))
      n = piece.next
    }
    const [, ...rows] = parseCsv(Buffer.concat(pieces).toString())
    const numbers = rows.map(([orderNo]) => orderNo)
    expect(numbers).toHaveLength(count)
    expect(new Set(numbers).size).toBe(count)
    await child.kill()
    await within(async (db) => {
      const { rows: files } = await sql<{ file: string }>`select distinct file from export_chunk`.execute(db.sql)
      expect(files).toHaveLength(1)
    })
  })

  test('leaves a bulk action to whoever comes next: each row is done once', async () => {
    child = await startServer(env)
    const lead = await callsTo(child.url).login('reviewLead')
    const { data: page } = await lead.call<DataOf<typeof approval.list>>('POST /approve/list', {
      list: 'firstWait',
      limit: 100,
    })
    const rows = page.rows.map(({ orderNo, version }) => ({ key: orderNo, version }))
    const wanted = { list: 'approve.list', filter: { list: 'firstWait' }, rows, command: 'firstRecalled', said: {} }
    const { data } = await lead.call<{ stream: string }>('POST /bulk/request', wanted)
    const id = data.stream.slice('bulk/'.length)
    const status = async () =>
      (await callsTo(child!.url).as(lead).call<DataOf<typeof jobs.bulkStatus>>('POST /bulk/status', { id })).data
    await expect.poll(async () => (await status()).done, enough).toBeGreaterThan(0)
    await killed(`bulk/${id}`)
    await expect.poll(async () => (await status()).state, enough).toBe('done')
    expect(await status()).toEqual({ state: 'done', rows: 100, done: 100, refused: 0 })
    await child.kill()
    await within(async (db) => {
      const recalled = await db.sql
        .selectFrom('es_event')
        .select('stream')
        .where('type', '=', 'firstRecalled')
        .execute()
      expect(recalled.map(({ stream }) => stream).toSorted()).toEqual(
        rows.map(({ key }) => `approval/${key}`).toSorted(),
      )
      expect(await logProblems(db)).toEqual([])
    })
  })
  test('leaves a bank’s file to whoever comes next: each line is in the books once', async () => {
    const account = 'KILLED'
    await within((db) =>
      db.sql.insertInto('bank_account').values({ code: account, bank: 'BCA', name: 'Uji', number: '9' }).execute(),
    )
    child = await startServer(env)
    const finance = await callsTo(child.url).login('finance')
    const movements = Array.from({ length: count }, (_, n): Movement => ['2026-03-10', n + 1, 'SETOR', `KILL-${n}`])
    const content = bankFile(0, movements).toString('base64')
    const { data } = await finance.call<{ stream: string }>('POST /bank_statement/upload', {
      account,
      name: 'mutasi.csv',
      content,
    })
    const id = data.stream.slice('bankStatement/'.length)
    const again = () => callsTo(child!.url).as(finance)
    const file = async () => {
      const { data: found } = await again().call<DataOf<typeof statement.files>>('GET /bank_statement/files')
      return found.files.find((one) => one.id === id)!
    }
    const lines = async () =>
      (await again().call<DataOf<typeof statement.count>>('POST /bank_statement/count', { account })).data.count
    await expect.poll(async () => (await file()).state, enough).toBe('staged')
    await again().call('POST /bank_statement/confirm', { id, version: (await file()).version })
    await expect.poll(lines, enough).toBeGreaterThan(0)
    await killed(data.stream, 'appending')
    await expect.poll(async () => (await file()).state, enough).toBe('ready')
    expect(await lines()).toBe(count)
    await child.kill()
    await within(async (db) => {
      const rows = await db.sql
        .selectFrom('statement_line')
        .select(['n', 'txid', 'after'])
        .where('account', '=', account)
        .orderBy('n')
        .execute()
      expect(rows).toEqual(
        movements.map(([, amount, , txid], nth) => ({ n: nth + 1, txid, after: (amount * (amount + 1)) / 2 })),
      )
      expect(await logProblems(db)).toEqual([])
    })
  })
})
