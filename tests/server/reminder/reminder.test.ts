import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { usualRules } from '../../../src/machines/contactRules.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import * as contact from '../../../src/services/contact.ts'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import * as message from '../../../src/services/message.ts'
import * as reminder from '../../../src/services/reminder.ts'
import * as smsBatch from '../../../src/services/smsBatch.ts'
import * as smsTemplate from '../../../src/services/smsTemplate.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoans } from '../../kit/loans.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { putInForce } from '../../kit/settings.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
const hour = 3_600_000

type Terms = Omit<BodyOf<typeof reminder.draft>, 'version'>

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let text: string
  beforeAll(async () => {
    text = await approvedTemplate(app)
    const customers = [0, 1].map((n) => ({ customer: passingCustomer({ phone: `+6281400001${n}22` }) }))
    // The first instalment is due after 20 days, on Thursday.
    await openLoans(app, { from: addDays(businessDay(monday), -17) }, customers)
  })

  const terms = (more: Partial<Terms> = {}): Terms => ({
    text,
    sender: demoSender,
    days: 2,
    side: 'before',
    time: '09:00',
    product: reminder.everyProduct,
    ...more,
  })
  const rowOf = async (id: string) => {
    const { rows } = await (await app.login('collectionLead')).data(reminder.list, {})
    return rows.find((row) => row.id === id)!
  }
  const active = async (more: Partial<Terms> = {}) => {
    const lead = await app.login('collectionLead')
    const { stream } = await lead.data(reminder.draft, { version: 0, ...terms(more) })
    const id = stream.slice('reminder/'.length)
    await lead.data(reminder.propose, { id, version: 1 })
    await (await app.login('financeChecker')).data(reminder.approve, { id, version: 2 })
    return id
  }
  const later = async (hours: number) => {
    app.clock.advance(hours * hour)
    for (let n = 0; n < 5; n += 1) {
      await app.settle()
      app.clock.advance(2000)
    }
  }

  test('a reminder is approved once, and then makes the batch of each day by itself', async () => {
    const id = await active()
    expect(await rowOf(id)).toMatchObject({ state: 'active', nextDue: monday + 23 * hour, last: null })
    await later(23)
    const row = await rowOf(id)
    expect(row).toMatchObject({ last: { day: '2026-03-10', rows: 2, reason: null }, nextDue: monday + 47 * hour })
    const lead = await app.login('collectionLead')
    const { rows } = await lead.data(smsBatch.list, { reminder: id })
    expect(rows).toMatchObject([
      { id: row.last!.batch, state: 'completed', made: 2, count: { people: 2, sendable: 2 } },
    ])
    expect((await lead.data(smsBatch.detail, { id: row.last!.batch! })).batch.messages).toEqual({ sent: 2 })
    await later(24)
    expect((await rowOf(id)).last).toEqual({ day: '2026-03-11', rows: 0, batch: null, reason: 'nobody' })
    expect((await (await app.login('collectionLead')).data(smsBatch.list, { reminder: id })).rows).toHaveLength(1)
  })

  test('a template that is retired, and a day without contact, have no batch and say why', async () => {
    const other = await approvedTemplate(app)
    const retired = await active({ text: other })
    const collecting = await approvedTemplate(app, {
      category: 'collection',
      body: 'Tagihan {amountDue} telah lewat {daysOverdue} hari.',
    })
    const onSunday = await active({ text: collecting, days: 1, side: 'after' })
    const { version } = await app.server.store.state(`smsTemplate/${other}`)
    await (await app.login('financeChecker')).data(smsTemplate.retire, { id: other, version })
    await later(24)
    expect((await rowOf(retired)).last).toMatchObject({ batch: null, reason: 'oldText' })
    // From Thursday to Sunday.
    for (let n = 0; n < 3; n += 1) await later(24)
    expect((await rowOf(onSunday)).last).toEqual({ day: '2026-03-15', rows: 0, batch: null, reason: 'closed' })
  })

  test('a stopped reminder makes nothing any more', async () => {
    const id = await active()
    await (await app.login('collectionLead')).data(reminder.stop, { id, version: 3 })
    await later(48)
    expect(await rowOf(id)).toMatchObject({ state: 'stopped', nextDue: null, last: null })
  })

  test('a day that ended before its batch was made has none', async () => {
    const id = await active({ time: '23:00' })
    const { nextDue, version } = await rowOf(id)
    app.clock.advance(nextDue! - app.clock.now())
    await app.server.store.send({
      stream: `reminder/${id}`,
      event: { type: 'reminderDue', by: 'SYS', at: nextDue!, armed: version },
      via: 'SYS',
      key: `due ${id}`,
    })
    await later(2)
    expect((await rowOf(id)).last).toEqual({ day: businessDay(nextDue!), rows: 0, batch: null, reason: 'late' })
    const lead = await app.login('collectionLead')
    await lead.data(reminder.stop, { id, version: (await rowOf(id)).version })
  })

  test('what cannot go out is refused in words', async () => {
    const lead = await app.login('collectionLead')
    const call = (more: object) => lead.call(reminder.draft, { version: 0, ...terms(), ...more })
    expect(await call({ time: '25:00' })).toHaveCode(400)
    expect(await call({ days: 91 })).toHaveCode(400)
    expect(await call({ days: -1 })).toHaveCode(400)
    expect(await call({ product: 'NOBODY' })).toHaveCode(400)
    expect(await call({ text: 'no-such-template' })).toHaveCode(404)
    expect(await call({ sender: 'Nobody' })).toMatchObject({ data: { reason: 'reminder:guard.senderUsed' } })
    const collecting = await approvedTemplate(app, { category: 'collection', body: 'Tagihan {amountDue}.' })
    expect(await call({ text: collecting, time: '21:00' })).toMatchObject({
      code: 422,
      data: { reason: 'reminder:guard.hourOpen' },
    })
    const { stream } = await lead.data(reminder.draft, { version: 0, ...terms() })
    const id = stream.slice('reminder/'.length)
    expect(await lead.call(reminder.approve, { id, version: 1 })).toHaveCode(4030)
    expect(await lead.call(reminder.stop, { id: 'nobody', version: 1 })).toHaveCode(404)
  })

  test('a name that is not used, an hour that closed and a text that is retired are refused at each step', async () => {
    const lead = await app.login('collectionLead')
    const checker = await app.login('financeChecker')
    const collecting = await approvedTemplate(app, { category: 'collection', body: 'Tagihan {amountDue}.' })
    const asked = terms({ text: collecting })
    const drafted = async () =>
      (await lead.data(reminder.draft, { version: 0, ...asked })).stream.slice('reminder/'.length)
    const [draft, proposed] = [await drafted(), await drafted()]
    await lead.data(reminder.propose, { id: proposed, version: 1 })
    const answers = async () =>
      [
        await lead.call(reminder.draft, { version: 0, ...asked }),
        await lead.call(reminder.edit, { id: draft, version: 1, ...asked }),
        await checker.call(reminder.approve, { id: proposed, version: 2 }),
      ].map(({ code, data }) => [code, (data as unknown as { reason?: string })?.reason])
    const refused = (rule: string) => [0, 1, 2].map(() => [422, `reminder:guard.${rule}`])

    await putInForce(app, 'smsSender', demoSender, { registration: 'SID-1', used: false })
    expect(await answers()).toEqual(refused('senderUsed'))
    await putInForce(app, 'smsSender', demoSender, { registration: 'SID-1', used: true })
    const from = businessDay(app.clock.now())
    await putInForce(app, 'contactRules', onlyCode, { ...usualRules, from, opens: '09:30' })
    expect(await answers()).toEqual(refused('hourOpen'))
    const { version } = await app.server.store.state(`smsTemplate/${collecting}`)
    await checker.data(smsTemplate.retire, { id: collecting, version })
    expect(await answers()).toEqual(refused('templateApproved'))
  })

  test('a reminder of a text that the law requires reaches also who may not be contacted', async () => {
    const customer = passingCustomer({ phone: '+628140000822' })
    const [orderNo] = await openLoans(app, { from: addDays(businessDay(app.clock.now()), -17) }, [{ customer }])
    const { person } = (await app.server.store.state(`approval/${orderNo!}`)).context.application!
    await (await app.login('collectionLead')).data(contact.barContact, { id: person, version: 0, reason: 'complaint' })
    const body = 'Pemberitahuan wajib {orderNo}.'
    const required = await active({ text: await approvedTemplate(app, { body, marks: ['byLaw'] }) })
    const usual = await active({ text: await approvedTemplate(app, { body }) })
    await later(24)
    const messagesOf = async (id: string) => {
      const { last } = await rowOf(id)
      const { rows } = await (await app.login('admin')).data(message.list, { batch: last!.batch!, orderNo: orderNo! })
      return rows.map(({ state, reason }) => [state, reason])
    }
    expect(await messagesOf(required)).toEqual([['sent', null]])
    expect(await messagesOf(usual)).toEqual([['skipped', 'notBarred']])
  })
})
