import { randomUUID } from 'node:crypto'
import { parseCsv } from 'hucre/csv'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import type * as approval from '../../../src/services/approval.ts'
import type { DataOf } from '../../../src/services/endpoint.ts'
import type * as jobs from '../../../src/services/jobs.ts'
import type * as statement from '../../../src/services/statement.ts'
import { bankFile, type Movement } from '../../kit/bank.ts'
import { deciding, freshOrder, submitting } from '../../kit/commands.ts'
import { engines } from '../../kit/engines.ts'
import { withHome } from '../../kit/home.ts'
import { logProblems } from '../../kit/log.ts'
import { callsTo, endLeases } from '../../kit/pair.ts'
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
  const { home, start, kill, url } = withHome(databaseUrl)
  beforeAll(() => home.open(fill))

  /** Kills the server, which must be working on the stream's job, and starts another. */
  const killed = async (stream: string, state = 'running') => {
    await kill()
    await home.open(async (db) => {
      const row = await db.sql.selectFrom('es_stream').select('state').where('stream', '=', stream).executeTakeFirst()
      expect(row?.state).toBe(state)
      if (databaseUrl) await endLeases(db)
    })
    await start()
  }
  const enough = { interval: 2 }

  test('leaves an export to whoever comes next: one file, and every row in it once', async () => {
    await start()
    const reviewer = await callsTo(url()).login('reviewer1')
    const wanted = { list: 'approve.list', filter: { list: 'firstWait' }, columns: ['orderNo'], format: 'csv' }
    const { data } = await reviewer.call<{ stream: string }>('POST /export/request', wanted)
    const id = data.stream.slice('export/'.length)
    const mine = async () => {
      const again = callsTo(url()).as(reviewer)
      const { data: found } = await again.call<DataOf<typeof jobs.exportsOf>>('GET /export/list')
      return found.exports.find((one) => one.id === id)!
    }
    await expect.poll(async () => (await mine()).done, enough).toBeGreaterThan(0)
    await killed(`export/${id}`)
    await expect.poll(async () => (await mine()).state, enough).toBe('ready')

    const again = callsTo(url()).as(reviewer)
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
    await kill()
    await home.open(async (db) => {
      const { rows: files } = await sql<{ file: string }>`select distinct file from export_chunk`.execute(db.sql)
      expect(files).toHaveLength(1)
    })
  })

  test('leaves a bulk action to whoever comes next: each row is done once', async () => {
    await start()
    const lead = await callsTo(url()).login('reviewLead')
    const { data: page } = await lead.call<DataOf<typeof approval.list>>('POST /approve/list', {
      list: 'firstWait',
      limit: 100,
    })
    const rows = page.rows.map(({ orderNo, version }) => ({ key: orderNo, version }))
    const wanted = { list: 'approve.list', filter: { list: 'firstWait' }, rows, command: 'firstRecalled', said: {} }
    const { data } = await lead.call<{ stream: string }>('POST /bulk/request', wanted)
    const id = data.stream.slice('bulk/'.length)
    const status = async () =>
      (await callsTo(url()).as(lead).call<DataOf<typeof jobs.bulkStatus>>('POST /bulk/status', { id })).data
    await expect.poll(async () => (await status()).done, enough).toBeGreaterThan(0)
    await killed(`bulk/${id}`)
    await expect.poll(async () => (await status()).state, enough).toBe('done')
    expect(await status()).toEqual({ state: 'done', rows: 100, done: 100, refused: 0 })
    await kill()
    await home.open(async (db) => {
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
    await home.open((db) =>
      db.sql.insertInto('bank_account').values({ code: account, bank: 'BCA', name: 'Uji', number: '9' }).execute(),
    )
    await start()
    const finance = await callsTo(url()).login('finance')
    const movements = Array.from({ length: count }, (_, n): Movement => ['2026-03-10', n + 1, 'SETOR', `KILL-${n}`])
    const content = bankFile(0, movements).toString('base64')
    const { data } = await finance.call<{ stream: string }>('POST /bank_statement/upload', {
      account,
      name: 'mutasi.csv',
      content,
    })
    const id = data.stream.slice('bankStatement/'.length)
    const again = () => callsTo(url()).as(finance)
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
    await kill()
    await home.open(async (db) => {
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
