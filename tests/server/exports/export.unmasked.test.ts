import { parseCsv } from 'hucre/csv'
import { beforeAll, describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import { demoRoles } from '../../../src/server/demo/staff.ts'
import * as access from '../../../src/services/access.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as loanLists from '../../../src/services/loan.lists.ts'
import * as order from '../../../src/services/order.ts'
import * as payout from '../../../src/services/payout.ts'
import { reveal, type RevealedField } from '../../../src/services/reveal.ts'
import * as statement from '../../../src/services/statement.ts'
import type { Caller } from '../../kit/app.ts'
import { bankFile, takeIn } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { exportOf, fetchFile } from '../../kit/exports.ts'
import { openLoan } from '../../kit/loans.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { approvedOrder } from '../../kit/payouts.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

const customer = () =>
  passingCustomer({
    name: 'Zulaikha Xaveria',
    phone: '0857-7766-5544',
    email: 'zulaikha.x@rahasia.example',
    bank: { name: 'BCA', account: '8800771122', holder: 'Zulaikha Xaveria' },
  })

type Wanted = InputOf<typeof jobs.requestExport>
const reviews: Wanted = {
  list: 'approve.list',
  filter: { list: 'firstWait' },
  columns: ['orderNo', 'customer'],
  format: 'csv',
}
const because = { purpose: 'complaint' as const }

const roleOf = (name: keyof typeof demoRoles) => Object.keys(demoRoles).indexOf(name) + 1

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const admin = as('admin')
  const lead = as('reviewLead')
  let orderNo: string
  let who: ReturnType<typeof customer>
  beforeAll(async () => {
    who = customer()
    orderNo = await app.apply({ customer: who })
    await app.settle()
  })

  const fileOf = async (caller: Caller, answer: { stream: string }) => {
    await app.settle()
    const id = answer.stream.slice('export/'.length)
    const { state, reason } = await exportOf(caller, id)
    expect({ state, reason }).toEqual({ state: 'ready', reason: null })
    return { id, cells: parseCsv((await fetchFile(caller, id)).toString()) }
  }
  const entriesOf = async (id: string) => {
    const rows = await app.db.sql
      .selectFrom('audit')
      .select(['actor', 'type', 'data'])
      .where('subject', '=', `export/${id}`)
      .orderBy('pos')
      .execute()
    return rows.map(({ data, ...row }) => ({ ...row, ...(JSON.parse(data) as object) }))
  }
  /** Runs `act` while a role lacks some of the demo's grants. */
  const without = async (
    name: keyof typeof demoRoles,
    left: readonly { interface: string }[],
    act: () => Promise<void>,
  ) => {
    const role_id = roleOf(name)
    const granted: readonly string[] = demoRoles[name].interfaces
    const gone = left.map((endpoint) => endpoint.interface)
    await admin.data(access.interfaceSave, { role_id, interfaces: granted.filter((one) => !gone.includes(one)) })
    try {
      await act()
    } finally {
      await admin.data(access.interfaceSave, { role_id, interfaces: [...granted] })
    }
  }

  test('an export is masked, whoever asks', async () => {
    const { cells } = await fileOf(lead, await lead.data(jobs.requestExport, reviews))
    expect(cells[1]).toEqual([orderNo, 'Z*** X***'])
  })

  test('with the right to it and for a reason an export has customers as they are, and one entry says so', async () => {
    const { id, cells } = await fileOf(lead, await lead.data(jobs.requestUnmasked, { ...reviews, ...because }))
    expect(cells[1]).toEqual([orderNo, 'Zulaikha Xaveria'])
    const { list, columns } = reviews
    expect(await entriesOf(id)).toMatchObject([
      { actor: lead.id, type: 'exportUnmasked', list, columns, ...because },
      { actor: lead.id, type: 'exportFetched' },
    ])
    // The file has expired; what is kept for good names no customer.
    const kept = await textOf(app.db, 'audit', 'es_event', 'es_command', 'es_stream', 'export', 'export_run')
    expect(['Zulaikha', who.nik, '85777665544'].filter((secret) => kept.includes(secret))).toEqual([])
  })

  test('all that the lists know of a customer is in it', async () => {
    const columns = ['orderNo', 'customer', 'phone', 'nik', 'email', 'account']
    const wanted: Wanted = { list: order.list.id, filter: {}, columns, format: 'csv' }
    const { cells } = await fileOf(admin, await admin.data(jobs.requestUnmasked, { ...wanted, ...because }))
    // A CSV marks long runs of digits as text, so that they are not read as numbers.
    const told = cells.find(([number]) => number === orderNo)!.map((cell) => String(cell).replace(/^'/, ''))
    expect(told).toEqual([orderNo, who.name, '+6285777665544', who.nik, who.email, '8800771122'])
  })

  test('so are the lists of payouts, instalments and payments', async () => {
    const lent = customer()
    const ofLoan = await openLoan(app, { from: '2026-11-01' }, [{ customer: lent }])
    const rowOf = async (list: string, filter: Record<string, unknown>, columns: string[], of = ofLoan) => {
      const wanted: Wanted = { list, filter, columns: ['orderNo', ...columns], format: 'csv' }
      const { cells } = await fileOf(admin, await admin.data(jobs.requestUnmasked, { ...wanted, ...because }))
      return cells
        .find(([number]) => number === of)
        ?.slice(1)
        .map((cell) => String(cell).replace(/^'/, ''))
    }
    expect(await rowOf(loanLists.plan.id, {}, ['customer', 'phone', 'nik'])).toEqual([
      'Zulaikha Xaveria',
      '+6285777665544',
      lent.nik,
    ])
    const paid = await approvedOrder(app)
    const shown = async (field: RevealedField) => (await lead.data(reveal, { orderNo: paid, field, ...because })).value
    expect(await rowOf(payout.list.id, { list: 'wait' }, ['customer', 'phone', 'account'], paid)).toEqual([
      await shown('name'),
      await shown('phone'),
      await shown('account'),
    ])
  })

  test('what a bank says of a payment is masked as well, unless it is asked for as it is', async () => {
    const finance = await app.login('finance')
    const { accounts } = await finance.data(statement.choices, {})
    const movement = [businessDay(app.clock.now()), 150_000, 'TRSF DARI ZULAIKHA XAVERIA'] as const
    await takeIn(app, finance, accounts[0]!.code, bankFile(1_000_000, [movement]))
    const wanted: Wanted = { list: statement.list.id, filter: {}, columns: ['info'], format: 'csv' }
    const masked = await fileOf(admin, await admin.data(jobs.requestExport, wanted))
    expect(masked.cells[1]).toEqual(['TRSF DARI Z*** X***'])
    const whole = await fileOf(admin, await admin.data(jobs.requestUnmasked, { ...wanted, ...because }))
    expect(whole.cells[1]).toEqual([movement[2]])
  })

  test('without a reason, or of a list without customers, there is none', async () => {
    const before = await textOf(app.db, 'audit')
    expect(await lead.call(jobs.requestUnmasked, reviews as never)).toHaveCode(400)
    expect(await lead.call(jobs.requestUnmasked, { ...reviews, purpose: 'other', words: 'because' })).toMatchObject({
      code: 400,
    })
    const days: Wanted = { list: payout.days.id, filter: {}, columns: ['day'], format: 'csv' }
    expect(await admin.call(jobs.requestUnmasked, { ...days, ...because })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'list' }] },
    })
    expect(await textOf(app.db, 'audit')).toBe(before)
  })

  test('exporting is a right of its own: without it nothing is asked for, written or fetched', async () => {
    const reviewer = await app.login('reviewer1')
    const { id } = await fileOf(reviewer, await reviewer.data(jobs.requestExport, reviews))
    const asked = await reviewer.data(jobs.requestExport, reviews)
    await without('reviewer1', [jobs.requestExport], async () => {
      expect(await reviewer.call(jobs.requestExport, reviews)).toMatchObject({ code: 4030 })
      expect(await reviewer.data(jobs.exportable, {})).toEqual({ lists: [] })
      expect(await reviewer.call(jobs.exportChunk, { id, n: 0 })).toMatchObject({ code: 4030 })
      await app.settle()
      expect(await exportOf(reviewer, asked.stream.slice('export/'.length))).toMatchObject({
        state: 'failed',
        reason: 'notPermitted',
      })
    })
    expect(await reviewer.call(jobs.exportChunk, { id, n: 0 })).toHaveCode(0)
  })

  test('so is seeing customers in one, and neither gives the other', async () => {
    const reviewer = await app.login('reviewer1')
    const { id } = await fileOf(lead, await lead.data(jobs.requestUnmasked, { ...reviews, ...because }))
    const asked = await lead.data(jobs.requestUnmasked, { ...reviews, ...because })
    expect(await reviewer.call(jobs.requestUnmasked, { ...reviews, ...because })).toMatchObject({ code: 4030 })
    await without('reviewLead', [jobs.requestUnmasked], async () => {
      expect(await lead.call(jobs.requestUnmasked, { ...reviews, ...because })).toMatchObject({ code: 4030 })
      expect(await lead.call(jobs.exportChunk, { id, n: 0 })).toMatchObject({ code: 4030 })
      await app.settle()
      expect(await exportOf(lead, asked.stream.slice('export/'.length))).toMatchObject({ state: 'failed' })
    })
    await without('reviewLead', [jobs.requestExport], async () => {
      expect(await lead.call(jobs.requestUnmasked, { ...reviews, ...because })).toMatchObject({ code: 4030 })
    })
  })

  test('every demo role that sees a list may export it', () => {
    const lists = ['approve.list', 'order.list', 'loan.list', 'repay.plan', 'bankStatement.list', 'withdrawal.list']
    const may = Object.entries<{ interfaces: readonly string[] }>(demoRoles)
      .filter(([, { interfaces }]) => interfaces.some((one) => lists.includes(one)))
      .filter(([, { interfaces }]) => !interfaces.includes(jobs.requestExport.interface))
    expect(may.map(([name]) => name)).toEqual([])
  })
})
