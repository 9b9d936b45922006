import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualStaffRules } from '../../../src/machines/staffRules.ts'
import * as approval from '../../../src/services/approval.ts'
import * as order from '../../../src/services/order.ts'
import * as payout from '../../../src/services/payout.ts'
import { fields, reveal, type RevealedField } from '../../../src/services/reveal.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { approvedOrder, payoutCall, send } from '../../kit/payouts.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

const customer = () =>
  passingCustomer({
    name: 'Zulaikha Xaveria',
    phone: '0857-7766-5544',
    email: 'zulaikha.x@rahasia.example',
    address: { street: 'Jalan Rahasia 77', city: 'Jakarta Pusat', province: '31' },
    employment: { employer: 'Toko Tersembunyi', job: 'Kasir', monthlyIncome: 6_543_210, since: '2019-02-01' },
    bank: { name: 'BCA', account: '8800771122', holder: 'Zulaikha Xaveria', card: '6019 8800 7711 2233' },
    contacts: [
      { name: 'Pertama Kontak', phone: '081311122200', relationship: 'friend', consented: true },
      { name: 'Quraisy Kontak', phone: '081311122233', relationship: 'friend', consented: true },
    ],
  })
type Customer = ReturnType<typeof customer>

const ofCustomer = (who: Customer): Record<RevealedField, string> => ({
  name: who.name,
  nik: who.nik,
  birthday: who.birthday,
  phone: '+6285777665544',
  email: who.email,
  street: 'Jalan Rahasia 77',
  employer: 'Toko Tersembunyi',
  monthlyIncome: '6543210',
  account: '8800771122',
  accountHolder: 'Zulaikha Xaveria',
  card: '6019880077112233',
  contactName: 'Quraisy Kontak',
  contactPhone: '+6281311122233',
})

const because = { purpose: 'customerAsks' as const }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const lead = as('reviewLead')
  let who: Customer
  let orderNo: string
  beforeAll(async () => {
    who = customer()
    orderNo = await app.apply({ customer: who })
    await app.settle()
  })

  const entries = async (by: Caller, type = 'fieldShown') => {
    const rows = await app.db.sql
      .selectFrom('audit')
      .select(['subject', 'data'])
      .where('actor', '=', by.id)
      .where('type', '=', type)
      .orderBy('pos')
      .execute()
    return rows.map(({ subject, data }) => ({ subject, ...(JSON.parse(data) as Record<string, unknown>) }))
  }

  test('each thing of a customer is masked in the detail, shown one at a time for a reason, and its showing is one entry', async () => {
    const before = JSON.stringify(await lead.data(approval.detail, { orderNo }))
    const wanted = ofCustomer(who)
    for (const value of Object.values(wanted)) expect(before).not.toContain(value)
    for (const field of fields) {
      const contact = field.startsWith('contact') ? { contact: 1 } : {}
      expect(await lead.data(reveal, { orderNo, field, ...contact, ...because })).toEqual({ value: wanted[field] })
    }
    expect(await entries(lead)).toMatchObject(
      fields.map((field) => ({ subject: `approval/${orderNo}`, field, purpose: 'customerAsks' })),
    )
    const kept = await textOf(app.db, 'audit', 'es_event', 'es_command', 'throttle')
    expect(Object.values(wanted).filter((value) => kept.includes(value))).toEqual([])
    // A value that was revealed once is masked again the next time.
    expect(JSON.stringify(await lead.data(approval.detail, { orderNo }))).not.toContain(wanted.phone)
  })

  test('a call that is sent again because its answer was lost is one showing', async () => {
    const support = await app.login('support')
    const body = { orderNo, field: 'phone' as const, ...because }
    const key = randomUUID()
    await support.data(reveal, body, { key })
    await support.data(reveal, body, { key })
    expect(await entries(support)).toHaveLength(1)
    await support.data(reveal, body)
    expect(await entries(support)).toHaveLength(2)
    // Sent again while the first call is under way.
    const same = randomUUID()
    await Promise.all([support.data(reveal, body, { key: same }), support.data(reveal, body, { key: same })])
    expect(await entries(support)).toHaveLength(3)
  })

  test('a change of the customer’s data is shown before and after to whoever may be shown it, of its own order alone', async () => {
    const support = await app.login('support')
    const changed = await app.apply({ customer: customer() })
    const other = await app.apply({ customer: customer() })
    await app.settle()
    await support.data(order.editUserInfo, { orderNo: changed, phone: '0813-5555-1212', monthlyIncome: 9_876_543 })
    await app.settle()
    const { edits } = await support.data(order.editsOf, { orderNo: changed })
    expect(JSON.stringify(edits)).not.toMatch(/5555|9876543/)
    const { masked, records } = edits[0]!
    expect(masked).toBe(true)
    const value = async (field: RevealedField, record: number) =>
      (await lead.data(reveal, { orderNo: changed, field, record, ...because })).value
    expect([await value('phone', records.before), await value('phone', records.after)]).toEqual([
      '+6285777665544',
      '+6281355551212',
    ])
    expect(await value('monthlyIncome', records.after)).toBe('9876543')
    const body = { field: 'phone' as const, record: records.after, ...because }
    expect(await lead.call(reveal, { ...body, orderNo: changed, record: 99 })).toMatchObject({ code: 404 })
    expect(await lead.call(reveal, { ...body, orderNo: other })).toMatchObject({ code: 404 })
    expect((await entries(lead)).slice(-3)).toMatchObject([
      { field: 'phone', record: records.before },
      { field: 'phone', record: records.after },
      { field: 'monthlyIncome', record: records.after },
    ])
  })

  test('where a payout went and is to go is masked beside it, and shown for each account that it had', async () => {
    const [maker, checker] = [await app.login('finance'), await app.login('financeChecker')]
    const paid = await approvedOrder(app, '11')
    await send(app, maker, checker, paid)
    await app.server.store.send({
      stream: `payout/${paid}`,
      event: { type: 'payoutFailed', by: 'SYS', at: app.clock.now(), txid: `${paid}-P1`, code: 'CLOSED' },
      via: 'SYS',
      key: randomUUID(),
    })
    const account = { bank: 'BNI', account: '5550001177', evidence: 'sent by the customer' }
    expect(await payoutCall(app, maker, payout.changeAccount, paid, account)).toMatchObject({ code: 0 })
    const { payout: record, attempts } = await maker.data(payout.ofOrder, { orderNo: paid })
    expect(record).toMatchObject({
      payee: { account: '*******811', accountHolder: 'S*** W***' },
      proposed: { bank: 'BNI', account: '*******177', accountHolder: 'S*** W***' },
    })
    const value = async (record: number, field: RevealedField = 'account') =>
      (await checker.data(reveal, { orderNo: paid, record, field, purpose: 'payment' })).value
    // The person who confirms another account can see which it is.
    expect(await value(record!.proposed!.record)).toBe('5550001177')
    expect(await value(record!.payee.record, 'accountHolder')).toBe('Sri Wahyuni')
    expect(await value(attempts[0]!.payee.record)).toBe('1234567811')
  })

  test('a reason is one of those there are, or words of one’s own in which there is no customer', async () => {
    const told = async (why: object) => {
      const { code, data } = await lead.call(reveal, { orderNo, field: 'email', ...why } as never)
      const { issues = [] } = (data ?? {}) as { issues?: { field: string; reason: string }[] }
      return [code, ...issues.map(({ field, reason }) => `${field}: ${reason}`)]
    }
    const before = await entries(lead)
    expect(await told({})).toEqual([400, 'purpose: choice'])
    expect(await told({ purpose: 'curious' })).toEqual([400, 'purpose: choice'])
    expect(await told({ purpose: 'other' })).toEqual([400, 'words: required'])
    expect(await told({ purpose: 'other', words: 'just so   ' })).toEqual([400, 'words: tooShort'])
    for (const words of ['they called from 0812 3456 789', 'write to siti@post.example', 'for NIK 3171015708921001'])
      expect(await told({ purpose: 'other', words })).toEqual([400, 'words: personal'])
    expect(
      await told({ purpose: 'other', words: `so that I know ${who.email.toUpperCase().replace('@', '(at)')}` }),
    ).toEqual([0])
    const named = { purpose: 'other', words: `because zulaikha xaveria called`, field: 'name' }
    expect(await told(named)).toEqual([400, 'words: personal'])
    // An error that says the words name the customer reveals the name, so it is audited.
    const made = (await entries(lead)).slice(before.length)
    expect(made).toHaveLength(2)
    expect(JSON.stringify(made)).not.toContain('zulaikha')
  })

  test('is for roles that were granted it, and of orders that there are', async () => {
    const reviewer = await app.login('reviewer1')
    const body = { orderNo, field: 'name' as const, ...because }
    expect(await reviewer.call(reveal, body)).toMatchObject({ code: 4030 })
    expect(await app.nobody.call(reveal, body)).toMatchObject({ code: 403 })
    expect(await lead.call(reveal, { ...body, orderNo: 'LK260101999999' })).toMatchObject({ code: 404 })
    expect(await lead.call(reveal, { ...body, at: 99 })).toMatchObject({ code: 404 })
    expect(await lead.call(reveal, { ...body, field: 'contactName', contact: 2 })).toMatchObject({ code: 404 })
    expect(await lead.call(reveal, { ...body, field: 'contactName' })).toMatchObject({ code: 404 })
  })

  test('shows a version of the past as it was then', async () => {
    const support = await app.login('support')
    await support.data(order.editUserInfo, { orderNo, email: 'new.zulaikha@rahasia.example' })
    await app.settle()
    const value = async (at?: number) =>
      (await lead.data(reveal, { orderNo, field: 'email', ...because, ...(at && { at }) })).value
    expect([await value(1), await value()]).toEqual([who.email, 'new.zulaikha@rahasia.example'])
  })

  test('is empty when the customer was erased', async () => {
    const gone = await app.apply({ customer: customer() })
    await app.settle()
    const { application } = (await app.server.store.state(`approval/${gone}`)).context
    await app.db.sql.deleteFrom('person_key').where('person', '=', application!.person).execute()
    expect(await lead.data(reveal, { orderNo: gone, field: 'name', ...because })).toEqual({ value: '' })
  })

  test('the holder of the claim sees all of it, which is one opening and no showing', async () => {
    const reviewer = await app.login('reviewer1.2')
    const mine = await app.apply({ customer: customer() })
    await app.settle()
    await reviewer.data(approval.firstClaim, { orderNo: mine, version: 2 })
    for (let look = 0; look < 3; look += 1) {
      const { masked, person } = await reviewer.data(approval.detail, { orderNo: mine })
      expect({ masked, name: person.name }).toEqual({ masked: false, name: 'Zulaikha Xaveria' })
    }
    expect(await entries(reviewer, 'recordOpened')).toHaveLength(1)
    expect(await entries(reviewer)).toEqual([])
  })

  test('is limited for each person and hour', async () => {
    const approver = await app.login('approve')
    const body = { orderNo, field: 'name' as const, ...because }
    for (let nth = 0; nth < usualStaffRules.reveals; nth += 1) expect(await approver.call(reveal, body)).toHaveCode(0)
    const { code, data } = await approver.call(reveal, body)
    expect({ code, data }).toEqual({ code: 429, data: { retryAfter: expect.any(Number) } })
    expect(await entries(approver)).toHaveLength(usualStaffRules.reveals)
    expect(await lead.call(reveal, body)).toHaveCode(0)
  })

  test('counts a call that is sent again once, also when the hour’s last was used', async () => {
    const approver = await app.login('admin')
    const body = { orderNo, field: 'name' as const, ...because }
    const keys = Array.from({ length: usualStaffRules.reveals }, () => randomUUID())
    const code = async (key: string) => (await approver.call(reveal, body, { key })).code
    for (const key of keys) expect([await code(key), await code(key)]).toEqual([0, 0])
    expect(await code(keys[0]!)).toBe(0)
    expect(await code(randomUUID())).toBe(429)
    expect(await entries(approver)).toHaveLength(usualStaffRules.reveals)
  })

  test('a key that is kept is no way to look again without an entry', async () => {
    const key = randomUUID()
    const body = { orderNo, field: 'nik' as const, ...because }
    const again = async () => {
      const caller = await app.login('support')
      await caller.data(reveal, body, { key })
      return (await entries(caller)).length
    }
    const before = await again()
    app.clock.advance(3_600_000)
    expect(await again()).toBe(before + 1)
  })
})
