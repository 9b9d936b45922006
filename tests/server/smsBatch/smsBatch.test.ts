import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sum } from '../../../src/machines/allocation.ts'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { usualRules } from '../../../src/machines/contactRules.ts'
import type { Holidays } from '../../../src/machines/decree.ts'
import { blank, follow, type State, stateName } from '../../../src/machines/kernel.ts'
import { messageMachine } from '../../../src/machines/message.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import type { EventRow } from '../../../src/server/db/tables.ts'
import { demoRoles } from '../../../src/server/demo/staff.ts'
import { policy } from '../../../src/server/policy.ts'
import { recordOf } from '../../../src/server/store/events.ts'
import * as access from '../../../src/services/access.ts'
import * as contact from '../../../src/services/contact.ts'
import * as intake from '../../../src/services/intake.ts'
import * as message from '../../../src/services/message.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import * as secondPerson from '../../../src/services/secondPerson.ts'
import * as smsBatch from '../../../src/services/smsBatch.ts'
import * as smsTemplate from '../../../src/services/smsTemplate.ts'
import * as user from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { openLoan, openLoans, tellLoan } from '../../kit/loans.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { putInForce } from '../../kit/settings.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let template: string
  let orders: string[]
  beforeAll(async () => {
    template = await approvedTemplate(app)
    const customers = [0, 1, 2].map((n) => ({ customer: passingCustomer({ phone: `+6281400000${n}22` }) }))
    orders = await openLoans(app, { from: businessDay(app.clock.now()) }, customers)
  })

  const two = (value: number) => String(value).padStart(2, '0')
  /** A day and a time in Jakarta, some minutes from now. */
  const inMinutes = (minutes: number) => {
    const at = new Date(Math.ceil(app.clock.now() / minute) * minute + minutes * minute + 7 * 60 * minute)
    return { day: at.toISOString().slice(0, 10), time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}` }
  }
  const draft = async (by: Caller, more: object = {}) => {
    const input = { list: 'order.list' as const, filter: {}, text: template, sender: demoSender, ...inMinutes(30) }
    const { stream } = await by.data(smsBatch.draft, { version: 0, ...input, ...more })
    await app.settle()
    return stream.slice('smsBatch/'.length)
  }
  const batchOf = async (by: Caller, id: string) => (await by.data(smsBatch.detail, { id })).batch
  const started = async (id: string, lead: Caller) => {
    await lead.data(smsBatch.propose, { id, version: 2 })
    await (await app.login('financeChecker')).data(smsBatch.approve, { id, version: 3 })
    app.clock.advance(31 * minute)
    await app.settle()
  }

  test('a batch is counted, approved by another, and each person gets one message unless they paid meanwhile', async () => {
    const support = await app.login('support')
    const id = await draft(support)
    const counted = await batchOf(support, id)
    expect(counted).toMatchObject({
      state: 'draft',
      rows: 3,
      count: { people: 3, sendable: 3, segments: 3, cost: 1050 },
    })
    expect(await support.call(smsBatch.approve, { id, version: 2 })).toMatchObject({ code: 4030 })
    await tellLoan(app, orders[0]!, { type: 'loanVoided' })
    await started(id, support)
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(2000)
      await app.settle()
    }
    const again = await app.login('support')
    const { batch, skipped } = await again.data(smsBatch.detail, { id })
    expect(batch).toMatchObject({
      state: 'completed',
      made: 3,
      messages: { sent: 2, skipped: 1 },
      language: 'id',
      billed: 2 * 350,
    })
    expect(skipped).toEqual({ settled: 1 })
    expect((await again.data(message.list, { batch: id })).rows).toHaveLength(3)
    expect(app.sandboxMessages().filter(({ text }) => orders.some((order) => text.includes(order)))).toHaveLength(2)
    const { left } = await app.db.sql
      .selectFrom('sms_batch_person')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
    expect(left).toBe(0)
  })

  test.each(['first', 'last'] as const)(
    'of a person with two orders, the one that the text is true for counts; here the %s is settled',
    async (settled) => {
      const support = await app.login('support')
      const customer = passingCustomer({ phone: `+62814000009${settled.length}` })
      const day = businessDay(app.clock.now())
      const opened = await openLoan(app, { from: day }, [{ customer }])
      // Somebody with an application under way may not make another.
      await app.customerApp.data(intake.withdraw, { orderNo: opened }, { key: opened })
      const both = [opened, await openLoan(app, { from: day }, [{ customer }])].toSorted()
      const [voided, owed] = settled === 'first' ? both : both.toReversed()
      await tellLoan(app, voided!, { type: 'loanVoided' })
      const id = await draft(support, {
        text: await approvedTemplate(app, { body: `Tagihan {orderNo} (${settled}): {amountDue}.` }),
      })
      const people = await app.db.sql.selectFrom('sms_batch_person').selectAll().where('batch', '=', id).execute()
      expect(people.filter(({ order_no }) => both.includes(order_no!))).toMatchObject([{ order_no: owed, skip: null }])
    },
  )

  test('a batch of what the law requires counts and reaches also who may not be contacted', async () => {
    const support = await app.login('support')
    const customer = passingCustomer({ phone: '+628140000522' })
    const orderNo = await openLoan(app, { from: businessDay(app.clock.now()) }, [{ customer }])
    const { person } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
    const reason = 'complaint'
    await (await app.login('collectionLead')).data(contact.barContact, { id: person, version: 0, reason })
    const body = 'Pemberitahuan wajib {orderNo}.'
    const unmarked = await draft(support, { filter: { orderNo }, text: await approvedTemplate(app, { body }) })
    expect(await batchOf(support, unmarked)).toMatchObject({ count: { sendable: 0, skipped: { notBarred: 1 } } })
    const text = await approvedTemplate(app, { body, marks: ['byLaw'] })
    const id = await draft(support, { filter: { orderNo }, text })
    expect(await support.data(smsBatch.detail, { id })).toMatchObject({
      byLaw: true,
      batch: { count: { sendable: 1 } },
    })
    await started(id, support)
    const { rows } = await (await app.login('support')).data(message.list, { batch: id })
    expect(rows).toMatchObject([{ orderNo, state: 'sent' }])
  })

  test('at every prefix of the log each message of a batch counts in one state; in the end they are the people', async () => {
    const { url, close } = await listen(app.app)
    app.callTo(`${url}/api`)
    // Delivered, refused, undelivered and doubtful.
    const endings = ['00', '11', '88', '95']
    const phones = endings.map((ending, nth) => `+6281400007${nth}${ending}`)
    const day = businessDay(app.clock.now())
    await openLoans(
      app,
      { from: day },
      phones.map((phone) => ({ customer: passingCustomer({ phone }) })),
    )
    let support = await app.login('support')
    const id = await draft(support, { text: await approvedTemplate(app, { body: 'Kabar tentang {orderNo}.' }) })
    const { people } = (await batchOf(support, id)).count!
    await support.data(smsBatch.propose, { id, version: 2 })
    await (await app.login('financeChecker')).data(smsBatch.approve, { id, version: 3 })
    app.clock.advance(31 * minute)
    support = await app.login('support')

    const eventsOf = async () => {
      const { rows } = await sql<EventRow>`
        select * from es_event where stream in (
          select 'message/' || id from message where batch = ${id}) order by pos`.execute(app.db.sql)
      return rows
    }
    const countedOver = async () => {
      const { messages } = await batchOf(support, id)
      return { messages, all: sum(Object.values(messages)) }
    }
    let made = 0
    for (let step = 0; step < 60; step += 1) {
      await app.work.runDue()
      await app.deliver()
      made = (await eventsOf()).filter(({ version }) => version === 1).length
      expect((await countedOver()).all).toBe(made)
      app.clock.advance(2000)
    }
    expect(made).toBe(people)

    const states = new Map<string, State>()
    for (const row of await eventsOf()) {
      const before = states.get(row.stream) ?? blank(messageMachine)
      const after = follow(messageMachine, before, recordOf(row))
      expect(message.messageStates).toContain(stateName(after.value))
      states.set(row.stream, after)
    }
    const counts = Map.groupBy(states.values(), ({ value }) => stateName(value))
    const inTheEnd = Object.fromEntries([...counts].map(([state, its]) => [state, its.length]))
    expect((await countedOver()).messages).toEqual(inTheEnd)
    const kinds = ['delivered', 'failed', 'undelivered', 'doubtful']
    expect(Object.keys(inTheEnd)).toEqual(expect.arrayContaining(kinds))
    await close()
  })

  test('a paused batch sends nothing until it goes on, and what waits of a cancelled one is never sent', async () => {
    const held = async (body: string) => {
      const id = await draft(await app.login('support'), { text: await approvedTemplate(app, { body }) })
      await (await app.login('support')).data(smsBatch.propose, { id, version: 2 })
      await (await app.login('financeChecker')).data(smsBatch.approve, { id, version: 3 })
      // The provider has no room while the messages are made.
      const full = JSON.stringify({ kind: 'full', seconds: 33 * 60 })
      await fetch(`${app.sandboxUrl}/merpati/outage`, { method: 'POST', body: full })
      app.clock.advance(31 * minute)
      await app.settle()
      const by = await app.login('support')
      await by.data(smsBatch.pause, { id, version: 5 })
      app.clock.advance(5 * minute)
      await app.settle()
      const { state, messages } = await batchOf(by, id)
      expect({ state, sent: messages['sent'] }).toEqual({ state: 'paused', sent: undefined })
      return { by, id, waiting: messages['queued']! }
    }
    const passed = async () => {
      for (let n = 0; n < 10; n += 1) {
        app.clock.advance(10_000)
        await app.settle()
      }
    }
    const resumed = await held('Kabar pertama {orderNo}.')
    expect(resumed.waiting).toBeGreaterThan(1)
    await resumed.by.data(smsBatch.resume, { id: resumed.id, version: 6 })
    await passed()
    expect((await batchOf(resumed.by, resumed.id)).messages['queued']).toBeUndefined()
    expect((await batchOf(resumed.by, resumed.id)).messages['sent']).toBeGreaterThan(0)

    const dropped = await held('Kabar kedua {orderNo}.')
    await dropped.by.data(smsBatch.cancel, { id: dropped.id, version: 6 })
    await passed()
    const { batch, skipped } = await dropped.by.data(smsBatch.detail, { id: dropped.id })
    expect(batch).toMatchObject({ state: 'cancelled', messages: { skipped: expect.any(Number) } })
    expect(batch.messages['sent']).toBeUndefined()
    expect(skipped['cancelled']).toBe(dropped.waiting)
  })

  test('a list of batches is found by its template, its sender and its start', async () => {
    const support = await app.login('support')
    const id = await draft(support)
    const { startAt } = await batchOf(support, id)
    const found = async (filter: object) => (await support.data(smsBatch.list, filter)).rows.map((row) => row.id)
    expect(await found({ text: template, sender: demoSender, startFrom: startAt })).toEqual([id])
    expect(await found({ startFrom: startAt + 1 })).toEqual([])
    expect(await found({ startTo: startAt })).not.toContain(id)
    expect(await found({ sender: 'NOBODY' })).toEqual([])
  })

  test('nobody, the past, an unknown list or time and another role are refused in words', async () => {
    const support = await app.login('support')
    const input = { version: 0, list: 'order.list', filter: {}, text: template, sender: demoSender, ...inMinutes(30) }
    const call = (more: object) => support.call(smsBatch.draft, { ...input, ...more } as never)
    expect(await call({ filter: { orderNo: 'ZZ999999999999' } })).toMatchObject({
      code: 422,
      data: { reason: 'smsBatch:guard.someRows' },
    })
    expect(await call(inMinutes(-30))).toMatchObject({ data: { reason: 'smsBatch:guard.startAhead' } })
    const late = await approvedTemplate(app, { category: 'collection', body: 'Terlambat {daysOverdue} hari.' })
    const tonight = { text: late, ...inMinutes(24 * 60), time: '20:00' }
    const words = {
      en: 'Nobody may be contacted at that hour',
      id: 'Pada jam itu tidak boleh menghubungi siapa pun',
      zh: '该时段不可联系客户',
    } as const
    for (const language of ['en', 'id', 'zh'] as const)
      expect(await support.call(smsBatch.draft, { ...input, ...tonight } as never, { language })).toMatchObject({
        code: 422,
        msg: words[language],
        data: { reason: 'smsBatch:guard.startOpen' },
      })
    expect(await call({ time: '25:00' })).toMatchObject({ code: 400 })
    expect(await call({ list: 'account.list' })).toMatchObject({ code: 400 })
    expect(await call({ list: 'repay.plan' })).toMatchObject({ code: 4030 })
    expect(await call({ text: 'no-such-template' })).toMatchObject({ code: 404 })
  })

  test('staff who see the orders of one app do not see a batch to those of all', async () => {
    const id = await draft(await app.login('support'))
    const admin = await app.login('admin')
    const role = await admin.data(access.roleSave, { name: 'everything' })
    const role_id = Number(role.stream.slice('role/'.length))
    const interfaces = app.mounted.flatMap((one) => (one.permission === 'granted' ? [one.interface] : []))
    await admin.data(access.interfaceSave, { role_id, interfaces: [...new Set(interfaces)] })
    await admin.data(user.powerUserEdit, { name: 'one', email: 'one@demo.example', roles: [role_id], password })
    const lead = await app.login('one')
    const group = { name: 'one app', appGrouping: true, stages: ['first' as const], capacity: 5, shifts: [] }
    await admin.data(reviewers.groupSave, { ...group, apps: ['PW'], members: [lead.id] })
    const { rows } = await lead.data(smsBatch.list, {})
    expect(rows).toEqual([])
    expect(await lead.call(smsBatch.detail, { id })).toHaveCode(404)
    const { propose, approve, pause, resume, cancel } = smsBatch
    for (const command of [propose, approve, pause, resume, cancel])
      expect(await lead.call(command, { id, version: 2 })).toHaveCode(404)
    expect((await batchOf(admin, id)).state).toBe('draft')
    await (await app.login('support')).data(propose, { id, version: 2 })
    const waiting = async (by: Caller) =>
      (await by.data(secondPerson.list, { kind: 'smsBatch/pendingApproval' })).rows.map((row) => row.id)
    expect(await waiting(admin)).toEqual([id])
    expect(await waiting(lead)).toEqual([])
  })

  test('the people of a batch are listed with why nothing would be sent to some, until it ends', async () => {
    const support = await app.login('support')
    const id = await draft(support)
    const { count } = await batchOf(support, id)
    const of = async (which: string, more: object = {}) =>
      (await support.data(smsBatch.people, { id, which, ...more })).rows
    expect(await of(smsBatch.toBeSent)).toHaveLength(count!.sendable)
    expect(await of('settled')).toHaveLength(count!.skipped['settled']!)
    const all = await of(smsBatch.everybody)
    expect(all).toHaveLength(count!.people)
    expect(all[0]).toMatchObject({ n: 1, phone: expect.stringContaining('***') })
    const page = await support.data(smsBatch.people, { id, which: smsBatch.everybody, limit: 1 })
    expect(page.next).toBe(1)
    expect((await of(smsBatch.everybody, { after: 1 }))[0]).toEqual(all[1])
    const { version } = await batchOf(support, id)
    await support.data(smsBatch.cancel, { id, version })
    await app.settle()
    expect(await of(smsBatch.everybody)).toEqual([])
  })

  test('the cases of a stage are an audience', async () => {
    const lead = await app.login('collectionLead')
    const day = businessDay(app.clock.now())
    const late = await openLoan(app, { from: addDays(day, -25) })
    await app.settle()
    const id = await draft(lead, { list: 'recoveryCase.list', filter: { phase: 'open', stage: 's1' } })
    expect((await lead.data(smsBatch.people, { id, which: smsBatch.everybody })).rows).toMatchObject([
      { orderNo: late, skip: null },
    ])
  })

  describe('a text of collection', () => {
    let text: string
    let orderNo: string
    let support: Caller
    beforeAll(async () => {
      text = await approvedTemplate(app, { category: 'collection', body: 'Terlambat {daysOverdue} hari.' })
      orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -25) })
      await app.settle()
    })
    beforeEach(async () => {
      support = await app.login('support')
    })

    const tuesday = { day: '2026-11-24', time: '09:30' }
    const drafts = (more: object = {}) =>
      support.call(smsBatch.draft, {
        version: 0,
        list: 'order.list',
        filter: { orderNo },
        text,
        sender: demoSender,
        ...tuesday,
        ...more,
      })
    const refused = (rule: string) => ({ code: 422, data: { reason: `smsBatch:guard.${rule}` } })
    const proposed = async (more: object = {}) => {
      const id = await draft(support, { filter: { orderNo }, text, ...tuesday, ...more })
      await support.data(smsBatch.propose, { id, version: 2 })
      return id
    }
    const approval = async (id: string) =>
      (await app.login('financeChecker')).call(smsBatch.approve, { id, version: 3 })
    const rulesFrom = (more: object) =>
      putInForce(app, 'contactRules', onlyCode, { ...usualRules, from: businessDay(app.clock.now()), ...more })

    test('has no batch without a sender that is used, nor on a holiday or in a year without them', async () => {
      await putInForce(app, 'smsSender', demoSender, { registration: 'SID-1', used: false })
      expect(await drafts()).toMatchObject(refused('senderUsed'))
      await putInForce(app, 'smsSender', demoSender, { registration: 'SID-1', used: true })
      expect(await drafts({ day: '2026-12-25' })).toMatchObject(refused('startOpen'))
      expect(await drafts({ day: '2027-01-04' })).toMatchObject(refused('startOpen'))
      expect(await drafts()).toHaveCode(0)
    })

    test('follows the hours that are in force when it is drafted and when it is approved, and its template', async () => {
      const early = await proposed()
      await rulesFrom({ opens: '10:00' })
      expect(await drafts()).toMatchObject(refused('startOpen'))
      expect(await approval(early)).toMatchObject(refused('startStillOpen'))
      const old = await approvedTemplate(app)
      const { version } = await app.server.store.state(`smsTemplate/${old}`)
      await (await app.login('financeChecker')).data(smsTemplate.retire, { id: old, version })
      expect(await drafts({ text: old })).toMatchObject(refused('templateApproved'))
    })

    test('is approved on no day that became a holiday, and in no year without them', async () => {
      const [soon, late] = [await proposed({ time: '10:30' }), await proposed({ day: '2026-12-30', time: '10:30' })]
      const { in_force: stored } = await app.db.sql
        .selectFrom('setting')
        .select('in_force')
        .where('kind', '=', 'holidays')
        .executeTakeFirstOrThrow()
      const [{ decree, days }] = stored as [Holidays]
      const voting = { day: tuesday.day, kind: 'national', name: 'Pilkada' } as const
      await putInForce(app, 'holidays', '2026', { decree, days: [voting, ...days] })
      expect(await approval(soon)).toMatchObject(refused('startStillOpen'))
      app.clock.advance(Date.UTC(2027, 0, 4, 3) - app.clock.now())
      expect(await approval(late)).toMatchObject(refused('startStillOpen'))
    })
  })

  test('over HTTP, an audience of 300,000 is refused in words, and so is one beyond the limit', async () => {
    const limit = policy.mostInBatch
    const [first, second, third] = ['2031-01-01', '2031-01-02', '2031-01-03']
    // Rows of one loan: whoever drafts it is told the number of rows, before anybody is counted.
    const columns = Object.keys((await app.db.sql.selectFrom('instalment').selectAll().executeTakeFirst())!)
    const others = sql.join(columns.filter((name) => name !== 'term' && name !== 'due').map((name) => sql.ref(name)))
    await sql`
      insert into instalment (term, due, ${others})
      select n + 1000, case when n <= ${limit} then ${first} when n = ${limit + 1} then ${second} else ${third} end, ${others}
      from (select * from instalment where order_no = ${orders[1]!} limit 1) one, generate_series(1, 300000) n`.execute(
      app.db.sql,
    )
    const admin = await app.login('admin')
    const { url, close } = await listen(app.app)
    const asked = async (from: string, to: string) => {
      const response = await fetch(`${url}/api${smsBatch.draft.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': 'en',
          'x-token': admin.token,
          cookie: admin.cookie,
        },
        body: JSON.stringify({
          version: 0,
          list: 'repay.plan',
          filter: { dueFrom: dayStart(from), dueTo: dayStart(addDays(to, 1)) },
          text: template,
          sender: demoSender,
          ...inMinutes(30),
        }),
      })
      return response.json()
    }
    const refused = { code: 422, data: { reason: 'smsBatch:guard.withinLimit' } }
    expect(await asked(first, third)).toMatchObject({
      ...refused,
      msg: 'The filter finds more than one batch may have; narrow it',
    })
    expect(await asked(first, second)).toMatchObject(refused)
    expect(await app.db.sql.selectFrom('sms_batch_run').selectAll().where('is_counted', '=', false).execute()).toEqual(
      [],
    )
    expect(await asked(first, first)).toMatchObject({ code: 0 })
    await close()
  })
})

test('every role that drafts batches may see a list whose rows are an audience', () => {
  const held = Object.values(demoRoles).map(({ interfaces }): readonly string[] => interfaces)
  const drafting = held.filter((interfaces) => interfaces.includes(smsBatch.draft.interface))
  expect(drafting.length).toBeGreaterThan(1)
  for (const interfaces of drafting) expect(smsBatch.audienceLists.some((list) => interfaces.includes(list))).toBe(true)
})
