import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localTime } from '../../../src/machines/contactRules.ts'
import * as contact from '../../../src/services/contact.ts'
import { eraseLead } from '../../../src/services/erasure.ts'
import * as intake from '../../../src/services/intake.ts'
import * as lead from '../../../src/services/lead.ts'
import * as message from '../../../src/services/message.ts'
import * as smsBatch from '../../../src/services/smsBatch.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
const minute = 60_000
const speaking = 'DK'

describe.each(oneEngine())('text messages to leads on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let admin: Caller
  let text: string
  let served: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    served = await listen(app.app)
    app.callTo(`${served.url}/api`)
    text = await approvedTemplate(app, {
      name: 'Promo',
      category: 'marketing',
      body: 'Halo {name}, {appName}: {appLink}. Berhenti: {optOutLink}',
    })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    admin = await app.login('admin')
    app.clock.advance(minute)
  })

  let nth = 0
  /** A lead whose number the sandbox takes and never reports on. */
  const imported = async (batch: string) => {
    nth += 1
    const phone = `+62812${String(nth).padStart(6, '0')}22`
    const leads = [{ phone, name: `Wexquid Calon ${nth}`, province: '31' }]
    await admin.data(lead.importLeads, { batch, source: 'uji', proof: 'formulir', leads })
    const { id } = (await admin.data(lead.list, { phone })).rows[0]!
    return { id, phone, name: leads[0]!.name }
  }
  const consent = async (id: string) => {
    const { version } = await app.server.store.state(`contact/${id}`)
    await admin.data(contact.giveConsent, { id, version, purpose: 'marketing', channel: 'sms', proof: 'Form 7' })
  }
  const consenting = async (batch: string) => {
    const who = await imported(batch)
    await consent(who.id)
    return who
  }
  const optOut = (phone: string) => app.customerApp.data(intake.optOut, { phone }, { key: `out ${phone}` })
  const erase = (id: string) => admin.data(eraseLead, { id, reason: 'The person asked to be forgotten' })
  const invalidate = async (id: string) => {
    const seller = await app.login('telemarketer')
    await seller.data(lead.claim, { id, version: await app.server.store.version(`lead/${id}`) })
    const version = await app.server.store.version(`lead/${id}`)
    await seller.data(lead.invalidate, { id, version, reason: 'wrongNumber' })
  }
  const draft = (more: object = {}) => {
    const { day, time } = localTime(Math.ceil(app.clock.now() / minute) * minute + 30 * minute, 'WIB')
    const input = { version: 0, list: 'lead.list', filter: {}, text, sender: demoSender, app: speaking, day, time }
    return admin.call(smsBatch.draft, { ...input, ...more } as never)
  }
  const drafted = async (filter: object) => {
    const { stream } = (await draft({ filter })).data as { stream: string }
    await app.settle()
    return stream.slice('smsBatch/'.length)
  }
  const send = (who: { id: string }, more: object = {}) =>
    admin.call(message.sendToLead, { version: 0, lead: who.id, app: speaking, text, sender: demoSender, ...more })
  const messagesTo = async ({ id }: { id: string }) => (await admin.data(message.list, { lead: id })).rows
  const sentTo = (phone: string) => app.sandboxMessages().filter(({ to }) => to === phone)

  test('the leads of a filter are counted with who is skipped and why, and judged again when it is sent', async () => {
    const [sent, optedOutLater, erasedLater] = [await consenting('A'), await consenting('A'), await consenting('A')]
    const [optedOut, applied, wrong, erased] = [
      await consenting('A'),
      await consenting('A'),
      await consenting('A'),
      await consenting('A'),
    ]
    const unasked = await imported('A')
    const elsewhere = await consenting('B')
    await optOut(optedOut.phone)
    await app.apply(passing({ customer: passingCustomer({ phone: applied.phone }) }))
    await invalidate(wrong.id)
    await erase(erased.id)
    const id = await drafted({ batch: 'A' })
    const { batch, app: told } = await admin.data(smsBatch.detail, { id })
    const skipped = { marketingOpen: 1, leadApplied: 1, leadInvalid: 1, erased: 1, consentStands: 1 }
    expect(batch).toMatchObject({
      state: 'draft',
      title: 'routes:userList',
      category: 'marketing',
      count: { people: 8, sendable: 3, skipped },
    })
    expect(told).toBe(speaking)
    const people = (await admin.data(smsBatch.people, { id, which: smsBatch.toBeSent })).rows
    expect(people.map(({ orderNo, phone }) => [orderNo, phone.includes('***')])).toEqual(
      Array.from({ length: 3 }, () => [null, true]),
    )
    await admin.data(smsBatch.propose, { id, version: 2 })
    await (await app.login('financeChecker')).data(smsBatch.approve, { id, version: 3 })
    await optOut(optedOutLater.phone)
    await erase(erasedLater.id)
    app.clock.advance(31 * minute)
    for (let round = 0; round < 5; round += 1) {
      await app.settle()
      app.clock.advance(2000)
    }
    admin = await app.login('admin')
    const done = await admin.data(smsBatch.detail, { id })
    expect(done.batch).toMatchObject({ state: 'completed', made: 8, messages: { sent: 1, skipped: 7 } })
    expect(done.skipped).toEqual({ ...skipped, marketingOpen: 2, erased: 2 })
    expect(sentTo(sent.phone).map((one) => one.text)).toEqual([
      expect.stringMatching(new RegExp(`^Halo ${sent.name}, DanaKios: https://.*Berhenti: https://`)),
    ])
    for (const { phone } of [optedOutLater, erasedLater, optedOut, applied, wrong, erased, unasked, elsewhere])
      expect(sentTo(phone)).toEqual([])
    expect(await messagesTo(sent)).toMatchObject([{ orderNo: null, lead: sent.id, app: speaking, state: 'sent' }])
    expect((await admin.data(lead.detail, { id: sent.id })).log).toMatchObject([
      { purpose: 'marketing', channel: 'sms', order: null },
    ])
  })

  test('a batch to leads is marketing, and an app speaks in it; one to orders names none', async () => {
    await consenting('C')
    const service = await approvedTemplate(app, { body: 'Halo {name}.' })
    expect(await draft({ text: service })).toMatchObject({
      code: 422,
      data: { reason: 'smsBatch:guard.marketingToLeads' },
    })
    const noApp = { code: 400, data: { issues: [{ field: 'app' }] } }
    for (const more of [{ app: undefined }, { app: 'NOBODY' }, { list: 'order.list' }])
      expect(await draft(more)).toMatchObject(noApp)
    const support = await app.login('support')
    expect(
      await support.call(smsBatch.draft, {
        version: 0,
        list: 'lead.list',
        filter: {},
        text,
        sender: demoSender,
        app: speaking,
        day: '2026-03-10',
        time: '10:00',
      }),
    ).toHaveCode(4030)
  })

  test('one message goes to a lead from their detail, once a day, and marketing alone', async () => {
    const who = await imported('D')
    const preview = () => admin.data(message.previewToLead, { lead: who.id, app: speaking, text })
    expect(await preview()).toMatchObject({
      rule: 'consentStands',
      wording: expect.stringMatching(/\*\*\*.*#id\*\*\*/),
    })
    await consent(who.id)
    expect(await preview()).toMatchObject({ rule: null, skip: null })
    const service = await approvedTemplate(app, { body: 'Halo {name}.' })
    expect(await send(who, { text: service })).toMatchObject({
      code: 422,
      data: { reason: 'message:guard.marketingToLeads' },
    })
    expect(await send(who, { app: 'NOBODY' })).toMatchObject({ code: 400, data: { issues: [{ field: 'app' }] } })
    expect(await send({ id: 'nobody' })).toHaveCode(404)
    expect(await send(who)).toHaveCode(0)
    await app.settle()
    app.clock.advance(minute)
    expect(await send(who)).toHaveCode(0)
    await app.settle()
    expect((await messagesTo(who)).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'duplicate'],
      ['sent', null],
    ])
    expect(sentTo(who.phone)).toHaveLength(1)
  })

  test('the link of a message ends marketing, and who becomes a customer keeps it', async () => {
    const who = await consenting('E')
    await send(who)
    await app.settle()
    const token = /#id([0-9a-f]{20})$/.exec(sentTo(who.phone)[0]!.text)![1]!
    expect(await app.nobody.call(contact.optOut, { token })).toHaveCode(0)
    const orderNo = await app.apply(passing({ customer: passingCustomer({ phone: who.phone }) }))
    await app.settle()
    await admin.data(message.send, { version: 0, orderNo, text, sender: demoSender })
    await app.settle()
    const [ofOrder] = (await admin.data(message.list, { orderNo })).rows
    expect(ofOrder).toMatchObject({ lead: null, state: 'skipped', reason: 'marketingOpen' })
    expect((await messagesTo(who)).map(({ state }) => state)).toEqual(['sent'])
  })

  test('an erased lead has messages without name and number, and none that waits is sent', async () => {
    const who = await consenting('F')
    await send(who)
    await app.settle()
    const [shown] = await messagesTo(who)
    expect(shown).toMatchObject({ state: 'sent', phone: expect.stringMatching(/^\+628\*/) })
    expect(shown!.customer).not.toBe('')
    const other = await approvedTemplate(app, { category: 'marketing', body: 'Hai {name}. Berhenti: {optOutLink}' })
    await send(who, { text: other })
    await erase(who.id)
    await app.settle()
    const rows = await messagesTo(who)
    expect(rows.map(({ customer, phone }) => [customer, phone])).toEqual([
      ['', ''],
      ['', ''],
    ])
    expect(rows.map(({ state, reason }) => [state, reason])).toContainEqual(['skipped', 'erased'])
    expect((await admin.data(message.list, { phone: who.phone })).rows).toEqual([])
    const token = /#id([0-9a-f]{20})$/.exec(sentTo(who.phone)[0]!.text)![1]!
    expect(await app.nobody.call(contact.optOut, { token })).toHaveCode(404)
  })

  test('no number and no wording of these messages is in the events or in a row', async () => {
    const tables = [
      'es_event',
      'es_stream',
      'es_command',
      'es_effect',
      'message',
      'sms_batch',
      'contact',
      'provider_word',
    ]
    const stored = await textOf(app.db, ...tables)
    const sent = app.sandboxMessages()
    expect(sent.length).toBeGreaterThan(2)
    for (const { id, to, text: wording } of sent) {
      expect(stored).toContain(id)
      for (const secret of [to.slice(3), wording]) expect(stored).not.toContain(secret)
    }
    expect(stored).not.toContain('Wexquid')
  })
})
