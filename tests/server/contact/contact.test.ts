import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { type Contact, type Wish } from '../../../src/machines/contact.facts.ts'
import { usualRules } from '../../../src/machines/contactRules.ts'
import type { LoanEvent } from '../../../src/machines/loan.facts.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import { createApp } from '../../../src/server/app.ts'
import { attemptContact } from '../../../src/server/contact/attempt.ts'
import * as contact from '../../../src/services/contact.ts'
import * as intake from '../../../src/services/intake.ts'
import { type Caller, unhurried } from '../../kit/app.ts'
import { oneEngine, secondPool } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { openLoan } from '../../kit/loans.ts'
import { callsTo } from '../../kit/pair.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'
import { loanFacts } from '../../machines/loan.events.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)

const relative = { name: 'Budi Santoso', phone: '+6281234500001', relationship: 'sibling', consented: true } as const

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let collector: Caller
  let support: Caller
  let lead: Caller
  let orderNo: string
  let person: string
  beforeAll(async () => {
    collector = await app.login('collector')
    support = await app.login('support')
    lead = await app.login('reviewLead')
  })

  // Attempts go to two servers by turns, over HTTP; the embedded engine serves one.
  const served: Awaited<ReturnType<typeof listen>>[] = []
  const ended: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    served.push(await listen(app.app))
    if (!databaseUrl) return
    const db = await secondPool(app.db, databaseUrl)
    const { clock } = app
    const { channels } = app.server
    const log = pino({ level: 'silent' })
    const other = await createApp({ db, clock, ids: randomUUID, channels, log, limits: unhurried })
    served.push(await listen(other.app))
    ended.push(other.stop, db.close)
  })
  afterAll(async () => {
    await Promise.all(served.map(({ close }) => close()))
    for (const end of ended) await end()
  })
  let turn = 0
  type Attempted = { attempt: string; rule?: string }
  const attempt = (of: string, purpose: 'collection' | 'marketing' | 'service', channel: string) => {
    turn += 1
    const { url } = served[turn % served.length]!
    return callsTo(url).as(collector).call<Attempted>('POST /contact/attempt', { orderNo: of, purpose, channel })
  }

  const applied = async (province = '31') => {
    const customer = passingCustomer({ contacts: [relative] })
    orderNo = await app.apply(passing({ customer: { ...customer, address: { ...customer.address, province } } }))
    await app.settle()
    person = (await app.server.store.state(`approval/${orderNo}`)).context.application!.person
  }
  beforeEach(() => applied())

  const collect = () => attempt(orderNo, 'collection', 'phone')
  const events = async () => (await app.server.store.history(`contact/${person}`)).map(({ type }) => type)
  const context = async (): Promise<Contact> => (await app.server.store.state(`contact/${person}`)).context
  /** Moves the clock to an instant of Jakarta, at which everybody is logged in. */
  const until = async (instant: string) => {
    app.clock.advance(Date.parse(`${instant}+07:00`) - app.clock.now())
    collector = await app.login('collector')
    support = await app.login('support')
    lead = await app.login('reviewLead')
  }

  test('an attempt stands before it is made, with the rules in force; an hour too early it is blocked in words', async () => {
    const answer = await collect()
    expect(answer).toHaveCode(0)
    expect(await events()).toEqual(['attempted'])
    const [stored] = await app.server.store.history(`contact/${person}`)
    expect(JSON.parse(stored!.data)).toMatchObject({
      attempt: answer.data.attempt,
      purpose: 'collection',
      channel: 'phone',
      whom: 'self',
      order: orderNo,
      zone: 'WIB',
      yearKnown: true,
      holiday: null,
      rules: usualRules,
    })
    await until('2026-03-09T10:59:59')
    const again = await collect()
    expect(again).toMatchObject({
      code: 422,
      msg: 'At least 60 minutes lie between two attempts',
      data: { rule: 'spaced' },
    })
    expect(await events()).toEqual(['attempted', 'attemptBlocked'])
    expect((await context()).attempts).toHaveLength(1)
    await until('2026-03-09T11:00:00')
    expect(await collect()).toHaveCode(0)
  })

  test.each([
    ['31', '2026-03-10', ['07', '08', '19', '20']],
    ['51', '2026-03-11', ['06', '07', '18', '19']],
    ['91', '2026-03-12', ['05', '06', '17', '18']],
  ])('the hours are those of province %s', async (province, on, [before, opens, last, closes]) => {
    await applied(province)
    await until(`${on}T${before}:59:59`)
    expect(await collect()).toMatchObject({ code: 422, data: { rule: 'withinHours' } })
    await until(`${on}T${opens}:00:00`)
    expect(await collect()).toHaveCode(0)
    await until(`${on}T${last}:59:59`)
    expect(await collect()).toHaveCode(0)
    await until(`${on}T${closes}:00:00`)
    expect(await collect()).toMatchObject({ code: 422, data: { rule: 'withinHours' } })
    expect(await events()).toEqual(['attemptBlocked', 'attempted', 'attempted', 'attemptBlocked'])
  })

  test('a Sunday and a holiday are closed, and a year without rows', async () => {
    const on = async (instant: string) => {
      await until(instant)
      return collect()
    }
    expect(await on('2026-03-15T12:00:00')).toMatchObject({ data: { rule: 'notDayOff' } })
    const nyepi = await on('2026-03-19T12:00:00')
    expect(nyepi).toMatchObject({ code: 422, data: { rule: 'notHoliday' } })
    expect(nyepi.msg).toContain('Nyepi')
    expect(await on('2027-01-05T12:00:00')).toMatchObject({
      msg: 'The holidays of 2027 are not on record, so nobody is contacted for collection',
    })
    expect(await events()).toEqual(['attemptBlocked', 'attemptBlocked', 'attemptBlocked'])
    await until('2026-04-06T10:00:00')
  })

  test('a closed attempt says from when it is allowed, on the clock of the person', async () => {
    await applied('91')
    await until('2026-04-04T18:30:00')
    const shown = async (purpose: string) => {
      const { zone, now } = await support.data(contact.ofOrder, { orderNo })
      const { rule, opensAt } = now.find((one) => one.purpose === purpose && one.channel === 'phone')!
      return { zone, rule, opensAt }
    }
    // Saturday evening; Sunday is no contact day, and Easter.
    const opensAt = Date.parse('2026-04-06T08:00:00+09:00')
    expect(await shown('collection')).toEqual({ zone: 'WIT', rule: 'withinHours', opensAt })
    expect(await shown('marketing')).toEqual({ zone: 'WIT', rule: 'consentStands', opensAt: null })
    expect(await shown('service')).toEqual({ zone: 'WIT', rule: null, opensAt: null })
    await until('2026-04-06T10:00:00')
    expect(await collect()).toHaveCode(0)
    expect(await shown('collection')).toEqual({
      zone: 'WIT',
      rule: 'spaced',
      opensAt: Date.parse('2026-04-06T11:00:00+07:00'),
    })
  })

  test.runIf(databaseUrl)('the cap holds over two servers and two orders of one person at once', async () => {
    const customer = passingCustomer()
    const first = await app.apply(passing({ customer }))
    await app.settle()
    await app.customerApp.data(intake.withdraw, { orderNo: first }, { key: randomUUID() })
    const second = await app.apply(passing({ customer }))
    await app.settle()
    const { person: same } = (await app.server.store.state(`approval/${second}`)).context.application!
    /** The rules that answered attempts at once: every second one at the other server, and about the other order. */
    const atOnce = async (purpose: 'collection' | 'marketing') => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, nth) => attempt(nth % 4 < 2 ? first : second, purpose, 'phone')),
      )
      return answers.map(({ code, msg, data }) => (code === 0 ? 'allowed' : (data.rule ?? msg))).toSorted()
    }
    const blocked = (count: number, rule: string) => Array.from({ length: count }, () => rule)

    await until('2026-04-07T10:00:00')
    await support.data(contact.giveConsent, {
      id: same,
      version: 0,
      purpose: 'marketing',
      channel: 'phone',
      proof: 'app',
    })
    expect(await atOnce('marketing')).toEqual(['allowed', 'allowed', ...blocked(10, 'marketingCap')])
    for (const [hour, rule] of [
      ['10', 'spaced'],
      ['11', 'spaced'],
      ['12', 'collectionCap'],
    ] as const) {
      await until(`2026-04-07T${hour}:00:01`)
      expect(await atOnce('collection')).toEqual(['allowed', ...blocked(11, rule)].toSorted())
    }
    await until('2026-04-07T13:00:01')
    expect(await atOnce('collection')).toEqual(blocked(12, 'collectionCap'))
    const kinds = (await app.server.store.history(`contact/${same}`)).map(({ type }) => type)
    expect(kinds.filter((type) => type === 'attempted')).toHaveLength(
      usualRules.attempts + usualRules.marketingAttempts,
    )
  })

  test('another process attempts under its own id: the same id has the first answer, and counts once', async () => {
    const wish: Wish = {
      attempt: 'message/1',
      purpose: 'collection',
      channel: 'sms',
      whom: 'self',
      order: orderNo,
      overdue: 3,
    }
    const first = await attemptContact(app.server, person, 'SYS', wish)
    expect(first).toEqual({ allowed: true, version: 1 })
    const [second, third] = await Promise.all([
      attemptContact(app.server, person, 'SYS', wish),
      attemptContact(app.server, person, 'SYS', wish),
    ])
    expect([second, third]).toEqual([first, first])
    const late = { ...wish, attempt: 'message/2', overdue: 91 }
    const blocked = await attemptContact(app.server, person, 'SYS', late)
    expect(blocked).toMatchObject({ allowed: false, rule: 'stillInHouse', version: 2 })
    expect(await attemptContact(app.server, person, 'SYS', { ...late })).toEqual(blocked)
    expect(await events()).toEqual(['attempted', 'attemptBlocked'])
  })

  test('ten at once on one person: exactly one goes through', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => collect()))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const blocked = answers.filter(({ code }) => code === 422)
    expect(blocked.map(({ data }) => data.rule)).toEqual(Array.from({ length: 9 }, () => 'spaced'))
    expect((await events()).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'attemptBlocked'), 'attempted'])
  })

  test('an emergency contact is asked after their own word; the form has no amount', async () => {
    const ask = () => collector.call(contact.askWhereabouts, { orderNo, relative: '1/1', channel: 'phone' })
    expect(await ask()).toMatchObject({ code: 422, data: { rule: 'relativeAgreed' } })
    const { contact: shown } = await support.data(contact.ofOrder, { orderNo })
    expect(shown.asked).toEqual([{ relative: '1/1', name: 'B*** S***', relationship: 'sibling' }])
    await support.data(contact.confirmRelative, {
      id: shown.id,
      version: shown.version,
      relative: '1/1',
      proof: 'recorded call',
    })
    expect(await ask()).toHaveCode(0)
    expect(Object.keys(contact.askWhereabouts.body._zod.def.shape).toSorted()).toEqual([
      'channel',
      'orderNo',
      'relative',
    ])
    expect(await collector.call(contact.askWhereabouts, { orderNo, relative: '1/7', channel: 'phone' })).toMatchObject({
      code: 400,
    })
  })

  test('a barred person is not reached for anything; a second person lifts the bar', async () => {
    const of = async (caller: Caller) => {
      const { contact: shown } = await caller.data(contact.ofOrder, { orderNo })
      return { id: shown.id, version: shown.version }
    }
    await support.data(contact.barContact, { ...(await of(support)), reason: 'complaint' })
    expect(await collect()).toMatchObject({ code: 422, msg: 'This person is not to be contacted' })
    const service = await attempt(orderNo, 'service', 'phone')
    expect(service).toMatchObject({ code: 422, data: { rule: 'notBarred' } })
    await support.data(contact.proposeLift, { ...(await of(support)), reason: 'settled' })
    await lead.data(contact.confirmLift, await of(lead))
    expect(await collect()).toHaveCode(0)
    const { log } = await support.data(contact.ofOrder, { orderNo })
    expect(log.map(({ type, rule }) => [type, rule])).toEqual([
      ['attempted', null],
      ['attemptBlocked', 'notBarred'],
      ['attemptBlocked', 'notBarred'],
    ])
  })

  test('a loan that was written off is collected in-house no longer than before', async () => {
    const at = app.clock.now()
    orderNo = await openLoan(app, { from: addDays(businessDay(at), -200) })
    for (const [nth, type] of (['writeOffProposed', 'writeOffConfirmed'] as const).entries())
      await app.server.store.send({
        stream: `loan/${orderNo}`,
        event: { ...loanFacts[type], type, by: `staff/${nth + 1}`, at } as LoanEvent,
        via: nth === 0 ? 'repay.proposeWriteOff' : 'repay.confirmWriteOff',
        key: `${type} ${orderNo}`,
      })
    expect(await collect()).toMatchObject({ code: 422, data: { rule: 'stillInHouse' } })
  })

  test('nobody is barred who is not a customer', async () => {
    const admin = await app.login('admin')
    const nobody = { id: 'nobody', version: 0, reason: 'complaint' }
    expect(await admin.call(contact.barContact, nobody)).toMatchObject({ code: 404 })
    expect(await app.server.store.version('contact/nobody')).toBe(0)
  })

  test('the list has who was reached or barred, with a masked name', async () => {
    app.clock.advance(1000)
    await collect()
    const { rows } = await support.data(contact.list, { limit: 1 })
    expect(rows).toMatchObject([{ id: person, state: 'reachable', lastAt: app.clock.now() }])
    expect(rows[0]!.name).toMatch(/\*\*\*/)
    expect(await support.data(contact.count, { state: 'liftingContact' })).toEqual({ count: 0, capped: false })
  })

  test('an evening is open to who agreed to it, until they withdraw it', async () => {
    await until('2026-04-08T20:30:00')
    const closed = { code: 422, data: { rule: 'withinHours' } }
    expect(await collect()).toMatchObject(closed)
    const of = async () => ({ id: person, version: await app.server.store.version(`contact/${person}`) })
    const hours = { opens: '20:00', closes: '21:00', days: 'workdays', proof: 'recorded call' } as const
    await support.data(contact.agreeHours, { ...(await of()), ...hours })
    expect(await collect()).toHaveCode(0)
    await until('2026-04-08T21:00:00')
    expect(await collect()).toMatchObject(closed)
    await until('2026-04-09T20:30:00')
    await support.data(contact.withdrawHours, await of())
    expect(await collect()).toMatchObject(closed)
    await until('2026-04-10T10:00:00')
  })

  test('an emergency contact is asked, and a holder collects, on the days and in the hours of the collection', async () => {
    const asked = orderNo
    const { id, version } = (await support.data(contact.ofOrder, { orderNo: asked })).contact
    await support.data(contact.confirmRelative, { id, version, relative: '1/1', proof: 'recorded call' })
    await applied()
    const wish = { purpose: 'collection', channel: 'phone', whom: 'self', overdue: 1, ofHolder: true } as const
    const triedAt = async (instant: string) => {
      await until(instant)
      const ask = await collector.call(contact.askWhereabouts, { orderNo: asked, relative: '1/1', channel: 'phone' })
      const of = { ...wish, order: orderNo, attempt: randomUUID() }
      const held = await attemptContact(app.server, person, collector.id, of)
      return [ask, held]
    }
    const refused = (rule: string) => [
      { code: 422, data: { rule } },
      { allowed: false, rule },
    ]
    expect(await triedAt('2026-05-01T12:00:00')).toMatchObject(refused('notHoliday'))
    await until('2026-05-04T08:00:00')
    const later = { ...usualRules, from: '2026-05-04', opens: '11:00' }
    await putInForce(app, 'contactRules', onlyCode, later)
    expect(await triedAt('2026-05-04T10:59:59')).toMatchObject(refused('withinHours'))
    expect(await triedAt('2026-05-04T11:00:00')).toMatchObject([{ code: 0 }, { allowed: true }])
    expect(await triedAt('2027-01-05T12:00:00')).toMatchObject(refused('holidaysKnown'))
    expect(await events()).toEqual(['attemptBlocked', 'attemptBlocked', 'holderAttempted', 'attemptBlocked'])
  })
})
