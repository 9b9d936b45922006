import { randomUUID } from 'node:crypto'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayStart } from '../../../src/machines/calendar.ts'
import { createApp } from '../../../src/server/app.ts'
import { policy } from '../../../src/server/policy.ts'
import * as access from '../../../src/services/access.ts'
import * as approval from '../../../src/services/approval.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as user from '../../../src/services/user.ts'
import type { Caller, TestApp } from '../../kit/app.ts'
import { oneEngine, secondPool } from '../../kit/engines.ts'
import { exportOf, fetchFile, requestExport } from '../../kit/exports.ts'
import { logProblems } from '../../kit/log.ts'
import { fillOrders } from '../../kit/manyOrders.ts'
import { waitingOrder, waitingOrders } from '../../kit/orders.ts'
import { endLeases } from '../../kit/pair.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

const second = 1000
const day = 86_400_000

/** An instant as a wall clock in Jakarta shows it. */
const inJakarta = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

const leftOf = async ({ db }: TestApp, id: string) => {
  const count = async (table: 'export_run' | 'export_chunk', column: string) => {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db.sql)
    return rows.length
  }
  return {
    runs: await count('export_run', 'id'),
    chunks: await count('export_chunk', 'export'),
  }
}
const nothingLeft = { runs: 0, chunks: 0 }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  describe('a list of thousands of orders', () => {
    const { app } = withApp({ databaseUrl })
    let reviewer: Caller
    let orders: approval.Order[]
    beforeAll(async () => {
      await fillOrders(app.db, 5200, app.clock.now())
      reviewer = await app.login('reviewer1')
      orders = []
      for (let after: { sortedAt: number; orderNo: string } | null | undefined; after !== null;) {
        const page = await reviewer.data(approval.list, { list: 'firstPass', limit: 200, ...(after && { after }) })
        orders.push(...page.rows)
        after = page.next
      }
    })

    const columns = ['orderNo', 'customer', 'amount', 'state', 'proposedTerm', 'reason', 'appliedAt']

    test('is a workbook with the same rows in the same order: numbers, dates in Jakarta, and people masked', async () => {
      expect(orders.length).toBeGreaterThan(3000)
      const id = await requestExport(reviewer, { filter: { list: 'firstPass' }, columns, format: 'xlsx' })
      await app.settle()
      const { state, name, rows, bytes } = await exportOf(reviewer, id)
      expect({ state, name, rows }).toEqual({
        state: 'ready',
        name: 'Passed first review 2026-11-21.xlsx',
        rows: orders.length,
      })
      const file = await fetchFile(reviewer, id)
      expect(file.length).toBe(bytes)
      const { sheets } = await readXlsx(file)
      const [head, ...cells] = sheets[0]!.rows
      expect(head).toEqual(['Order no.', 'Customer', 'Applied amount', 'Status', 'Proposed term', 'Reason', 'Applied'])
      expect(cells.length).toBe(orders.length)
      const read = cells.map(([orderNo, customer, amount, words, term, , appliedAt]) => ({
        orderNo,
        customer,
        amount,
        words,
        term,
        appliedAt: appliedAt instanceof Date ? appliedAt.toISOString().slice(0, 16).replace('T', ' ') : appliedAt,
      }))
      const words: Record<string, string> = {
        passed: 'Approved',
        'finalReview.wait': 'Waiting for final review',
        'finalReview.claimed': 'In final review',
        finalRejected: 'Rejected at final review',
      }
      expect(read).toEqual(
        orders.map((order) => ({
          orderNo: order.orderNo,
          customer: order.customer,
          amount: order.amount,
          words: words[order.state],
          term: order.proposedTerm,
          appliedAt: inJakarta(order.appliedAt),
        })),
      )
      expect(orders.every(({ customer }) => /^(\S\*\*\* ?)+$/.test(customer))).toBe(true)
      expect(await leftOf(app, id)).toEqual({ runs: 0, chunks: expect.any(Number) })
    })

    test('is called after its list, its filter and its day, and not after whom it was found by', async () => {
      const phone = '+6281399998888'
      const days = { appliedFrom: dayStart('2026-11-01'), appliedTo: dayStart('2026-11-21') }
      const filter = { list: 'firstPass', app: 'DK', phone, ...days }
      const id = await requestExport(reviewer, { filter, columns, format: 'csv' })
      await app.settle()
      const { name } = await exportOf(reviewer, id)
      expect(name).toMatch(/^Passed first review DK 2026-11-01–2026-11-20 2026-11-21( \(\d\))?\.csv$/)
    })

    test('is a CSV in the language of whoever asks, with its marks for Excel', async () => {
      const { stream } = await reviewer.data(
        jobs.requestExport,
        {
          list: 'approve.list',
          filter: { list: 'firstPass' },
          columns: ['orderNo', 'amount', 'firstAt'],
          format: 'csv',
        },
        { language: 'id' },
      )
      const id = stream.slice('export/'.length)
      await app.settle()
      const text = (await fetchFile(reviewer, id)).toString()
      expect(text.startsWith('\uFEFF')).toBe(true)
      const [head, ...cells] = parseCsv(text)
      expect(head).toEqual(['No. pengajuan', 'Jumlah diajukan', 'Waktu keputusan pertama'])
      expect(cells).toEqual(
        orders.map(({ orderNo, amount, firstAt }) => [orderNo, String(amount), inJakarta(firstAt!)]),
      )
    })

    /** A second server on the same database. */
    const another = async () => {
      const pool = await secondPool(app.db, databaseUrl)
      const { clock, server } = app
      const log = pino({ level: 'silent' })
      const { work } = await createApp({ db: pool, clock, ids: randomUUID, channels: server.channels, log })
      return { work, close: pool.close }
    }

    /** Requests an export and waits until some of it is read, as `seen`; `over` settles when its worker puts it down. */
    const halfRead = async (format: jobs.Format = 'csv') => {
      const id = await requestExport(reviewer, { filter: { list: 'firstPass' }, columns, format })
      await app.work.runDue()
      const over = app.work.runDue()
      let seen = await exportOf(reviewer, id)
      while (seen.done === 0) seen = await exportOf(reviewer, id)
      return { id, over, seen }
    }

    const numbersIn = async (id: string) => {
      const [, ...cells] = parseCsv((await fetchFile(reviewer, id)).toString())
      return cells.map(([orderNo]) => orderNo)
    }

    test('says how far it is, and is one whole file when two workers write it at once', async () => {
      const { id, over, seen } = await halfRead()
      expect(seen).toMatchObject({ state: 'running', rows: orders.length })
      const other = await another()
      await endLeases(app.db)
      await Promise.all([over, other.work.runDue()])
      while ((await other.work.runDue()) > 0);
      await other.close()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'ready', done: orders.length })
      expect(await numbersIn(id)).toEqual(orders.map(({ orderNo }) => orderNo))
      const { rows } = await sql`select distinct file from export_chunk where export = ${id}`.execute(app.db.sql)
      expect(rows).toHaveLength(1)
    })

    test('is given up in the midst, and nothing of it stays', async () => {
      const { id, over } = await halfRead()
      await reviewer.data(jobs.cancelExport, { id })
      await over
      await app.settle()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'cancelled', name: null })
      expect(await leftOf(app, id)).toEqual(nothingLeft)
      expect(await reviewer.call(jobs.exportChunk, { id, n: 0 })).toMatchObject({ code: 404 })
    })

    test('is refused beyond the limit, and fails when it has grown beyond it', async () => {
      const { mostExported } = policy
      try {
        policy.mostExported = orders.length - 1
        const body = {
          list: 'approve.list',
          filter: { list: 'firstPass' },
          columns: ['orderNo'],
          format: 'csv' as const,
        }
        expect(await reviewer.call(jobs.requestExport, body)).toMatchObject({
          code: 422,
          msg: 'These are more rows than one file may have; narrow the list first',
        })
        policy.mostExported = orders.length
        const id = await requestExport(reviewer, { filter: { list: 'firstPass' } })
        policy.mostExported = 900
        await app.settle()
        expect(await exportOf(reviewer, id)).toMatchObject({ state: 'failed', reason: 'tooManyRows' })
        expect(await leftOf(app, id)).toEqual(nothingLeft)
      } finally {
        policy.mostExported = mostExported
      }
    })

    test('is left to another worker when the one that writes its file is stopped', async () => {
      const { id, over } = await halfRead()
      await app.work.stop()
      await over
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'running', name: null })
      const other = await another()
      while ((await other.work.runDue()) > 0);
      await other.close()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'ready', done: orders.length })
      expect(await numbersIn(id)).toEqual(orders.map(({ orderNo }) => orderNo))
    })
  })

  describe('a few orders', () => {
    const { app } = withApp({ databaseUrl })
    let reviewer: Caller
    beforeAll(async () => {
      await waitingOrders(app, [{}, {}, {}])
      reviewer = await app.login('reviewer1')
    })

    describe('a name that begins like a formula', () => {
      let orderNo: string
      beforeAll(async () => {
        orderNo = await waitingOrder(app)
        const admin = await app.login('admin')
        const account = { id: 4, email: 'reviewer1.2@demo.example', roles: [3] }
        await admin.data(user.powerUserEdit, { ...account, name: '=HYPERLINK("x")' })
        const holder = await app.login('reviewer1.2')
        await holder.data(approval.firstClaim, { orderNo, version: 2 })
      })
      const fileIn = async (format: jobs.Format) => {
        const id = await requestExport(reviewer, {
          filter: { list: 'firstWait', orderNo },
          columns: ['holder'],
          format,
        })
        await app.settle()
        return fetchFile(reviewer, id)
      }

      test('has an apostrophe before it in CSV', async () => {
        const [, ...cells] = parseCsv((await fileIn('csv')).toString())
        expect(cells).toEqual([[`'=HYPERLINK("x")`]])
      })

      test('is text in a workbook', async () => {
        const { sheets } = await readXlsx(await fileIn('xlsx'))
        expect(sheets[0]!.rows[1]).toEqual(['=HYPERLINK("x")'])
        expect([...(sheets[0]!.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
      })
    })

    test('a person has one that runs; the next begins when it has ended; others are not held up', async () => {
      const other = await app.login('reviewer1.2')
      const ids = [await requestExport(reviewer)]
      app.clock.advance(1)
      ids.push(await requestExport(reviewer))
      const theirs = await requestExport(other)
      await app.work.runDue()
      const states = async () => [
        (await exportOf(reviewer, ids[0]!)).state,
        (await exportOf(reviewer, ids[1]!)).state,
        (await exportOf(other, theirs)).state,
      ]
      expect(await states()).toEqual(['running', 'requested', 'running'])
      await app.settle()
      expect(await states()).toEqual(['ready', 'requested', 'ready'])
      app.clock.advance(second)
      await app.settle()
      expect(await states()).toEqual(['ready', 'ready', 'ready'])
    })

    test("another person's is not found, whatever they try", async () => {
      const other = await app.login('admin')
      const id = await requestExport(reviewer)
      expect(await other.call(jobs.cancelExport, { id })).toMatchObject({ code: 404 })
      await app.settle()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'ready' })
      expect(await other.call(jobs.exportChunk, { id, n: 0 })).toMatchObject({ code: 404 })
      expect((await other.data(jobs.exportsOf, {})).exports).toEqual([])
      expect(await app.nobody.call(jobs.exportChunk, { id, n: 0 })).toMatchObject({ code: 403 })
    })

    test('two of one list on one day have two names, whoever asks for them', async () => {
      const people = [await app.login('reviewer1'), await app.login('reviewer1'), await app.login('reviewer1.2')]
      const ids: string[] = []
      for (const person of people) {
        app.clock.advance(1000)
        ids.push(await requestExport(person))
        await app.settle()
      }
      const names = await Promise.all(people.map(async (person, n) => (await exportOf(person, ids[n]!)).name))
      const nth = names.map((name) => Number(/ \((\d+)\)\.csv$/.exec(name!)?.[1] ?? 1))
      expect(nth).toEqual([nth[0], nth[0]! + 1, nth[0]! + 2])
    })

    test('every list that somebody may see can be asked for as a whole', async () => {
      const finance = await app.login('finance')
      const { lists } = await finance.data(jobs.exportable, {})
      expect(lists.map(({ list }) => list)).toContain('bankStatement.list')
      expect(lists.map(({ list }) => list)).not.toContain('approve.list')
      expect(lists.filter(({ list }) => list === 'loan.list')).toMatchObject([
        { filter: { list: 'wait' }, title: 'routes:waitLoanList' },
        { filter: { list: 'change' }, title: 'routes:changeChannel' },
      ])
      for (const { list, filter, columns } of lists) {
        const names = columns.map(({ name }) => name)
        expect(await requestExport(finance, { filter, columns: names }, list)).toMatch(/./)
      }
      const { lists: reviews } = await (await app.login('reviewer1')).data(jobs.exportable, {})
      expect(reviews.map(({ filter }) => filter)).toEqual(approval.lists.map((one) => ({ list: one })))
    })

    test('fetching one leaves an entry in the audit chain', async () => {
      const id = await requestExport(reviewer)
      await app.settle()
      await fetchFile(reviewer, id)
      const entries = await app.db.sql
        .selectFrom('audit')
        .select(['actor', 'type'])
        .where('subject', '=', `export/${id}`)
        .execute()
      expect(entries).toEqual([{ actor: reviewer.id, type: 'exportFetched' }])
    })

    test('asked twice under one key it is one', async () => {
      const body = { list: 'approve.list', filter: { list: 'firstWait' }, columns: ['orderNo'], format: 'csv' as const }
      const one = await reviewer.data(jobs.requestExport, body, { key: 'once' })
      expect(await reviewer.data(jobs.requestExport, body, { key: 'once' })).toEqual(one)
      await app.settle()
    })

    test.each([
      ['a list that has not declared itself', { list: 'power.getUsers' }, 'list'],
      ['a column that the list does not have', { columns: ['orderNo', 'nik'] }, 'columns'],
      ['no column', { columns: [] }, 'columns'],
      ['a filter that the list does not have', { filter: { list: 'firstWait', name: 'x' } }, 'name'],
      ['an order that the list does not have', { filter: { list: 'firstWait', sort: 'firstAt' } }, 'sort'],
    ])('%s is refused by name', async (_, more, field) => {
      const body = { list: 'approve.list', filter: { list: 'firstWait' }, columns: ['orderNo'], format: 'csv' as const }
      expect(await reviewer.call(jobs.requestExport, { ...body, ...more })).toMatchObject({
        code: 400,
        data: { issues: [{ field }] },
      })
    })

    test('who may not see the list may not export it', async () => {
      const analyst = await app.login('analyst')
      const body = { list: 'approve.list', filter: { list: 'firstWait' }, columns: ['orderNo'], format: 'csv' as const }
      expect(await analyst.call(jobs.requestExport, body)).toMatchObject({ code: 4030 })
    })

    test('a phone that narrows it stands in no event, and nowhere once it has ended', async () => {
      const phone = '0857-1122-3344'
      const orderNo = await waitingOrder(app, { customer: passingCustomer({ phone }) })
      const id = await requestExport(reviewer, { filter: { list: 'firstWait', phone }, columns: ['orderNo'] })
      expect(await textOf(app.db, 'export_run')).toContain(phone)
      await app.settle()
      expect(parseCsv((await fetchFile(reviewer, id)).toString())).toEqual([['Order no.'], [orderNo]])
      const tables = ['es_event', 'es_command', 'es_stream', 'es_effect', 'export', 'export_run', 'audit']
      const text = await textOf(app.db, ...tables)
      expect(text).toContain(id)
      expect(text).not.toContain(phone)
      expect((await exportOf(reviewer, id)).again).toBeNull()
    })

    test('is kept for seven days', async () => {
      const id = await requestExport(reviewer)
      await app.settle()
      app.clock.advance(7 * day - 1)
      reviewer = await app.login('reviewer1')
      await app.settle()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'ready' })
      app.clock.advance(1)
      await app.settle()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'expired' })
      expect(await leftOf(app, id)).toEqual(nothingLeft)
      expect(await reviewer.call(jobs.exportChunk, { id, n: 0 })).toMatchObject({ code: 404 })
    })

    test('fails in words when the right to the list is gone meanwhile, and a file of before is closed', async () => {
      const before = await requestExport(reviewer)
      await app.settle()
      const id = await requestExport(reviewer)
      const admin = await app.login('admin')
      await admin.data(access.interfaceSave, { role_id: 3, interfaces: ['approve.detail'] })
      await app.settle()
      expect(await exportOf(reviewer, id)).toMatchObject({ state: 'failed', reason: 'notPermitted' })
      expect(await leftOf(app, id)).toEqual(nothingLeft)
      expect(await reviewer.call(jobs.exportChunk, { id: before, n: 0 })).toMatchObject({ code: 4030 })
      expect(await logProblems(app.db)).toEqual([])
    })
  })
})
