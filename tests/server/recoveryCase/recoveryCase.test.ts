import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { usualCollection } from '../../../src/machines/collectionStages.ts'
import { outcomes } from '../../../src/machines/contact.facts.ts'
import { attemptContact } from '../../../src/server/contact/attempt.ts'
import { statements } from '../../../src/server/db/schema/0044-recovery-case.ts'
import { certify } from '../../../src/services/collector.ts'
import * as contact from '../../../src/services/contact.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as loan from '../../../src/services/loan.ts'
import * as recovery from '../../../src/services/recovery.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import type { Caller } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan } from '../../kit/loans.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { base64, photo } from '../../kit/photo.ts'
import { withApp } from '../../kit/withApp.ts'
import { loanTerms } from '../../machines/loan.events.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
/** The first due day of a loan of this day is Sunday 8 March, the second one 28 March. */
const overdue = { from: '2026-02-16' }

describe.each(oneEngine())('cases on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let collector: Caller
  let lead: Caller
  let finance: Caller
  let checker: Caller

  const logIn = async () => {
    collector = await app.login('collector')
    lead = await app.login('collectionLead')
    finance = await app.login('finance')
    checker = await app.login('financeChecker')
  }
  /** Moves the clock to an instant of Jakarta, and everything that is due happens. */
  const until = async (instant: string) => {
    app.clock.advance(Date.parse(`${instant}+07:00`) - app.clock.now())
    await app.settle()
    await logIn()
  }
  beforeEach(logIn)

  const opened = async (terms: Parameters<typeof openLoan>[1]) => {
    const orderNo = await openLoan(app, terms)
    await app.settle()
    return orderNo
  }
  const eventsOf = async (orderNo: string) =>
    (await app.server.store.history(`recoveryCase/${orderNo}`)).map(({ type }) => type)
  const detailOf = (orderNo: string) => lead.data(recoveryCase.detail, { orderNo })
  const promisesOf = async (orderNo: string) => (await detailOf(orderNo)).promises.map(({ outcome }) => outcome)
  const at = async (orderNo: string) => ({
    orderNo,
    version: await app.server.store.version(`recoveryCase/${orderNo}`),
  })
  const given = async (terms: Parameters<typeof openLoan>[1] = overdue) => {
    const orderNo = await opened(terms)
    await lead.data(recoveryCase.dispatch, { ...(await at(orderNo)), holder: collector.id })
    return orderNo
  }
  const promises = async (orderNo: string, amount: number, day: string) =>
    collector.call(recoveryCase.promise, { ...(await at(orderNo)), amount, day })
  const calls = async (orderNo: string) =>
    collector.call(recoveryCase.contact, { ...(await at(orderNo)), channel: 'phone' })
  const attemptsOn = async (orderNo: string) => {
    await catchUp(app.db)
    const { rows } = await lead.data(recovery.attempts.list, { collector: collector.id, limit: 200 })
    return rows.filter((row) => row.orderNo === orderNo)
  }
  const pays = async (orderNo: string, amount: number, day = businessDay(app.clock.now())) => {
    const txid = randomUUID()
    const version = await app.server.store.version(`loan/${orderNo}`)
    await finance.data(loan.record, { orderNo, version, txid, day, amount })
    await app.settle()
    return txid
  }
  const reverses = async (orderNo: string, txid: string) => {
    const version = await app.server.store.version(`loan/${orderNo}`)
    await finance.data(loan.proposeReversal, { orderNo, version, txid, reason: 'of another customer' })
    await checker.data(loan.confirmReversal, { orderNo, version: version + 1 })
    await app.settle()
  }

  test('a rule that forbids the attempt answers in its words, and the case has no contact', async () => {
    const orderNo = await given()
    expect(await calls(orderNo)).toHaveCode(0)
    const again = await calls(orderNo)
    expect(again).toMatchObject({ code: 422, msg: 'At least 60 minutes lie between two attempts' })
    expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched', 'contacted'])
    const { context } = await app.server.store.state(`recoveryCase/${orderNo}`)
    const heard = await app.server.store.history(`contact/${context.order!.person}`)
    expect(heard.map(({ type }) => type)).toEqual(['holderAttempted', 'attemptBlocked'])
  })

  test('an attempt that is allowed reaches the case, although the case changed meanwhile', async () => {
    const orderNo = await given()
    const stream = `recoveryCase/${orderNo}` as const
    const { context } = await app.server.store.existing(stream)
    const { send } = app.server.store
    const sending = vi.spyOn(app.server.store, 'send')
    // Just as the attempt is stored, the case follows its loan.
    sending.mockImplementationOnce(async (command) => {
      const answer = await send(command)
      const moved = {
        type: 'dueDayMoved',
        by: 'SYS',
        at: app.clock.now(),
        due: context.due,
        rules: context.rules!,
      } as const
      await send({ stream, event: moved, via: 'SYS', key: randomUUID() })
      return answer
    })
    const answer = await calls(orderNo)
    sending.mockRestore()
    expect(answer).toHaveCode(0)
    expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched', 'dueDayMoved', 'contacted'])
  })

  test('an attempt of the holder after which the server died reaches the case, and counts once', async () => {
    const orderNo = await given()
    const { person } = (await app.server.store.existing(`recoveryCase/${orderNo}`)).context.order!
    const key = randomUUID()
    const wish = { purpose: 'collection', channel: 'phone', whom: 'self', order: orderNo, overdue: 1 } as const
    await attemptContact(app.server, person, collector.id, { ...wish, attempt: key, ofHolder: true })
    const body = { ...(await at(orderNo)), channel: 'phone' as const }
    await app.settle()
    expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched', 'contacted'])
    for (let nth = 0; nth < 2; nth += 1) expect(await collector.call(recoveryCase.contact, body, { key })).toHaveCode(0)
    await app.settle()
    expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched', 'contacted'])
    expect((await app.server.store.history(`contact/${person}`)).map(({ type }) => type)).toEqual(['holderAttempted'])
  })

  test('a case hears of what its holder attempts elsewhere to collect, and of nothing else', async () => {
    const [othersService, ownService, others, collected] = [await given(), await given(), await given(), await given()]
    const support = await app.login('support')
    const attempt = (caller: Caller, orderNo: string, purpose: 'collection' | 'service') =>
      caller.call(contact.attemptOn, { orderNo, purpose, channel: 'phone' })
    expect(await attempt(support, othersService, 'service')).toHaveCode(0)
    expect(await attempt(collector, ownService, 'service')).toHaveCode(0)
    expect(await attempt(lead, others, 'collection')).toHaveCode(0)
    expect(await attempt(collector, collected, 'collection')).toHaveCode(0)
    await app.settle()
    for (const orderNo of [othersService, ownService, others]) {
      expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched'])
      const { person } = (await app.server.store.existing(`recoveryCase/${orderNo}`)).context.order!
      expect((await app.server.store.history(`contact/${person}`)).map(({ type }) => type)).toEqual(['attempted'])
    }
    expect(await eventsOf(collected)).toEqual(['episodeOpened', 'dispatched', 'contacted'])
    expect((await detailOf(collected)).row).toMatchObject({ attempts: 1, state: 'open.following' })
  })

  test('a case hears of the outcome that its holder notes elsewhere, but of no visit without its proof', async () => {
    const attemptNoted = async (orderNo: string, channel: 'phone' | 'visit', by: Caller) => {
      const said = await collector.data(contact.attemptOn, { orderNo, purpose: 'collection', channel })
      const { person: id } = (await app.server.store.existing(`recoveryCase/${orderNo}`)).context.order!
      await by.data(contact.noteOutcome, { id, version: said.version, attempt: said.attempt, outcome: 'busy' })
    }
    const support = await app.login('support')
    const [called, visited, othersWord] = [await given(), await given(), await given()]
    await attemptNoted(called, 'phone', collector)
    await attemptNoted(visited, 'visit', collector)
    await attemptNoted(othersWord, 'phone', support)
    await app.settle()
    expect(await eventsOf(called)).toEqual(['episodeOpened', 'dispatched', 'contacted', 'outcomeNoted'])
    expect((await detailOf(called)).row).toMatchObject({ outcome: 'busy' })
    for (const orderNo of [visited, othersWord]) {
      expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched', 'contacted'])
    }
  })

  test('the holder sees the number, which the audit records; nobody else, nor the holder while the case rests', async () => {
    const orderNo = await given()
    const body = { orderNo }
    const { phone } = await collector.data(recoveryCase.revealPhone, body)
    expect(phone).toMatch(/^\+628\d{7,}$/)
    expect((await detailOf(orderNo)).row!.phone).not.toBe(phone)
    const shown = await app.db.sql
      .selectFrom('audit')
      .select(['actor', 'type', 'data'])
      .where('subject', '=', `recoveryCase/${orderNo}`)
      .execute()
    expect(shown).toMatchObject([
      { actor: collector.id, type: 'fieldShown', data: expect.stringContaining('"field":"phone"') },
    ])
    expect(JSON.stringify(shown)).not.toContain(phone)

    const preCollector = await app.login('preCollector')
    expect(await preCollector.call(recoveryCase.revealPhone, body)).toMatchObject({
      code: 422,
      data: { reason: 'recoveryCase:guard.holder' },
    })
    expect(await lead.call(recoveryCase.revealPhone, body)).toHaveCode(4030)
    expect(await finance.call(recoveryCase.revealPhone, body)).toHaveCode(4030)
    const today = businessDay(app.clock.now())
    await lead.data(recoveryCase.hold, { ...(await at(orderNo)), reason: 'dispute', from: today, until: today })
    expect(await collector.call(recoveryCase.revealPhone, body)).toHaveCode(422)
    await lead.data(recoveryCase.liftHold, await at(orderNo))
    await lead.data(recoveryCase.recall, await at(orderNo))
    expect(await collector.call(recoveryCase.revealPhone, body)).toHaveCode(422)
    expect(await collector.call(recoveryCase.revealPhone, { orderNo: 'LK261121999999' })).toHaveCode(404)
  })

  test('the holder who works on a case sees its documents under a watermark; its agency without the right sees none', async () => {
    const orderNo = await openLoan(app, overdue, [{ documents: [{ kind: 'handheld', image: base64(await photo()) }] }])
    await app.settle()
    await lead.data(recoveryCase.dispatch, { ...(await at(orderNo)), holder: collector.id })
    const { open, documents } = await collector.data(recoveryCase.documents, { orderNo })
    expect({ open, documents }).toEqual({ open: true, documents: [{ id: expect.any(String), kind: 'handheld' }] })
    const body = { orderNo, id: documents[0]!.id }
    const seen = await collector.data(recoveryCase.document, body)
    expect(Buffer.from(seen.image, 'base64').subarray(8, 12).toString()).toBe('WEBP')
    const { person } = (await app.server.store.existing(`recoveryCase/${orderNo}`)).context.order!
    const kept = await app.server.vault.readDocument(person, body.id)
    expect(seen.image).not.toBe(Buffer.from(kept!.bytes).toString('base64'))
    const viewings = await app.db.sql
      .selectFrom('audit')
      .select(['actor', 'data'])
      .where('subject', '=', `recoveryCase/${orderNo}`)
      .where('type', '=', 'documentViewed')
      .execute()
    expect(viewings).toMatchObject([{ actor: collector.id, data: expect.stringContaining('"kind":"handheld"') }])
    expect(await collector.call(recoveryCase.document, { orderNo, id: 'another' })).toHaveCode(404)

    const other = await app.login('collector.2')
    expect(await other.data(recoveryCase.documents, { orderNo })).toEqual({ open: false, documents })
    expect(await other.call(recoveryCase.document, body)).toMatchObject({
      code: 422,
      data: { reason: 'recoveryCase:guard.holder' },
    })
    const agent = await app.login('agencyCollector')
    for (const endpoint of [recoveryCase.documents, recoveryCase.document])
      expect(await agent.call(endpoint, body as never)).toHaveCode(4030)
    const today = businessDay(app.clock.now())
    await lead.data(recoveryCase.hold, { ...(await at(orderNo)), reason: 'dispute', from: today, until: today })
    expect((await collector.data(recoveryCase.documents, { orderNo })).open).toBe(false)
    expect(await collector.call(recoveryCase.document, body)).toHaveCode(422)
  })

  test('the lead lets a holder keep so many cases at most, also when another is kept meanwhile; the lists show them', async () => {
    const orders = []
    for (let nth = 0; nth <= usualCollection.retainMost; nth += 1) orders.push(await given())
    const until = addDays(businessDay(app.clock.now()), usualCollection.retainDays)
    const keep = async (orderNo: string, day = until) =>
      lead.call(recoveryCase.retain, { ...(await at(orderNo)), until: day })
    const [one, other, ...rest] = orders as [string, string, ...string[]]
    expect((await detailOf(one)).lastRetained).toBe(until)
    expect((await keep(one, addDays(until, 1))).data).toEqual({ reason: 'recoveryCase:guard.withinRetention' })
    expect(await collector.call(recoveryCase.retain, { ...(await at(one)), until })).toHaveCode(4030)
    for (const orderNo of rest) expect(await keep(orderNo)).toHaveCode(0)
    const { send } = app.server.store
    const sending = vi.spyOn(app.server.store, 'send')
    // Just as the last one is to be stored, another case of the holder is retained.
    sending.mockImplementationOnce(async (command) => {
      expect(await keep(other)).toHaveCode(0)
      return send(command)
    })
    const late = await keep(one)
    sending.mockRestore()
    expect(late).toHaveCode(409)
    expect((await keep(one)).data).toEqual({ reason: 'recoveryCase:guard.retainsFew' })

    const { rows } = await lead.data(recoveryCase.list, { retained: true, holder: collector.id, limit: 200 })
    expect(rows.map(({ orderNo }) => orderNo).toSorted()).toEqual(
      orders.filter((orderNo) => orderNo !== one).toSorted(),
    )
    expect(new Set(rows.map(({ retainedUntil }) => retainedUntil))).toEqual(new Set([until]))
    for (const orderNo of orders) await lead.data(recoveryCase.recall, await at(orderNo))
    expect(await lead.data(recoveryCase.count, { retained: true })).toMatchObject({ count: 0 })
  })

  test('of two leads who give a case away at once, one does; only staff who collect get one', async () => {
    const orderNo = await opened(overdue)
    const body = { ...(await at(orderNo)), holder: collector.id }
    const both = await Promise.all([lead.call(recoveryCase.dispatch, body), lead.call(recoveryCase.dispatch, body)])
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 409])
    const other = { ...(await at(orderNo)), holder: finance.id }
    expect(await lead.call(recoveryCase.reassign, other)).toHaveCode(400)
  })

  test('a case that is not placed with an agency is given to nobody of it', async () => {
    const agent = await app.login('agencyCollector')
    const orderNo = await opened(overdue)
    const refused = { code: 422, data: { reason: 'recoveryCase:guard.worksCompany' } }
    const toAgent = async () => ({ ...(await at(orderNo)), holder: agent.id })
    expect(await lead.call(recoveryCase.dispatch, await toAgent())).toMatchObject(refused)
    await lead.data(recoveryCase.dispatch, { ...(await at(orderNo)), holder: collector.id })
    expect(await lead.call(recoveryCase.reassign, await toAgent())).toMatchObject(refused)
  })

  test('a promise of nothing, of more than is owed, or for a past day is refused', async () => {
    const orderNo = await given()
    expect(await promises(orderNo, 0, '2026-03-10')).toMatchObject({ code: expect.toBeOneOf([400, 422]) })
    expect(await promises(orderNo, 100_000_000, '2026-03-10')).toMatchObject({ code: 422 })
    expect(await promises(orderNo, 1000, '2026-03-08')).toMatchObject({ code: 422 })
    expect(await eventsOf(orderNo)).toEqual(['episodeOpened', 'dispatched'])
  })

  test('a complaint is recorded by whoever hears it; whoever may hold the case has it rest in the same step', async () => {
    const orderNo = await given()
    const complains = async (who: Caller, more: Partial<InputOf<typeof recoveryCase.complain>> = {}) =>
      who.call(recoveryCase.complain, {
        ...(await at(orderNo)),
        topic: 'otherPeople',
        channel: 'phone',
        words: 'A neighbour was told of the debt',
        ...more,
      })
    expect(await complains(collector)).toMatchObject({ code: 0 })
    expect(await complains(collector, { hold: '3' })).toMatchObject({ code: 4030 })
    expect(await complains(lead, { words: 'Call 081234567890' })).toMatchObject({ code: 400 })
    expect(await complains(lead, { hold: '3', words: 'They came at night' })).toMatchObject({ code: 0 })
    const { row, history } = await detailOf(orderNo)
    expect(row).toMatchObject({ state: 'open.held.assigned', holdReason: 'dispute', holdUntil: '2026-03-11' })
    expect(history.slice(-2)).toMatchObject([
      { type: 'complained', by: collector.id, details: { words: 'A neighbour was told of the debt' } },
      { type: 'held', by: lead.id, details: { complaint: { topic: 'otherPeople', words: 'They came at night' } } },
    ])
    // A case that rests already rests on; a second hold would overlap it, and then nothing is recorded.
    expect(await complains(lead, { hold: '7' })).toMatchObject({ code: 422 })
    expect(await complains(lead)).toMatchObject({ code: 0 })
    expect((await eventsOf(orderNo)).slice(-3)).toEqual(['complained', 'held', 'complained'])
  })

  test('a visit is told with where its proof is; the history of the case shows it', async () => {
    const orderNo = await given()
    await collector.data(recoveryCase.contact, { ...(await at(orderNo)), channel: 'visit' })
    const visits = async (proof: string) =>
      collector.call(recoveryCase.visit, { ...(await at(orderNo)), outcome: 'reached', proof })
    const noted = await collector.call(recoveryCase.noteOutcome, { ...(await at(orderNo)), outcome: 'reached' })
    expect(noted).toMatchObject({ code: 422, data: { reason: 'recoveryCase:guard.notByVisit' } })
    expect(await visits('')).toMatchObject({ code: 400 })
    expect(await visits('Photo of the neighbour 081234567890')).toMatchObject({ code: 400 })
    expect(await visits('Form 12, IMG_20260309_1015.jpg')).toHaveCode(0)
    const { history, row } = await detailOf(orderNo)
    expect(row).toMatchObject({ state: 'open.following', attempts: 1, outcome: 'reached' })
    expect(history.at(-1)).toMatchObject({
      type: 'visited',
      by: collector.id,
      details: { outcome: 'reached', proof: 'Form 12, IMG_20260309_1015.jpg' },
    })
    const { context } = await app.server.store.existing(`recoveryCase/${orderNo}`)
    const { attempts } = (await app.server.store.state(`contact/${context.order!.person}`)).context
    expect(attempts).toMatchObject([{ channel: 'visit', outcome: 'reached' }])
    // The figures count who was reached by a visit as by a call.
    expect(await attemptsOn(orderNo)).toMatchObject([{ channel: 'visit', outcome: 'reached', firstReached: true }])
  })

  test('the case hears that an emergency contact was asked, which is no contact with the customer', async () => {
    const customer = passingCustomer({
      contacts: [{ name: 'Budi Santoso', phone: '+6281234500001', relationship: 'sibling', consented: true }],
    })
    const orderNo = await openLoan(app, overdue, [{ customer }])
    await app.settle()
    await lead.data(recoveryCase.dispatch, { ...(await at(orderNo)), holder: collector.id })
    const support = await app.login('support')
    const asks = () => collector.call(contact.askWhereabouts, { orderNo, relative: '1/1', channel: 'phone' })
    expect(await asks()).toHaveCode(422)
    const { id, version } = (await support.data(contact.ofOrder, { orderNo })).contact
    await support.data(contact.confirmRelative, { id, version, relative: '1/1', proof: 'recorded call' })
    const before = (await detailOf(orderNo)).row!
    expect(await asks()).toHaveCode(0)
    await app.settle()
    const { history, row } = await detailOf(orderNo)
    expect(history.slice(2)).toMatchObject([
      { type: 'whereaboutsAsked', by: collector.id, state: 'open.assigned', details: { channel: 'phone' } },
    ])
    expect(row).toEqual({ ...before, version: before.version + 1 })
    expect(await attemptsOn(orderNo)).toEqual([])

    // The whereabouts of a customer who owes nothing are not asked. A settled case does not hear of an earlier question.
    await until('2026-03-09T12:00')
    await pays(orderNo, row!.owed)
    expect(await asks()).toMatchObject({ code: 422, data: { reason: 'contact:blocked.somethingDue' } })
    const wish = { purpose: 'collection', channel: 'phone', whom: '1/1', order: orderNo, overdue: 1 } as const
    expect(await attemptContact(app.server, id, collector.id, { ...wish, attempt: randomUUID() })).toMatchObject({
      allowed: true,
    })
    await app.settle()
    expect((await eventsOf(orderNo)).at(-1)).toBe('episodeSettled')
  })

  test('nobody collects once a payment is booked, nor while the case rests, on whatever page', async () => {
    const [paid, held] = [await given(), await given()]
    const { row } = await detailOf(paid)
    const version = await app.server.store.version(`loan/${paid}`)
    await finance.data(loan.record, {
      orderNo: paid,
      version,
      txid: randomUUID(),
      day: businessDay(app.clock.now()),
      amount: row!.remaining,
    })
    // The case has not followed its loan yet.
    expect(await calls(paid)).toMatchObject({ code: 422, msg: 'Nothing is due of this loan any more' })
    expect((await detailOf(paid)).row).toMatchObject({ state: 'open.assigned', attempts: 0 })

    const today = businessDay(app.clock.now())
    await lead.data(recoveryCase.hold, { ...(await at(held)), reason: 'dispute', from: today, until: today })
    const tries = (orderNo: string, purpose: 'collection' | 'service') =>
      collector.call(contact.attemptOn, { orderNo, purpose, channel: 'phone' })
    expect(await tries(held, 'collection')).toMatchObject({
      code: 422,
      msg: 'The case is on hold: nobody collects until the hold ends',
    })
    expect(await tries(held, 'service')).toHaveCode(0)
    await lead.data(recoveryCase.liftHold, await at(held))
    expect(await tries(held, 'collection')).toHaveCode(0)
  })

  test('the cases of a group are those of its members; nobody’s are of none', async () => {
    const orderNo = await given()
    const free = await opened(overdue)
    const groupOf = async (holder: string | null) =>
      holder && (await app.server.store.state(`collector/${holder.slice('staff/'.length)}`)).context.group
    const group = (await groupOf(collector.id))!
    const found = async (filter: object) => {
      const { rows } = await lead.data(recoveryCase.list, { phase: 'open', limit: 200, ...filter })
      const { count } = await lead.data(recoveryCase.count, { phase: 'open', ...filter })
      expect(count).toBe(rows.length)
      return rows
    }
    const ofGroup = await found({ group })
    expect(ofGroup.map((row) => row.orderNo)).toContain(orderNo)
    for (const { holder } of ofGroup) expect(await groupOf(holder)).toBe(group)
    const ofNone = await found({ group: recovery.none })
    expect(ofNone.map((row) => row.orderNo)).toContain(free)
    for (const { holder } of ofNone) expect(await groupOf(holder)).toBeNull()
    expect(await found({ group: 'no such group' })).toEqual([])
    const mine = await collector.data(recoveryCase.mineCount, { phase: 'open', group, stage: 's1' })
    expect(mine.count).toBe((await found({ holder: collector.id, stage: 's1' })).length)
    expect(mine.count).toBeGreaterThan(0)
  })

  test('a loan that is older than its case gets one', async () => {
    const orderNo = await openLoan(app, overdue)
    await app.db.sql.deleteFrom('es_effect').where('name', '=', 'followLoan').execute()
    await app.settle()
    expect(await eventsOf(orderNo)).toEqual([])
    await sql.raw(statements.at(-1)!).execute(app.db.sql)
    await app.settle()
    expect(await eventsOf(orderNo)).toEqual(['episodeOpened'])
  })

  test('the money of the promised days decides, and a late statement corrects the verdict', async () => {
    const orderNo = await given()
    expect(await promises(orderNo, 100_000, '2026-03-10')).toHaveCode(0)
    const { owedThen, partsThen, row } = await detailOf(orderNo)
    expect(owedThen! - row!.owed).toBeGreaterThan(0)
    // Only the fee grows up to that day.
    const { principal, interest, fee } = row!
    expect(partsThen).toEqual({ principal, interest, fee: fee + owedThen! - row!.owed })
    expect(row).toMatchObject({ term: 1, terms: loanTerms.instalments })
    await until('2026-03-10T10:00')
    await pays(orderNo, 40_000)
    expect(await promisesOf(orderNo)).toEqual(['open'])
    await until('2026-03-12T10:00')
    expect(await promisesOf(orderNo)).toEqual(['partlyKept'])
    const late = await pays(orderNo, 60_000, '2026-03-11')
    expect(await promisesOf(orderNo)).toEqual(['kept'])
    await reverses(orderNo, late)
    expect(await promisesOf(orderNo)).toEqual(['partlyKept'])
    expect((await eventsOf(orderNo)).slice(2)).toEqual([
      'promised',
      'paymentsFollowed',
      'promisePartlyKept',
      'promiseCorrected',
      'promiseCorrected',
    ])
  })

  test('the cases of a holder: a broken promise, a promise and a call-back of today, who was never called, the rest', async () => {
    const broken = await given()
    await promises(broken, 1000, '2026-03-12')
    await until('2026-03-14T10:00')
    const promised = await given()
    const back = await given()
    const small = await given()
    const large = await given({ ...overdue, principal: 2_000_000 })
    const later = await given({ ...overdue, principal: 9_000_000 })
    await promises(promised, 1000, '2026-03-14')
    const callsBack = async (orderNo: string, day: string) => {
      await calls(orderNo)
      await collector.data(recoveryCase.callBack, { ...(await at(orderNo)), day })
    }
    await callsBack(back, '2026-03-14')
    await callsBack(later, '2026-03-16')
    await collector.data(recoveryCase.noteOutcome, { ...(await at(later)), outcome: 'noAnswer' })

    const mine = [broken, promised, back, large, small, later]
    const found: string[] = []
    let after: InputOf<typeof recoveryCase.mine>['after']
    do {
      const page = await collector.data(recoveryCase.mine, { limit: 2, ...(after && { after }) })
      found.push(...page.rows.map(({ orderNo }) => orderNo))
      after = page.next ?? undefined
    } while (after)
    expect(found.filter((orderNo) => mine.includes(orderNo))).toEqual(mine)

    const [from, to] = [dayStart('2026-03-16'), dayStart('2026-03-17')]
    const next = await collector.data(recoveryCase.mine, { callBackFrom: from, callBackTo: to })
    expect(next.rows.map(({ orderNo }) => orderNo)).toEqual([later])
    for (const outcome of outcomes) {
      const { rows } = await collector.data(recoveryCase.mine, { outcome, limit: 200 })
      const { count } = await collector.data(recoveryCase.mineCount, { outcome })
      expect([rows.length, rows.filter((row) => row.outcome !== outcome)]).toEqual([count, []])
    }
    expect((await collector.data(recoveryCase.mineCount, { outcome: 'noAnswer' })).count).toBeGreaterThan(0)
  })

  test('a case opens before the due day, is overdue, settled, reopened by a reversal, and each event is heard once', async () => {
    // Due on 5 April and 25 April.
    await until('2026-03-16T10:00')
    const orderNo = await opened({ from: '2026-03-16' })
    await until('2026-04-01T23:59')
    expect(await eventsOf(orderNo)).toEqual([])
    await until('2026-04-02T00:00')
    expect((await detailOf(orderNo)).row).toMatchObject({ state: 'open.unassigned', stage: 'pre', due: '2026-04-05' })
    await until('2026-04-06T10:00')
    const { row } = await detailOf(orderNo)
    expect(row).toMatchObject({ stage: 's1', daysOverdue: 1 })
    const txid = await pays(orderNo, row!.owed)
    expect((await detailOf(orderNo)).row).toMatchObject({ state: 'settled', settlement: 'paid', owed: 0 })
    await reverses(orderNo, txid)
    expect((await detailOf(orderNo)).row).toMatchObject({ state: 'open.unassigned', stage: 's1', owed: row!.owed })
    await pays(orderNo, row!.owed)
    await until('2026-04-22T00:00')
    const told = [
      'episodeOpened',
      'stageChanged',
      'episodeSettled',
      'episodeReopened',
      'episodeSettled',
      'episodeOpened',
    ]
    expect(await eventsOf(orderNo)).toEqual(told)
    expect((await app.server.store.state(`recoveryCase/${orderNo}`)).context.episode).toBe(2)

    // A job that runs once more finds nothing to do.
    await sql.raw(statements.at(-1)!).execute(app.db.sql)
    await app.settle()
    expect(await eventsOf(orderNo)).toEqual(told)
  })

  test('what became of an attempt stands in the person’s contact record, at that attempt', async () => {
    const orderNo = await given()
    for (const [instant, outcome] of [
      ['2026-04-22T10:00', 'busy'],
      ['2026-04-22T12:00', 'refused'],
    ] as const) {
      await until(instant)
      expect(await calls(orderNo)).toHaveCode(0)
      await collector.data(recoveryCase.noteOutcome, { ...(await at(orderNo)), outcome })
    }
    const { context } = await app.server.store.existing(`recoveryCase/${orderNo}`)
    const { attempts } = (await app.server.store.state(`contact/${context.order!.person}`)).context
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['busy', 'refused'])
  })

  test('the outcome of an earlier attempt is not taken for that of the last one', async () => {
    const orderNo = await given()
    const { person } = (await app.server.store.existing(`recoveryCase/${orderNo}`)).context.order!
    await until('2026-04-23T10:00')
    const { attempt } = await collector.data(contact.attemptOn, { orderNo, purpose: 'collection', channel: 'phone' })
    await until('2026-04-23T12:00')
    expect(await calls(orderNo)).toHaveCode(0)
    const version = await app.server.store.version(`contact/${person}`)
    await collector.data(contact.noteOutcome, { id: person, version, attempt, outcome: 'busy' })
    await app.settle()
    expect((await eventsOf(orderNo)).slice(2)).toEqual(['contacted', 'contacted'])
    expect((await detailOf(orderNo)).row).toMatchObject({ outcome: null })
  })

  test('who has no valid certificate any more contacts nobody, although a promise keeps the case with them', async () => {
    const orderNo = await given()
    const today = businessDay(app.clock.now())
    const certifiedUntil = async (last: string) => {
      const version = await app.server.store.version(`collector/${collector.id.slice('staff/'.length)}`)
      await lead.data(certify, { id: collector.id, version, certificate: 'SPPI', until: last })
    }
    await certifiedUntil(today)
    expect(await promises(orderNo, 1000, addDays(today, 2))).toHaveCode(0)
    expect(await calls(orderNo)).toHaveCode(0)
    await until(`${addDays(today, 1)}T10:00`)
    expect(await calls(orderNo)).toMatchObject({
      code: 422,
      msg: `Your certificate was valid up to ${today}; without one nobody collects`,
      data: { reason: 'contact:blocked.certified' },
    })
    expect((await detailOf(orderNo)).row).toMatchObject({
      state: 'open.promised',
      holder: collector.id,
      attempts: 1,
    })
    const { now } = await collector.data(contact.ofOrder, { orderNo })
    const closed = now.filter(({ rule }) => rule === 'certified')
    expect(new Set(closed.map(({ purpose }) => purpose))).toEqual(new Set(['collection']))
    await certifiedUntil(addDays(today, 300))
    expect(await calls(orderNo)).toHaveCode(0)
  })

  test('the fees of a case on hold follow the terms of its loan, as those of any other', async () => {
    const [held, free] = [await given(), await given()]
    const today = businessDay(app.clock.now())
    const rest = { reason: 'disaster' as const, from: today, until: addDays(today, 2) }
    await lead.data(recoveryCase.hold, { ...(await at(held)), ...rest })
    const before = (await detailOf(held)).row!
    await until(`${addDays(today, 1)}T10:00`)
    const after = (await detailOf(held)).row!
    expect(after).toMatchObject({ state: 'open.held.assigned', fee: (await detailOf(free)).row!.fee })
    expect(after.fee).toBeGreaterThan(before.fee)
  })

  test('a new episode names nobody who held the case in the one before', async () => {
    // Due on 14 June and 4 July.
    await until('2026-06-15T10:00')
    const orderNo = await given({ from: '2026-05-25' })
    await pays(orderNo, (await detailOf(orderNo)).row!.owed)
    await until('2026-07-02T10:00')
    await catchUp(app.db)
    expect((await detailOf(orderNo)).row).toMatchObject({ state: 'open.unassigned', stage: 'pre' })
    expect((await lead.data(recoveryCase.waiting, { orderNo })).rows).toMatchObject([{ orderNo, formers: [] }])
  })
})
