import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as approval from '../../../src/services/approval.ts'
import * as audit from '../../../src/services/audit.ts'
import * as contact from '../../../src/services/contact.ts'
import { erase, eraseLead, eraseRegistered } from '../../../src/services/erasure.ts'
import * as intake from '../../../src/services/intake.ts'
import * as lead from '../../../src/services/lead.ts'
import * as leadImport from '../../../src/services/leadImport.ts'
import * as order from '../../../src/services/order.ts'
import type { TestApp } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { importedLead } from '../../kit/leads.ts'
import { openLoan } from '../../kit/loans.ts'
import { allEvents } from '../../kit/log.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { base64, photo } from '../../kit/photo.ts'
import { withApp } from '../../kit/withApp.ts'

const reason = 'The customer asked to be forgotten'
const refusedFor = (why: string) => ({ code: 422, data: { reason: `audit:erase.refused.${why}` } })

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const admin = as('admin')
  const reviewer = as('reviewer1')

  const customer = passingCustomer({ phone: '0857-4411-3355' })
  const rejected = async (more: Parameters<TestApp['apply']>[0] = {}) => {
    const orderNo = await waitingOrder(app, more)
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    await reviewer.data(approval.firstReject, { orderNo, version: 3, reason: 'policy', note: '' })
    return orderNo
  }
  const rowsOf = async (orderNo: string) => {
    const { person } = await app.db.sql
      .selectFrom('approval')
      .select('person')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
    const counts: Record<string, number> = {}
    for (const table of ['person_key', 'person_lookup', 'document']) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where person = ${person}`.execute(app.db.sql)
      counts[table] = rows[0]!.n
    }
    return counts
  }
  const call = (orderNo: string, more: object = {}) =>
    admin.call(erase, { orderNo, repeated: orderNo, reason, ...more })

  test('a lead without an order is erased as a customer is, and is gone from the rows of a staged file', async () => {
    const head = await app.login('telemarketingLead')
    const phone = '+6285744113399'
    const id = await importedLead(app, { phone })
    const file = ['No HP,Nama,Provinsi', `${phone},Calon,31`, '085744113398,Lain,31'].join('\n')
    await head.data(leadImport.upload, {
      name: 'leads.csv',
      batch: 'UJI-2',
      source: 'uji',
      proof: 'formulir',
      content: Buffer.from(file).toString('base64'),
    })
    const staged = async () => app.db.sql.selectFrom('lead_import_row').select('n').orderBy('n').execute()
    expect(await staged()).toEqual([{ n: 2 }, { n: 3 }])
    const events = await allEvents(app.db)

    expect(await head.call(eraseLead, { id, reason })).toHaveCode(4030)
    expect(await admin.call(eraseLead, { id: 'nobody', reason })).toMatchObject({ code: 404 })
    const done = { erasedAt: app.clock.now(), orders: 0 }
    expect(await admin.data(eraseLead, { id, reason })).toEqual(done)
    app.clock.advance(60_000)
    expect(await admin.data(eraseLead, { id, reason })).toEqual(done)
    // The lead ends, once.
    expect(await allEvents(app.db)).toEqual([...events, expect.objectContaining({ type: 'withdrawn' })])
    expect(await staged()).toEqual([{ n: 3 }])
    expect((await head.data(lead.detail, { id })).row).toMatchObject({
      id,
      name: '',
      phone: '',
      state: 'invalid',
      reason: 'erased',
    })
    expect((await head.data(lead.list, { phone })).rows).toEqual([])

    const [one] = (await head.data(leadImport.list, {})).imports
    await head.data(leadImport.confirm, { id: one!.id, version: one!.version })
    await app.settle()
    expect((await head.data(leadImport.list, {})).imports[0]!.counts).toMatchObject({ imported: 1, repeated: 0 })
    expect((await head.data(lead.list, { phone })).rows).toEqual([])
  })

  test('a lead is gone from the rows that an earlier version staged without a digest', async () => {
    const head = await app.login('telemarketingLead')
    const phone = '+6285744113377'
    const id = await importedLead(app, { phone })
    const file = ['No HP,Nama,Provinsi', `${phone},Calon,31`, '085744113376,Lain,31'].join('\n')
    const about = { name: 'leads.csv', batch: 'UJI-3', source: 'uji', proof: 'formulir' }
    await head.data(leadImport.upload, { ...about, content: Buffer.from(file).toString('base64') })
    const rows = app.db.sql.selectFrom('lead_import_row').select('n').where('phone', 'is', null).orderBy('n')
    await app.db.sql.updateTable('lead_import_row').set({ phone: null }).execute()
    expect(await rows.execute()).toEqual([{ n: 2 }, { n: 3 }])
    await admin.data(eraseLead, { id, reason })
    expect(await rows.execute()).toEqual([{ n: 3 }])
  })

  test('somebody who only registered is erased by their phone, and whoever registers with it later is another', async () => {
    const phone = '+6285744113311'
    const visit = { app: 'DK', channel: 'organic', day: businessDay(app.clock.now()), phone }
    const register = (device: string) =>
      app.customerApp.data(intake.register, { ...visit, device }, { key: `register ${device}` })
    await register('a phone')
    await app.customerApp.data(intake.optOut, { phone }, { key: 'out' })
    const owners = async () => app.server.vault.find('phone', phone)
    const [person] = await owners()
    const named = async () => (await admin.data(contact.list, {})).rows.find(({ id }) => id === person)
    expect(await named()).toMatchObject({ state: 'noMarketing' })
    const events = await allEvents(app.db)

    const input = { phone: '0857 4411 3311', repeated: phone, reason }
    const head = await app.login('telemarketingLead')
    expect(await head.call(eraseRegistered, input)).toHaveCode(4030)
    const repeated = { code: 400, data: { issues: [{ field: 'repeated', reason: 'repeated' }] } }
    expect(await admin.call(eraseRegistered, { ...input, repeated: '+6285744113312' })).toMatchObject(repeated)
    const applied = passingCustomer({ phone: '+6285744113313', name: 'Zubaida Lain' })
    await rejected({ customer: applied })
    for (const other of ['+6285744113312', applied.phone])
      expect(await admin.call(eraseRegistered, { phone: other, repeated: other, reason })).toMatchObject({
        code: 404,
        msg: 'Nobody with this phone only registered, or they are erased already',
      })
    expect(await owners()).toEqual([person])

    const since = (await allEvents(app.db)).length
    const done = { erasedAt: app.clock.now(), orders: 0 }
    expect(await admin.data(eraseRegistered, input)).toEqual(done)
    const after = await allEvents(app.db)
    expect(after.slice(0, events.length)).toEqual(events)
    expect(after).toHaveLength(since)
    expect(await owners()).toEqual([])
    const keys = app.db.sql.selectFrom('person_key').select('person').where('person', '=', person!)
    expect(await keys.execute()).toEqual([])
    expect(await admin.call(eraseRegistered, input)).toHaveCode(404)
    await register('another phone')
    expect(await owners()).toEqual([expect.not.stringMatching(person!)])
  })

  test('a customer is erased for good: the log stays whole, and every screen says so', async () => {
    const documents = [{ kind: 'idFront' as const, image: base64(await photo()) }]
    const orderNo = await rejected({ customer, documents })
    await reviewer.data(approval.addNote, { orderNo, text: 'Called twice' })
    const { contact: reached } = await admin.data(contact.ofOrder, { orderNo })
    await admin.data(contact.barMarketing, { id: reached.id, version: 0, reason: 'asked on the phone' })
    expect(reached.phone).toMatch(/^\+628\*/)
    const events = await allEvents(app.db)
    const before = await rowsOf(orderNo)
    expect(Object.values(before).every((n) => n > 0)).toBe(true)

    const at = app.clock.now()
    expect(await call(orderNo, { reason: ` ${reason} ` })).toMatchObject({ code: 0, data: { erasedAt: at, orders: 1 } })
    expect(await rowsOf(orderNo)).toEqual({ person_key: 0, person_lookup: 0, document: 0 })
    expect(await allEvents(app.db)).toEqual(events)

    const { erased, person, documents: shown } = await admin.data(approval.detail, { orderNo })
    expect(erased).toEqual({ at, byName: expect.stringMatching(/./) })
    expect({ name: person.name, nik: person.nik, contacts: person.contacts, shown }).toEqual({
      name: '',
      nik: '',
      contacts: [],
      shown: [],
    })
    expect((await admin.data(approval.notes, { orderNo })).notes.map(({ text }) => text)).toEqual([null])
    const { rows } = await admin.data(order.list, { orderNo })
    expect(rows.map((row) => [row.orderNo, row.customer, row.phone])).toEqual([[orderNo, '', '']])
    for (const filter of [{ phone: customer.phone }, { nik: customer.nik }, { fullName: customer.name }])
      expect((await admin.data(order.list, filter)).rows).toEqual([])

    const { contact: forgotten } = await admin.data(contact.ofOrder, { orderNo })
    expect(forgotten).toMatchObject({ id: reached.id, name: '', phone: '', asked: [], barred: { scope: 'marketing' } })
    const listed = (await admin.data(contact.list, {})).rows.filter(({ id }) => id === reached.id)
    expect(listed.map(({ name, phone }) => [name, phone])).toEqual([['', '']])

    expect((await verify(app.db)).problems).toEqual([])
    await rebuild(app.db)
    expect((await verify(app.db)).problems).toEqual([])

    const entries = await admin.data(audit.list, { orderNo, kind: 'customerErased' })
    expect(entries.rows).toMatchObject([{ by: admin.id, at, said: { reason } }])
  })

  test('done again it is what it was, and the same person may come as a new customer', async () => {
    const again = passingCustomer()
    const orderNo = await rejected({ customer: again })
    const first = (await call(orderNo)).data
    app.clock.advance(1000)
    expect((await call(orderNo)).data).toEqual(first)
    expect((await admin.data(audit.count, { orderNo, kind: 'customerErased' })).count).toBe(1)
    const next = await waitingOrder(app, { customer: again })
    const detail = await admin.data(approval.detail, { orderNo: next })
    expect({ erased: detail.erased, type: detail.order.customerType }).toEqual({ erased: null, type: 'new' })
  })

  test('nobody is erased with an order that is open', async () => {
    const orderNo = await waitingOrder(app)
    expect(await call(orderNo)).toMatchObject(refusedFor('open'))
    expect((await rowsOf(orderNo)).person_key).toBe(1)
    expect((await admin.data(audit.list, { orderNo, kind: 'customerErased' })).rows).toEqual([])
  })

  test('nor with an approved order whose money is still to go out', async () => {
    const orderNo = await waitingOrder(app)
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    await reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 1_000_000, term: 14, note: '' })
    const final = await app.login('reviewer2')
    await final.data(approval.finalClaim, { orderNo, version: 4 })
    await final.data(approval.finalPass, { orderNo, version: 5, amount: 1_000_000, term: 14, note: '' })
    await app.settle()
    expect(await call(orderNo)).toMatchObject(refusedFor('open'))
  })

  test('nor with a loan that owes, also when another order of theirs is asked for', async () => {
    const orderNo = await openLoan(app, { from: '2026-11-21' })
    await sql`update approval set state = 'passed' where order_no = ${orderNo}`.execute(app.db.sql)
    expect(await call(orderNo)).toMatchObject(refusedFor('owes'))
  })

  test.each([
    ['without the number once more', { repeated: 'LK261121999999' }, 'repeated', 'repeated'],
    ['without a reason', { reason: ' too short ' }, 'reason', 'tooShort'],
    ['with a phone in the reason', { reason: 'asked from 0812 3456 7890' }, 'reason', 'personal'],
  ])('nor %s', async (_, more, field, why) => {
    const orderNo = await rejected()
    expect(await call(orderNo, more)).toMatchObject({ code: 400, data: { issues: [{ field, reason: why }] } })
    expect((await rowsOf(orderNo)).person_key).toBe(1)
  })

  test('nor by whom it was not granted to', async () => {
    const orderNo = await rejected()
    expect(await reviewer.call(erase, { orderNo, repeated: orderNo, reason })).toMatchObject({ code: 4030 })
    expect(await call('LK260101999999')).toMatchObject({ code: 404 })
  })
})
