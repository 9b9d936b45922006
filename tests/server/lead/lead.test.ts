import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import * as contact from '../../../src/services/contact.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import { eraseLead } from '../../../src/services/erasure.ts'
import * as intake from '../../../src/services/intake.ts'
import * as lead from '../../../src/services/lead.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
const hour = 3_600_000
const day = 24 * hour

let nth = 0
const someone = (more: Partial<lead.Prospect> = {}): lead.Prospect => {
  nth += 1
  return { phone: `+62812${String(nth).padStart(8, '0')}`, name: `Calon Nasabah ${nth}`, province: '31', ...more }
}
const batchOf = (...leads: lead.Prospect[]): InputOf<typeof lead.importLeads> => ({
  batch: 'MARET-1',
  source: 'event',
  proof: 'form of the fair',
  leads,
})

describe.each(oneEngine())('leads on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let seller: Caller
  let other: Caller
  let head: Caller
  const logIn = async () => {
    seller = await app.login('telemarketer')
    other = await app.login('telemarketer.2')
    head = await app.login('telemarketingLead')
  }
  beforeEach(logIn)
  /** Time passes, and everything that is due happens. */
  const after = async (ms: number) => {
    app.clock.advance(ms)
    await app.settle()
    await logIn()
  }

  const idOf = async ({ phone }: lead.Prospect) => (await head.data(lead.list, { phone })).rows[0]!.id
  const imported = async (who = someone()) => {
    await head.data(lead.importLeads, batchOf(who))
    return idOf(who)
  }
  const at = async (id: string) => ({ id, version: await app.server.store.version(`lead/${id}`) })
  const claimed = async (who = someone(), by = seller) => {
    const id = await imported(who)
    await by.data(lead.claim, await at(id))
    return id
  }
  const rowOf = async (id: string) => (await head.data(lead.detail, { id })).row

  test('a person is one lead however often and at once they are imported, and the contact record has their consent', async () => {
    const who = someone()
    const done = await Promise.all(Array.from({ length: 6 }, () => head.data(lead.importLeads, batchOf(who))))
    const sum = (name: keyof lead.Imported) => done.reduce((total, one) => total + one[name], 0)
    expect([sum('imported'), sum('repeated')]).toEqual([1, 5])
    const { rows } = await head.data(lead.list, { phone: who.phone })
    expect(rows).toMatchObject([{ requests: 6, batch: 'MARET-1', source: 'event', state: 'waiting' }])
    const record = await head.data(lead.detail, { id: rows[0]!.id })
    expect(record.contact.consents).toEqual([
      { purpose: 'marketing', channel: 'phone', given: true },
      { purpose: 'marketing', channel: 'whatsapp', given: true },
    ])
  })

  test('a call-back tells the outcome of the call too, to the contact record as well, and only once', async () => {
    const id = await claimed()
    await seller.data(lead.contact, { ...(await at(id)), channel: 'phone' })
    const again = { day: addDays(businessDay(app.clock.now()), 1), time: '3', outcome: 'reached' as const }
    await seller.data(lead.callBack, { ...(await at(id)), ...again })
    const { row, log } = await head.data(lead.detail, { id })
    expect(row).toMatchObject({ outcome: 'reached', callBack: dayStart(again.day) + 15 * hour })
    expect(log).toMatchObject([{ channel: 'phone', outcome: 'reached' }])
    expect((await head.data(lead.list, { reached: true })).rows.map((one) => one.id)).toContain(id)
    expect(await seller.call(lead.callBack, { ...(await at(id)), ...again, outcome: 'busy' })).toMatchObject({
      code: 422,
      data: { reason: 'lead:guard.outcomeAwaited' },
    })
    await seller.data(lead.finish, { ...(await at(id)), result: 'agreed' })
  })

  test('a repeated call imports nothing again', async () => {
    const body = batchOf(someone(), someone())
    const first = await head.data(lead.importLeads, body, { key: 'lost-answer' })
    const again = await head.data(lead.importLeads, body, { key: 'lost-answer' })
    expect([first, again]).toEqual([
      { imported: 2, repeated: 0, customers: 0, barred: 0 },
      { imported: 2, repeated: 0, customers: 0, barred: 0 },
    ])
    expect((await rowOf(await idOf(body.leads[0]!))).requests).toBe(1)
  })

  test.each(['<b>Ani</b>', 'Ani 😀'])('nobody is called %s', async (name) => {
    expect(await head.call(lead.importLeads, batchOf(someone({ name })))).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'leads.0.name', reason: 'personName' }] },
    })
  })

  test('the name and the number are masked, and found whole', async () => {
    const who = someone({ name: 'Siti Rahmawati' })
    await imported(who)
    const { rows } = await seller.data(lead.list, { fullName: 'siti rahmawati' })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Rahmawati')
    expect(JSON.stringify(rows)).not.toContain(who.phone.slice(3))
  })

  test('the seller sees the number, which the audit records; others state a reason', async () => {
    const who = someone()
    const id = await claimed(who)
    expect(await seller.data(lead.sellerPhone, { id })).toEqual({ phone: who.phone })
    expect(await other.call(lead.sellerPhone, { id })).toMatchObject({
      code: 422,
      data: { reason: 'lead:guard.seller' },
    })
    expect(await other.call(lead.reveal, { id, field: 'phone', purpose: 'complaint' })).toHaveCode(4030)
    expect(await head.data(lead.reveal, { id, field: 'name', purpose: 'complaint' })).toEqual({ value: who.name })
    const shown = await app.db.sql
      .selectFrom('audit')
      .select(['actor', 'type'])
      .where('subject', '=', `lead/${id}`)
      .execute()
    expect(shown).toEqual([
      { actor: seller.id, type: 'fieldShown' },
      { actor: head.id, type: 'fieldShown' },
    ])
  })

  test('an attempt goes through the contact rules: two a day, and in the hours of the person’s zone', async () => {
    const id = await claimed()
    const calls = async () => seller.call(lead.contact, { ...(await at(id)), channel: 'phone' })
    expect(await calls()).toHaveCode(0)
    expect(await calls()).toHaveCode(0)
    expect(await calls()).toMatchObject({ code: 422, data: { rule: 'marketingCap' } })
    const eastern = await claimed(someone({ province: '91' }))
    app.clock.advance(8 * hour)
    await logIn()
    // 18:00 in Jakarta is 20:00 in Papua.
    expect(await seller.call(lead.contact, { ...(await at(eastern)), channel: 'phone' })).toMatchObject({
      code: 422,
      data: { rule: 'withinHours' },
    })
    expect((await seller.data(lead.detail, { id: eastern })).now[0]).toMatchObject({
      channel: 'phone',
      rule: 'withinHours',
    })
    await after(16 * hour)
    expect(await seller.call(lead.contact, { ...(await at(eastern)), channel: 'phone' })).toHaveCode(0)
  })

  test('an attempt that is allowed reaches the lead, although it changed meanwhile', async () => {
    const who = someone()
    const id = await claimed(who)
    const { send } = app.server.store
    const sending = vi.spyOn(app.server.store, 'send')
    // Just as the attempt is stored, an import brings the person once more.
    sending.mockImplementationOnce(async (command) => {
      const answer = await send(command)
      const again = {
        type: 'requestedAgain',
        by: head.id,
        at: app.clock.now(),
        batch: 'again',
        source: 'fair',
      } as const
      await send({ stream: `lead/${id}`, event: again, via: 'SYS', key: `again ${id}` })
      return answer
    })
    const answer = await seller.call(lead.contact, { ...(await at(id)), channel: 'phone' })
    sending.mockRestore()
    expect(answer).toHaveCode(0)
    expect(await rowOf(id)).toMatchObject({ requests: 2, attempts: 1 })
  })

  test('leads are found by the days of their last contact', async () => {
    const [early, late] = [await claimed(), await claimed()]
    const reach = async (id: string) => seller.data(lead.contact, { ...(await at(id)), channel: 'phone' })
    app.clock.advance(1000)
    await reach(early)
    const between = app.clock.now() + 1
    app.clock.advance(1000)
    await reach(late)
    const end = app.clock.now() + 1
    const found = async (filter: InputOf<typeof lead.count>) => {
      const { rows } = await head.data(lead.list, filter)
      const { count } = await head.data(lead.count, filter)
      expect(count).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    expect(await found({ contactedFrom: between, contactedTo: end })).toEqual([late])
    expect((await found({ contactedFrom: between - 1, contactedTo: end })).toSorted()).toEqual([early, late].toSorted())
    expect(await found({ contactedFrom: end })).toEqual([])
  })

  test('what became of an attempt stands in the person’s contact record, at that attempt', async () => {
    const id = await claimed()
    for (const outcome of ['busy', 'refused'] as const) {
      await seller.data(lead.contact, { ...(await at(id)), channel: 'phone' })
      await seller.data(lead.noteOutcome, { ...(await at(id)), outcome })
    }
    const { context } = await app.server.store.state(`contact/${id}`)
    expect(context.attempts.map(({ outcome }) => outcome)).toEqual(['busy', 'refused'])
  })

  test('a call-back rises once, as the seller’s next lead', async () => {
    const id = await claimed()
    await seller.data(lead.contact, { ...(await at(id)), channel: 'phone' })
    await seller.data(lead.noteOutcome, { ...(await at(id)), outcome: 'busy' })
    const tomorrow = new Date(app.clock.now() + day).toISOString().slice(0, 10)
    await seller.data(lead.callBack, { ...(await at(id)), day: tomorrow, time: '9.00' })
    await after(26 * hour)
    await after(hour)
    const events = (await app.server.store.history(`lead/${id}`)).map(({ type }) => type)
    expect(events.filter((type) => type === 'callBackDue')).toHaveLength(1)
    expect((await seller.data(lead.list, { mine: true, callBackDue: true })).rows.map((row) => row.id)).toEqual([id])
    expect(await seller.data(lead.next, {})).toEqual({ id })
  })

  test('call-backs stand on their day until they are due, for their seller and for all', async () => {
    const [one, later] = [await claimed(someone(), other), await claimed()]
    const today = businessDay(app.clock.now())
    const tomorrow = addDays(today, 1)
    await other.data(lead.callBack, { ...(await at(one)), day: tomorrow, time: '15.00' })
    await seller.data(lead.callBack, { ...(await at(later)), day: addDays(today, 9), time: '9' })
    const callBack = dayStart(tomorrow) + 15 * hour
    const nobody = { count: 0, capped: false, rows: [] }
    const mine = await other.data(lead.callBacks, { mine: true })
    expect(mine).toMatchObject({ today, due: nobody })
    expect(mine.days.map(({ day, count }) => [day, count])).toEqual(
      Array.from({ length: 7 }, (_, nth) => [addDays(today, nth), nth === 1 ? 1 : 0]),
    )
    expect(mine.days[1]!.rows).toMatchObject([{ id: one, callBack, isDue: false }])
    const ahead = await head.data(lead.callBacks, { from: dayStart(addDays(today, 7)) })
    expect(ahead.days[2]!.rows).toMatchObject([{ id: later, callBack: dayStart(addDays(today, 9)) + 9 * hour }])
    expect((await other.data(lead.callBacks, { mine: true, from: dayStart(addDays(today, 7)) })).days[2]!.count).toBe(0)

    await after(callBack - app.clock.now())
    const risen = await other.data(lead.callBacks, { mine: true })
    expect(risen.due.rows).toMatchObject([{ id: one, callBack, isDue: true }])
    for (const { day, count } of [...mine.days, ...ahead.days]) {
      const days = { callBackFrom: dayStart(day), callBackTo: dayStart(addDays(day, 1)) }
      const listed = await other.data(lead.list, {
        ...days,
        ...(mine.days.some((its) => its.day === day) && { mine: true }),
      })
      expect(listed.rows, day).toHaveLength(count)
    }
    // A calendar of days gone begins today; what is due stays so.
    await after(day)
    expect((await other.data(lead.callBacks, { mine: true, from: dayStart(today) })).today).toBe(addDays(today, 2))
    expect((await other.data(lead.callBacks, { mine: true })).due.count).toBe(1)
  })

  test('a lead has the script of its batch, and any other batch that of the lender', async () => {
    const id = await imported()
    const scriptOf = async () => (await seller.data(lead.detail, { id })).script
    await putInForce(app, 'leadScript', onlyCode, { script: 'Good morning.\nMay I?' })
    await putInForce(app, 'leadScript', 'OTHER', { script: 'Of another batch' })
    expect(await scriptOf()).toBe('Good morning.\nMay I?')
    await putInForce(app, 'leadScript', 'MARET-1', { script: 'We met at the fair.' })
    expect(await scriptOf()).toBe('We met at the fair.')
  })

  test('a registration and an application find their lead, and count for the seller who reached the person', async () => {
    const who = someone()
    const id = await claimed(who)
    await seller.data(lead.contact, { ...(await at(id)), channel: 'phone' })
    await seller.data(lead.noteOutcome, { ...(await at(id)), outcome: 'reached' })
    const visit = { app: 'DK', channel: 'organic', day: businessDay(app.clock.now()), device: 'phone of a lead' }
    for (const device of [visit.device, 'another one'])
      await app.customerApp.data(intake.register, { ...visit, device, phone: who.phone }, { key: device })
    expect(await rowOf(id)).toMatchObject({ state: 'following', registeredAt: app.clock.now() })
    const orderNo = await app.apply({ customer: passingCustomer({ phone: who.phone }) })
    expect(await rowOf(id)).toMatchObject({ state: 'finished', result: 'applied', seller: null })
    const { context } = await app.server.store.state(`lead/${id}`)
    expect(context).toMatchObject({ registered: { seller: seller.id }, applied: { seller: seller.id } })
    const events = (await app.server.store.history(`lead/${id}`)).map(({ type }) => type)
    expect(events.slice(-2)).toEqual(['registered', 'applied'])
    // The customer is the person of the lead, and keeps their contact record.
    expect((await app.server.store.state(`approval/${orderNo}`)).context.application!.person).toBe(id)
    expect(await head.data(lead.importLeads, batchOf(who))).toMatchObject({ customers: 1 })
  })

  test('do not contact outlives every later import and reopening', async () => {
    const who = someone()
    const id = await claimed(who)
    await seller.data(lead.invalidate, { ...(await at(id)), reason: 'doNotContact' })
    expect(await head.data(lead.importLeads, batchOf(who))).toMatchObject({ barred: 1, repeated: 0 })
    await head.data(lead.reopen, await at(id))
    await seller.data(lead.claim, await at(id))
    expect(await seller.call(lead.contact, { ...(await at(id)), channel: 'phone' })).toMatchObject({
      code: 422,
      data: { rule: 'marketingOpen' },
    })
    expect((await rowOf(id)).requests).toBe(1)
  })

  describe('a phone that a customer had, who has another one now', () => {
    const passedOn = async () => {
      const customer = passingCustomer({ phone: someone().phone })
      const orderNo = await app.apply({ customer })
      await app.settle()
      await app.customerApp.data(intake.withdraw, { orderNo }, { key: `withdraw ${orderNo}` })
      const { person } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
      const moved = { ...customer, phone: someone().phone }
      await app.apply({ customer: moved })
      await app.settle()
      return { person, phone: customer.phone, newPhone: moved.phone }
    }

    test('is of somebody else: an import makes a lead of its own, and gives the customer no consent', async () => {
      const { person, phone, newPhone } = await passedOn()
      const who = someone({ phone })
      expect(await head.data(lead.importLeads, batchOf(who))).toMatchObject({ imported: 1, customers: 0 })
      expect(await head.data(lead.importLeads, batchOf(who))).toMatchObject({ repeated: 1 })
      const found = (await head.data(lead.list, { phone })).rows
      expect(found).toHaveLength(1)
      expect(found[0]!.id).not.toBe(person)
      expect((await app.server.store.state(`contact/${person}`)).context.consents).toEqual([])
      const visit = { app: 'DK', channel: 'organic', day: businessDay(app.clock.now()), device: `device ${phone}` }
      await app.customerApp.data(intake.register, { ...visit, phone }, { key: `register ${phone}` })
      expect((await rowOf(found[0]!.id)).registeredAt).toBe(app.clock.now())
      expect(await head.data(lead.importLeads, batchOf(someone({ phone: newPhone })))).toMatchObject({ customers: 1 })
    })

    test('is left out when the customer wants no marketing: it may still reach them', async () => {
      const { person, phone } = await passedOn()
      await app.customerApp.data(intake.optOut, { phone }, { key: `out ${phone}` })
      expect(await head.data(lead.importLeads, batchOf(someone({ phone })))).toMatchObject({ imported: 0, barred: 1 })
      expect((await app.server.store.state(`contact/${person}`)).value).toBe('noMarketing')
    })
  })

  test('somebody who wants no marketing is nobody’s lead any more', async () => {
    const [pooled, held, own] = [someone(), someone(), someone()]
    const ids = [await imported(pooled), await claimed(held), await claimed(own, other)] as const
    const ends = async () => Promise.all(ids.map(async (id) => (await rowOf(id)).reason))
    await app.customerApp.data(intake.optOut, { phone: pooled.phone }, { key: `out ${pooled.phone}` })
    await app.customerApp.data(intake.optOut, { phone: held.phone }, { key: `out ${held.phone}` })
    const version = await app.server.store.version(`contact/${ids[2]}`)
    await other.data(contact.barMarketing, { id: ids[2], version, reason: 'asked for it' })
    await app.settle()
    // The seller who barred the person has a minute to end the lead.
    expect(await ends()).toEqual(['doNotContact', 'doNotContact', null])
    expect(await seller.call(lead.sellerPhone, { id: ids[1] })).toHaveCode(422)
    app.clock.advance(60_000)
    await app.settle()
    expect(await ends()).toEqual(['doNotContact', 'doNotContact', 'doNotContact'])
    expect(await rowOf(ids[2])).toMatchObject({ state: 'invalid', seller: null })
  })

  test('do not contact outlives the erasure of the person', async () => {
    const [out, other] = [someone(), someone()]
    const ids = [await imported(out), await imported(other)]
    await app.customerApp.data(intake.optOut, { phone: out.phone }, { key: `out ${out.phone}` })
    const admin = await app.login('admin')
    for (const id of ids) await admin.data(eraseLead, { id, reason: 'the person asked for it' })
    const again = async () => head.data(lead.importLeads, batchOf(out, other, someone()))
    expect(await again()).toEqual({ imported: 2, repeated: 0, customers: 0, barred: 1 })
    expect(await again()).toMatchObject({ imported: 1, repeated: 1, barred: 1 })
    expect((await head.data(lead.list, { phone: out.phone })).rows).toEqual([])
  })

  test('a consent that was withdrawn is not given again by an import', async () => {
    const who = someone()
    const id = await imported(who)
    const version = await app.server.store.version(`contact/${id}`)
    await seller.data(contact.withdrawConsent, { id, version, purpose: 'marketing', channel: 'phone' })
    await head.data(lead.importLeads, batchOf(who))
    const { consents } = (await head.data(lead.detail, { id })).contact
    expect(consents).toContainEqual({ purpose: 'marketing', channel: 'phone', given: false })
  })

  test('two claims at once of a seller near the limit: one goes through', async () => {
    const people = Array.from({ length: 51 }, () => someone())
    await head.data(lead.importLeads, batchOf(...people))
    const leads = await Promise.all(people.map(async (one) => `${await app.server.vault.holderOf(one.phone)}`))
    const held = (await other.data(lead.list, { mine: true, limit: 200 })).rows.length
    for (const id of leads.slice(0, 49 - held)) await other.data(lead.claim, await at(id))
    const answers = await Promise.all(
      leads.slice(49, 51).map(async (id) => (await other.call(lead.claim, await at(id))).code),
    )
    expect(answers.toSorted((one, next) => one - next)).toEqual([0, 422])
    expect(await other.call(lead.claim, await at(await imported()))).toMatchObject({
      code: 422,
      data: { reason: 'lead:guard.belowLimit' },
    })
  })

  test('a lead without activity goes back to the pool', async () => {
    const id = await claimed()
    await after(6 * day)
    expect(await rowOf(id)).toMatchObject({ state: 'following', idleAt: app.clock.now() + day })
    await after(day)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', seller: null, idleAt: null })
  })

  test('the name of a batch may have a date, and no number or address of somebody, as a log keeps it', async () => {
    const named = (batch: string) => head.call(lead.importLeads, { ...batchOf(someone()), batch })
    for (const batch of ['PAMERAN-01', 'Situs 2026-11-29']) expect((await named(batch)).code, batch).toBe(0)
    for (const batch of ['081277700099', '3171 0157 0892 1001', 'budi@contoh.example'])
      expect(await named(batch), batch).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'batch', reason: 'personal' }] },
      })
  })

  test('an import says which field of which lead is wrong', async () => {
    const wrong = { ...batchOf({ ...someone(), phone: '12345' }), proof: '' }
    const { code, data } = await head.call(lead.importLeads, wrong)
    expect(code).toBe(400)
    expect(JSON.stringify(data)).toContain('proof')
    expect(JSON.stringify(data)).toContain('phone')
  })
})
