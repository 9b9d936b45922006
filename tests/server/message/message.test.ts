import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/postgres.ts'
import { businessDay, weekday } from '../../../src/machines/calendar.ts'
import type { MessageEvent } from '../../../src/machines/message.ts'
import { usualMessageTimes } from '../../../src/machines/messageRules.ts'
import type { RecoveryCaseEvent } from '../../../src/machines/recoveryCase.facts.ts'
import { signed } from '../../../src/server/channels/signature.ts'
import { httpSms } from '../../../src/server/channels/sms.ts'
import { attemptContact } from '../../../src/server/contact/attempt.ts'
import { createLog } from '../../../src/server/kit/log.ts'
import { askCustomer } from '../../../src/server/message/askCustomer.ts'
import { policy } from '../../../src/server/policy.ts'
import * as approval from '../../../src/services/approval.ts'
import * as contact from '../../../src/services/contact.ts'
import { erase } from '../../../src/services/erasure.ts'
import * as intake from '../../../src/services/intake.ts'
import * as message from '../../../src/services/message.ts'
import * as smsTemplate from '../../../src/services/smsTemplate.ts'
import type { Caller } from '../../kit/app.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { addressOf, oneEngine } from '../../kit/engines.ts'
import { listen } from '../../kit/http.ts'
import { openLoan, openLoans, tellLoan } from '../../kit/loans.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { endLeases } from '../../kit/pair.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { putInForce } from '../../kit/settings.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'
import { recoveryCaseFacts } from '../../machines/recoveryCase.events.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The milliseconds until it is this hour in Jakarta. */
const untilHour = (now: number, wanted: number) => (wanted * hour - ((now + 7 * hour) % day) + day) % day

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  let logged = ''
  const log = createLog('trace', { write: (line) => void (logged += line) })
  // Long enough that a busy machine answers within it: only a number that ends in 33 may time out.
  const { app } = withApp({ databaseUrl, smsTimeoutMs: 3000, log, metricsToken: 'read-by-prometheus' })
  let support: Caller
  let template: string
  let served: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    served = await listen(app.app)
    app.callTo(`${served.url}/api`)
    template = await approvedTemplate(app)
  })
  beforeEach(async () => {
    support = await app.login('support')
    // What an earlier test left: the provider's pauses and the alarms.
    await app.db.sql.deleteFrom('provider_rate').execute()
    await app.db.sql.deleteFrom('provider_word').execute()
    app.clock.advance(minute)
  })
  afterAll(() => served.close())

  let nth = 0
  /** An order whose loan is open, of a customer whose number ends so. */
  const orderOf = (ending: string) => {
    nth += 1
    const customer = passingCustomer({ phone: `+62813${String(nth).padStart(5, '0')}${ending}` })
    return openLoan(app, { from: businessDay(app.clock.now()) }, [{ customer }])
  }
  const queue = async (orderNo: string, text = template) => {
    const { stream } = await support.data(message.send, { version: 0, orderNo, text, sender: demoSender })
    return stream.slice('message/'.length)
  }
  const rowOf = async (orderNo: string) => (await support.data(message.list, { orderNo })).rows[0]!
  const stateOf = async (orderNo: string) => (await rowOf(orderNo)).state
  /** Lets time pass for the provider, and it sends the receipts that are due. */
  const later = async (ms = minute) => {
    app.clock.advance(ms)
    await app.deliver()
  }
  const outcomes = async () => (await support.data(message.alarms, {})).alarms.map(({ outcome }) => outcome)
  const takenOf = (id: string) => app.sandboxMessages().filter((one) => one.id === id)
  const sendingOf = async (ending: string) => {
    const orderNo = await orderOf(ending)
    const id = await queue(orderNo)
    await app.settle()
    return { orderNo, id }
  }
  const report = async (payload: object, secret = app.server.channels.secrets.merpati!, now = app.clock.now()) => {
    const body = JSON.stringify(payload)
    const headers = { 'content-type': 'application/json', ...signed(secret, body, now) }
    return fetch(`${served.url}/api/channels/merpati/receipts`, { method: 'POST', headers, body })
  }

  const codeOf = async (response: Response) => ((await response.json()) as { code: number }).code

  test('a message is queued, sent with the values of the loan, and delivered', async () => {
    const { orderNo, id } = await sendingOf('00')
    expect(await rowOf(orderNo)).toMatchObject({
      id,
      state: 'sent',
      sender: demoSender,
      template: 'Dana dicairkan',
      segments: 1,
    })
    const [sent] = takenOf(id)
    expect(sent).toMatchObject({ to: expect.stringMatching(/^\+62813\d{5}00$/) })
    expect(sent!.text).toContain(`Dana pinjaman ${orderNo} sebesar Rp`)
    await later()
    expect(await stateOf(orderNo)).toBe('delivered')
    expect(await outcomes()).toEqual([])
  })

  test('neither the log nor the row has the number or the wording', async () => {
    const { orderNo, id } = await sendingOf('01')
    const { to, text } = takenOf(id)[0]!
    const stored = JSON.stringify([
      await app.server.store.history(`message/${id}`),
      await app.db.sql.selectFrom('message').selectAll().where('id', '=', id).execute(),
      await app.db.sql.selectFrom('provider_word').selectAll().execute(),
    ])
    expect(stored).not.toContain(to.slice(3))
    expect(stored).not.toContain(text)
    expect((await rowOf(orderNo)).phone).toMatch(/\*{3}/)
  })

  test.each([
    ['44', 'three times', 'delivered', []],
    ['45', 'in the wrong order', 'delivered', []],
    ['46', 'in other case', 'delivered', []],
    ['47', 'with leading zeros', 'delivered', []],
    ['55', 'delivered, then undelivered', 'delivered', ['contradicts']],
    ['77', 'undelivered, then delivered', 'delivered', ['contradicts']],
    ['66', 'and about an unknown message', 'delivered', ['unknownTxid']],
    ['78', 'and with another key', 'delivered', ['signature']],
    ['88', 'undelivered', 'undelivered', []],
    ['96', 'that only say that it was accepted', 'sent', []],
  ] as const)('receipts of a number that ends in %s, %s: %s', async (ending, _how, state, alarms) => {
    const { orderNo } = await sendingOf(ending)
    await later()
    expect(await stateOf(orderNo)).toBe(state)
    expect(await outcomes()).toEqual(alarms)
  })

  test('the receipts of a message lead to one state in any order and number', async () => {
    const words = ['accepted', 'delivered', 'undelivered'] as const
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const order of orders) {
      const { orderNo, id } = await sendingOf('22')
      for (const times of [1, 2])
        for (const index of order)
          for (let n = 0; n < times; n += 1)
            expect((await report({ id, word: words[index], code: '', at: app.clock.now() })).status).toBe(200)
      expect(await rowOf(orderNo)).toMatchObject({ state: 'delivered', contradicted: expect.any(String) })
    }
  })

  test('the parts are counted, although the receipt came before the answer of the call', async () => {
    const { terms } = (await app.server.store.state(`message/${(await sendingOf('22')).id}`)).context
    const stream = `message/${randomUUID()}` as const
    const tell = (event: object) =>
      app.server.store.send({
        stream,
        event: { by: 'SYS', at: app.clock.now(), ...event } as MessageEvent,
        via: 'SYS',
        key: JSON.stringify(event),
      })
    await tell({ type: 'messageBatched', ...terms, batch: 'gone', staleTtl: hour })
    await tell({ type: 'sendingBegan', personVersion: 1, sender: demoSender, receiptTtl: day })
    await tell({ type: 'messageDelivered' })
    await tell({ type: 'messageTaken', segments: 2 })
    expect(await app.server.store.state(stream)).toMatchObject({ value: 'delivered', context: { segments: 2 } })
  })

  test('a long text is one call and one message of several parts, and its receipt may come hours later', async () => {
    const orderNo = await orderOf('23')
    const body = `Yth. {name}, ${'pengajuan {orderNo} '.repeat(12)}`.trim()
    const id = await queue(orderNo, await approvedTemplate(app, { body }))
    await app.settle()
    expect(await rowOf(orderNo)).toMatchObject({ state: 'sent', segments: 3 })
    expect(takenOf(id)).toHaveLength(1)
    await later(5 * hour)
    support = await app.login('support')
    expect(await stateOf(orderNo)).toBe('sent')
    await later(hour)
    support = await app.login('support')
    expect(await stateOf(orderNo)).toBe('delivered')
  })

  test('an unsigned, forged, old or unreadable receipt is refused and changes nothing', async () => {
    const { orderNo, id } = await sendingOf('22')
    const payload = { id, word: 'delivered', code: '', at: app.clock.now() }
    const unsigned = await fetch(`${served.url}/api/channels/merpati/receipts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    expect(await codeOf(unsigned)).toBe(4030)
    expect(await codeOf(await report(payload, 'somebody else'))).toBe(4030)
    expect(await codeOf(await report(payload, undefined, app.clock.now() - 6 * minute))).toBe(4030)
    expect(await codeOf(await report({ ...payload, word: 'read' }))).toBe(400)
    expect(await codeOf(await report({ ...payload, at: app.clock.now() + hour }))).toBe(0)
    expect(await stateOf(orderNo)).toBe('sent')
    expect((await outcomes()).toSorted()).toEqual(['otherTime', 'signature', 'unreadable'])
  })

  test('a refused number fails; a receipt for it is an alarm', async () => {
    const { orderNo, id } = await sendingOf('11')
    expect(await rowOf(orderNo)).toMatchObject({ state: 'failed', code: 'NUMBER_INVALID' })
    await report({ id, word: 'delivered', code: '', at: app.clock.now() })
    expect(await stateOf(orderNo)).toBe('failed')
    expect(await outcomes()).toEqual(['contradicts'])
  })

  test.each([
    ['33', 'no answer'],
    ['91', 'HTML'],
    ['95', 'HTTP 500'],
  ])('a number that ends in %s, %s: it is doubtful and never called again', async (ending) => {
    const { orderNo, id } = await sendingOf(ending)
    expect(await stateOf(orderNo)).toBe('doubtful')
    await app.settle()
    app.clock.advance(hour)
    await app.settle()
    support = await app.login('support')
    expect(await stateOf(orderNo)).toBe('doubtful')
    expect(
      (await app.server.store.history(`message/${id}`)).filter(({ type }) => type === 'sendingBegan'),
    ).toHaveLength(1)
  })

  test('a message that timed out although it was taken is delivered by its receipt', async () => {
    const { orderNo, id } = await sendingOf('33')
    await later()
    expect(await stateOf(orderNo)).toBe('delivered')
    expect(takenOf(id)).toHaveLength(1)
  })

  test('without a receipt it is unknown after three days, and a late one still counts', async () => {
    const { orderNo, id } = await sendingOf('22')
    app.clock.advance(usualMessageTimes.receiptTtl)
    await app.settle()
    support = await app.login('support')
    expect(await stateOf(orderNo)).toBe('unknown')
    await report({ id, word: 'delivered', code: '', at: app.clock.now() })
    expect(await stateOf(orderNo)).toBe('delivered')
  })

  test('the metrics count the messages that may still arrive, and those whose receipt is late', async () => {
    const figures = async () => {
      const answer = await app.app.request('/metrics', { headers: { authorization: 'Bearer read-by-prometheus' } })
      const text = await answer.text()
      const of = (sample: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${sample} `))!
            .split(' ')[1],
        )
      return {
        queued: of('loket_messages{state="queued"}'),
        sent: of('loket_messages{state="sent"}'),
        doubtful: of('loket_messages{state="doubtful"}'),
        late: of('loket_messages_receipt_late'),
      }
    }
    const before = await figures()
    await sendingOf('22')
    const sent = { ...before, sent: before.sent + 1 }
    expect(await figures()).toEqual(sent)
    await queue(await orderOf('95'))
    expect(await figures()).toEqual({ ...sent, queued: before.queued + 1 })
    await app.settle()
    const doubtful = { ...sent, doubtful: before.doubtful + 1 }
    expect(await figures()).toEqual(doubtful)
    app.clock.advance(policy.messageReceiptUsual + 1)
    expect(await figures()).toEqual({ ...doubtful, late: before.late + 2 })
  })

  test('a provider without room is asked again after its Retry-After, which is no failure', async () => {
    const body = JSON.stringify({ kind: 'full', seconds: 90 })
    await fetch(`${app.sandboxUrl}/merpati/outage`, { method: 'POST', body })
    const { orderNo, id } = await sendingOf('22')
    const other = await sendingOf('22')
    expect([await stateOf(orderNo), await stateOf(other.orderNo)]).toEqual(['queued', 'queued'])
    app.clock.advance(89_000)
    await app.settle()
    expect(takenOf(id)).toEqual([])
    app.clock.advance(3000)
    await app.settle()
    expect([await stateOf(orderNo), await stateOf(other.orderNo)]).toEqual(['sent', 'sent'])
    // Who had no turn yet waited without a call.
    const types = (await app.server.store.history(`message/${other.id}`)).map(({ type }) => type)
    expect(types).toEqual(['messageQueued', 'sendingBegan', 'messageTaken'])
  })

  test.each([
    ['HTTP 500', 'error'],
    ['HTML', 'html'],
  ])('an hour of %s leaves few messages in doubt, and the others are sent after it', async (_what, kind) => {
    const body = JSON.stringify({ kind, seconds: 3600 })
    await fetch(`${app.sandboxUrl}/merpati/outage`, { method: 'POST', body })
    const orders: string[] = []
    for (let n = 0; n < 30; n += 1) orders.push(await orderOf('22'))
    for (const orderNo of orders) {
      await queue(orderNo)
      await app.settle()
    }
    for (let n = 0; n < 61; n += 1) {
      app.clock.advance(minute)
      await app.settle()
    }
    support = await app.login('support')
    const states = await Promise.all(orders.map(stateOf))
    for (let n = 0; n < 12; n += 1) {
      app.clock.advance(minute)
      await app.settle()
    }
    const after = await Promise.all(orders.map(stateOf))
    expect(states.filter((state) => state === 'doubtful').length).toBeLessThan(20)
    expect(after.filter((state) => state === 'doubtful')).toEqual(states.filter((state) => state === 'doubtful'))
    expect(after.every((state) => state === 'doubtful' || state === 'sent')).toBe(true)
  })

  test('who paid or was told already gets nothing, with the reason', async () => {
    const paid = await orderOf('22')
    const told = await orderOf('22')
    await queue(told)
    await app.settle()
    await queue(paid)
    await queue(told)
    await tellLoan(app, paid, { type: 'loanVoided' })
    app.clock.advance(1)
    await app.settle()
    expect(await rowOf(paid)).toMatchObject({ state: 'skipped', reason: 'settled', sentAt: null })
    const { rows } = await support.data(message.list, { orderNo: told })
    expect(
      rows.map(({ state, reason }) => ({ state, reason })).toSorted((a, b) => a.state.localeCompare(b.state)),
    ).toEqual([
      { state: 'sent', reason: null },
      { state: 'skipped', reason: 'duplicate' },
    ])
  })

  test('a number that is none, and a sender name that is no longer used, are sent nothing, with the reason', async () => {
    const orderNo = await orderOf('22')
    const { person, personVersion } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
    const [record] = await app.server.vault.read([{ person, version: personVersion }])
    const newer = { person, version: personVersion + 1 }
    await app.db.sql.transaction().execute((tx) => app.server.vault.propose(tx, newer, { ...record!, phone: '021555' }))
    await app.db.sql
      .updateTable('approval')
      .set({ person_version: newer.version })
      .where('order_no', '=', orderNo)
      .execute()
    await queue(orderNo)
    await app.settle()
    expect(await rowOf(orderNo)).toMatchObject({ state: 'skipped', reason: 'badNumber', sentAt: null })
    const other = await orderOf('22')
    await queue(other)
    await putInForce(app, 'smsSender', demoSender, { registration: 'SID-1', used: false })
    await app.settle()
    expect(await rowOf(other)).toMatchObject({ state: 'skipped', reason: 'senderGone', sentAt: null })
    await putInForce(app, 'smsSender', demoSender, { registration: 'SID-1', used: true })
  })

  test('a text that asks for money waits for nobody whose case is on hold', async () => {
    const orderNo = await orderOf('22')
    // The loan, whose first day is far, would settle a case that it finds open.
    await app.settle()
    const now = app.clock.now()
    const { person, app: lender, product } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
    const tellCase = (event: object, via = 'SYS') =>
      app.server.store.send({
        stream: `recoveryCase/${orderNo}`,
        event: { by: 'SYS', at: now, ...event } as RecoveryCaseEvent,
        via,
        key: JSON.stringify(event),
      })
    const order = { person, app: lender, product }
    await tellCase({ ...recoveryCaseFacts.episodeOpened, type: 'episodeOpened', orderNo, order })
    const today = businessDay(now)
    const held = { ...recoveryCaseFacts.held, type: 'held', from: today, until: today }
    await tellCase({ ...held, by: 'staff/1' }, 'recoveryCase.hold')
    await queue(orderNo)
    await app.settle()
    expect(await rowOf(orderNo)).toMatchObject({ state: 'skipped', reason: 'held' })
    app.clock.advance(1000)
    await queue(orderNo, await approvedTemplate(app, { body: 'Yth. {name}, pengajuan {orderNo} kami terima.' }))
    await app.settle()
    expect(await stateOf(orderNo)).toBe('sent')
  })

  test('a message goes to the newest number of the customer, not to one that is only proposed', async () => {
    const customer = passingCustomer({ phone: '+628159990022' })
    const orderNo = await openLoan(app, { from: businessDay(app.clock.now()) }, [{ customer }])
    const { person, personVersion } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
    const [record] = await app.server.vault.read([{ person, version: personVersion }])
    const proposed = { ...record!, phone: '+628159990122' }
    await app.db.sql
      .transaction()
      .execute((tx) => app.server.vault.propose(tx, { person, version: personVersion + 1 }, proposed))
    await queue(orderNo)
    await app.settle()
    expect(app.sandboxMessages().at(-1)!.to).toBe(customer.phone)

    await app.customerApp.data(intake.withdraw, { orderNo }, { key: randomUUID() })
    await app.apply({ customer: { ...customer, phone: '+628159990222' } })
    await app.settle()
    await queue(orderNo, await approvedTemplate(app, { body: 'Yth. {name}, pinjaman {orderNo}: {virtualAccount}.' }))
    await app.settle()
    expect(app.sandboxMessages().at(-1)!.to).toBe('+628159990222')
  })

  /** An application that went back to a customer whose number ends so. */
  const returnedOrder = async (ending: string, mend: ('bank' | 'idFront')[]) => {
    nth += 1
    const customer = passingCustomer({ phone: `+62814${String(nth).padStart(5, '0')}${ending}` })
    const orderNo = await waitingOrder(app, { customer })
    const reviewer = await app.login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    const reason = 'documentUnreadable'
    await reviewer.data(approval.firstReturn, { orderNo, version: 3, reason, note: '', mend })
    return { orderNo, customer, reviewer }
  }

  test('a customer whose application was returned is asked what to mend, once', async () => {
    const unasked = await returnedOrder('22', ['bank'])
    await app.settle()
    expect((await support.data(message.list, { orderNo: unasked.orderNo })).rows).toEqual([])

    await approvedTemplate(app, { name: 'Perbaiki data', body: 'Pengajuan {orderNo}: mohon perbaiki {mend}.' })
    const { orderNo, customer, reviewer } = await returnedOrder('22', ['bank', 'idFront'])
    const { event } = await app.db.sql
      .selectFrom('es_effect')
      .select('event')
      .where('stream', '=', `approval/${orderNo}`)
      .where('name', '=', 'askCustomer')
      .executeTakeFirstOrThrow()
    const job = { stream: `approval/${orderNo}` as const, name: 'askCustomer', event, version: 4, attempts: 1 }
    // Another server that died after it had queued the message.
    await askCustomer(app.server)(job, { stopping: new AbortController().signal })
    await app.settle()
    const text = `Pengajuan ${orderNo}: mohon perbaiki Rekening bank, KTP sisi depan.`
    expect(app.sandboxMessages().filter(({ to }) => to === customer.phone)).toEqual([expect.objectContaining({ text })])
    const { id, state } = await rowOf(orderNo)
    expect(state).toBe('sent')
    expect((await app.server.store.state(`message/${id}`)).context.author).toBe(reviewer.id)
  })

  test('who may not be contacted is asked what to mend by a text that the law requires, and by no other', async () => {
    const lead = await app.login('collectionLead')
    const askedBy = async (marks: 'byLaw'[]) => {
      app.clock.advance(1000)
      await approvedTemplate(app, { name: 'Perbaiki data', body: 'Pengajuan {orderNo}, perbaiki {mend}.', marks })
      const { orderNo } = await returnedOrder('22', ['bank'])
      const { person, stream } = await contactOf(orderNo)
      const version = await app.server.store.version(stream)
      await lead.data(contact.barContact, { id: person, version, reason: 'complaint' })
      await app.settle()
      const { state, reason } = await rowOf(orderNo)
      return [state, reason]
    }
    expect(await askedBy([])).toEqual(['skipped', 'notBarred'])
    expect(await askedBy(['byLaw'])).toEqual(['sent', null])
  })

  test('a customer who sent the data again before the message went is not asked any more', async () => {
    await approvedTemplate(app, { name: 'Perbaiki data', body: 'Pengajuan {orderNo}, mohon perbaiki: {mend}.' })
    const { orderNo, customer } = await returnedOrder('22', ['bank'])
    const full = JSON.stringify({ kind: 'full', seconds: 60 })
    await fetch(`${app.sandboxUrl}/merpati/outage`, { method: 'POST', body: full })
    await app.settle()
    expect(await stateOf(orderNo)).toBe('queued')
    const mended = { orderNo, customer, documents: [] }
    await app.customerApp.data(intake.resubmit, mended, { key: randomUUID() })
    app.clock.advance(2 * minute)
    await app.settle()
    expect(await rowOf(orderNo)).toMatchObject({ state: 'skipped', reason: 'unfilled', missing: ['mend'] })
  })

  test('an erased customer has messages without name and number, and none that waits is sent', async () => {
    const customer = passingCustomer({ phone: '+628149990022' })
    const orderNo = await waitingOrder(app, { customer })
    const reviewer = await app.login('reviewer1')
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    await reviewer.data(approval.firstReject, { orderNo, version: 3, reason: 'policy', note: '' })
    await queue(orderNo, await approvedTemplate(app, { body: 'Yth. {name}, pengajuan {orderNo} tidak disetujui.' }))
    await app.settle()
    const [shown] = (await support.data(message.list, { phone: customer.phone })).rows
    expect(shown).toMatchObject({ orderNo, state: 'sent', customer: expect.stringMatching(/\*/) })
    await queue(orderNo, await approvedTemplate(app, { body: 'Yth. {name}, terima kasih.' }))
    const reason = 'The customer asked to be forgotten'
    await (await app.login('admin')).data(erase, { orderNo, repeated: orderNo, reason })
    await app.settle()
    const { rows } = await support.data(message.list, { orderNo })
    expect(rows.map((row) => [row.customer, row.phone])).toEqual([
      ['', ''],
      ['', ''],
    ])
    expect(rows.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual(['sent null', 'skipped erased'])
    expect((await support.data(message.list, { phone: customer.phone })).rows).toEqual([])
    expect(app.sandboxMessages().filter(({ to }) => to === customer.phone)).toHaveLength(1)
  })

  test('two messages of one text at once: one is sent', async () => {
    const orderNo = await orderOf('22')
    await Promise.all([queue(orderNo), queue(orderNo), queue(orderNo)])
    await app.settle()
    // Two that noted their attempts at once are tried again a moment later.
    app.clock.advance(1000)
    await app.settle()
    const { rows } = await support.data(message.list, { orderNo })
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['sent', 'skipped', 'skipped'])
    expect(app.sandboxMessages().filter(({ text }) => text.includes(orderNo))).toHaveLength(1)
  })

  test('an unknown order or template is 404, a retired template and an unused sender are refused', async () => {
    const orderNo = await orderOf('22')
    const body = { version: 0, orderNo, text: template, sender: demoSender }
    expect(await support.call(message.send, { ...body, orderNo: 'LK261121999999' })).toMatchObject({ code: 404 })
    expect(await support.call(message.send, { ...body, text: 'no-such-template' })).toMatchObject({ code: 404 })
    const reasonOf = async (more: object) => (await support.call(message.send, { ...body, ...more })).data
    expect(await reasonOf({ sender: 'DKLama' })).toMatchObject({ reason: 'message:guard.senderUsed' })
    const retired = await approvedTemplate(app)
    await (await app.login('collectionLead')).data(smsTemplate.retire, { id: retired, version: 3 })
    expect(await reasonOf({ text: retired })).toMatchObject({ reason: 'message:guard.templateApproved' })
  })

  test('the preview has the wording with the name masked, the cost, and what forbids it now', async () => {
    const orderNo = await orderOf('22')
    const named = await approvedTemplate(app, { body: 'Yth. {name}, bayar {amountDue} ke {virtualAccount}.' })
    const preview = await support.data(message.preview, { orderNo, text: named })
    expect(preview).toMatchObject({ segments: 1, cost: 350, skip: null, missing: [], rule: null })
    expect(preview.wording).toMatch(/^Yth\. .*\*.*, bayar Rp[\d.]+ ke \d+\.$/)
    const late = await approvedTemplate(app, { category: 'collection', body: 'Terlambat {daysOverdue} hari.' })
    expect(await support.data(message.preview, { orderNo, text: late })).toMatchObject({ skip: 'notOverdue' })
    const promo = await approvedTemplate(app, { category: 'marketing', body: 'Promo {appLink}. {optOutLink}' })
    expect(await support.data(message.preview, { orderNo, text: promo })).toMatchObject({
      wording: 'Promo https://dk.loket.example. https://loket.example/stop#id***',
      skip: null,
      rule: 'consentStands',
    })
    const paid = await approvedTemplate(app, { body: 'Terima kasih, {paidAmount} pada {paidDay} kami terima.' })
    expect(await support.data(message.preview, { orderNo, text: paid })).toMatchObject({
      wording: null,
      skip: 'unfilled',
      missing: ['paidAmount', 'paidDay'],
      rule: null,
    })
  })

  const contactOf = async (orderNo: string) => {
    const { person } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
    return { person, stream: `contact/${person}` as const }
  }
  const attemptsOf = async (orderNo: string) =>
    (await app.server.store.history((await contactOf(orderNo)).stream)).map(({ type }) => type)

  test('a message is one attempt to reach the person, noted before the provider is called', async () => {
    const { orderNo, id } = await sendingOf('22')
    expect(await attemptsOf(orderNo)).toEqual(['attempted'])
    const { attempts } = (await app.server.store.state((await contactOf(orderNo)).stream)).context
    expect(attempts).toMatchObject([{ attempt: id, purpose: 'service', channel: 'sms', order: orderNo }])
  })

  test('a server that stopped between the attempt and the message: it is sent, and is no second attempt', async () => {
    const orderNo = await orderOf('22')
    const id = await queue(orderNo)
    const { author } = (await app.server.store.state(`message/${id}`)).context
    const { person } = await contactOf(orderNo)
    await attemptContact(app.server, person, author, {
      attempt: id,
      purpose: 'service',
      channel: 'sms',
      whom: 'self',
      order: orderNo,
      overdue: null,
    })
    app.clock.advance(minute)
    await app.settle()
    expect(await stateOf(orderNo)).toBe('sent')
    expect(await attemptsOf(orderNo)).toEqual(['attempted'])
    expect(takenOf(id)).toHaveLength(1)
  })

  test('what the contact rules forbid when it is sent is not sent, and says which rule', async () => {
    const barred = await orderOf('22')
    const body = 'Terlambat {daysOverdue} hari.'
    const late = await approvedTemplate(app, { category: 'collection', body })
    await queue(barred)
    const { person, stream } = await contactOf(barred)
    const lead = await app.login('collectionLead')
    await lead.data(contact.barContact, { id: person, version: await app.server.store.version(stream), reason: 'x' })
    const current = await orderOf('22')
    await queue(current, late)
    await app.settle()
    expect(await rowOf(barred)).toMatchObject({ state: 'skipped', reason: 'notBarred', sentAt: null })
    expect(await rowOf(current)).toMatchObject({ state: 'skipped', reason: 'notOverdue' })
  })

  test('who may not be contacted is sent what the law requires, and the record says so', async () => {
    const orderNo = await orderOf('22')
    const { person, stream } = await contactOf(orderNo)
    const lead = await app.login('collectionLead')
    const version = await app.server.store.version(stream)
    await lead.data(contact.barContact, { id: person, version, reason: 'complaint' })
    const text = { body: 'Pemberitahuan wajib tentang {orderNo}.', name: 'Wajib' }
    const notice = await approvedTemplate(app, { ...text, marks: ['byLaw'] })
    const unmarked = await approvedTemplate(app, text)
    const ruleFor = async (one: string) => (await support.data(message.preview, { orderNo, text: one })).rule
    expect([await ruleFor(notice), await ruleFor(unmarked)]).toEqual([null, 'notBarred'])
    const id = await queue(orderNo, notice)
    await queue(orderNo, unmarked)
    await app.settle()
    // Two that noted their attempts at once are tried again a moment later.
    app.clock.advance(1000)
    await app.settle()
    expect(takenOf(id)).toHaveLength(1)
    const { rows } = await support.data(message.list, { orderNo })
    expect(rows.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual(['sent null', 'skipped notBarred'])
    const { log: record } = await support.data(contact.ofOrder, { orderNo })
    expect(record.map(({ type, byLaw, rule }) => `${type} ${byLaw} ${rule}`).toSorted()).toEqual([
      'attemptBlocked false notBarred',
      'attempted true null',
    ])
  })

  test('a third text of collection on one day is not sent, whichever order it is about', async () => {
    const [orderNo] = await openLoans(app, { from: '2026-09-01' }, [{ customer: passingCustomer() }])
    app.clock.advance(untilHour(app.clock.now(), 9))
    if (weekday(app.clock.now()) === 7) app.clock.advance(day)
    const reasons: (string | null)[] = []
    for (const nth of [1, 2, 3]) {
      support = await app.login('support')
      const body = `Terlambat {daysOverdue} hari (${nth}).`
      const id = await queue(orderNo!, await approvedTemplate(app, { category: 'collection', body }))
      await app.settle()
      reasons.push((await app.server.store.state(`message/${id}`)).context.reason)
      app.clock.advance(61 * minute)
    }
    expect(reasons).toEqual([null, null, 'smsCap'])
  })

  test('a provider that is back in the night: a message for collection that was allowed by day is not sent', async () => {
    const late = await approvedTemplate(app, { category: 'collection', body: 'Terlambat {daysOverdue} hari.' })
    const [orderNo] = await openLoans(app, { from: '2026-09-01' }, [{ customer: passingCustomer() }])
    app.clock.advance(untilHour(app.clock.now(), 19))
    support = await app.login('support')
    const full = JSON.stringify({ kind: 'full', seconds: 3600 })
    await fetch(`${app.sandboxUrl}/merpati/outage`, { method: 'POST', body: full })
    const id = await queue(orderNo!, late)
    await app.settle()
    app.clock.advance(3 * hour)
    await app.settle()
    support = await app.login('support')
    expect(await rowOf(orderNo!)).toMatchObject({ state: 'skipped', reason: 'withinHours' })
    expect(takenOf(id)).toEqual([])
    expect(await attemptsOf(orderNo!)).toEqual(['attempted'])
  })

  test('a template that was changed or retired meanwhile is not sent', async () => {
    const orderNo = await orderOf('22')
    const text = await approvedTemplate(app)
    await queue(orderNo, text)
    await (await app.login('collectionLead')).data(smsTemplate.retire, { id: text, version: 3 })
    await app.settle()
    expect(await rowOf(orderNo)).toMatchObject({ state: 'skipped', reason: 'oldText' })
  })

  test('a server that stopped between the call and its commit: the message is doubtful and called no second time', async () => {
    const orderNo = await orderOf('22')
    const id = await queue(orderNo)
    await app.server.store.send({
      stream: `message/${id}`,
      event: {
        type: 'sendingBegan',
        by: 'SYS',
        at: app.clock.now(),
        personVersion: 1,
        sender: 'LOKET',
        receiptTtl: usualMessageTimes.receiptTtl,
      },
      via: 'SYS',
      key: `stopped ${id}`,
    })
    await app.settle()
    expect(await stateOf(orderNo)).toBe('doubtful')
    expect(takenOf(id)).toEqual([])
  })

  type Provider = { calls: string[]; answer: (c: Context) => Response | Promise<Response> }
  /** Puts a provider in the place of the sandbox while `during` runs. */
  const withProvider = async (provider: Provider, during: () => Promise<void>) => {
    const { url, close } = await listen(
      new Hono().post('/messages', async (c) => {
        provider.calls.push((await c.req.json<{ id: string }>()).id)
        return provider.answer(c)
      }),
    )
    const { channels } = app.server
    const usual = channels.sms
    const receipts = () => `${served.url}/api/channels/merpati/receipts`
    const { now } = app.clock
    const secret = channels.secrets.merpati!
    channels.sms = { merpati: httpSms({ url, secret, perSecond: 5, timeoutMs: 3000, now, receipts }) }
    await during()
    channels.sms = usual
    await close()
  }
  const accepted = (c: Context) => c.json({ word: 'accepted', segments: 1 })
  const statesOf = async (ids: readonly string[]) =>
    (await app.server.store.states(ids.map((id) => `message/${id}` as const))).map(({ value }) => value)

  test('a provider that answers "sent" to everything for an hour: nothing is sent twice and nothing is lost', async () => {
    const provider: Provider = { calls: [], answer: (c) => c.json({ word: 'sent' }) }
    await withProvider(provider, async () => {
      const ids: string[] = []
      for (let n = 0; n < 30; n += 1) ids.push(await queue(await orderOf('22')))
      const pass = async (minutes: number) => {
        for (let n = 0; n < minutes; n += 1) {
          app.clock.advance(minute)
          await app.settle()
        }
      }
      await pass(60)
      const during = await statesOf(ids)
      expect(new Set(during)).toEqual(new Set(['doubtful', 'queued']))
      provider.answer = accepted
      await pass(10)
      const states = await statesOf(ids)
      expect(states.filter((state) => state === 'sent').length).toBeGreaterThan(0)
      expect(states.every((state) => state === 'sent' || state === 'doubtful')).toBe(true)
      expect(states.filter((state) => state === 'doubtful')).toEqual(during.filter((state) => state === 'doubtful'))
      expect(provider.calls.toSorted()).toEqual(ids.toSorted())
      // The provider had one of those in doubt after all.
      const doubted = ids[states.indexOf('doubtful')]!
      expect((await report({ id: doubted, word: 'delivered', code: '', at: app.clock.now() })).status).toBe(200)
      expect(await statesOf([doubted])).toEqual(['delivered'])
    })
  })

  test('a provider that takes everything and then reports otherwise: what it says last is told in words', async () => {
    const provider: Provider = { calls: [], answer: accepted }
    await withProvider(provider, async () => {
      // The first number is one that the sandbox refuses.
      const orders = [await orderOf('11'), await orderOf('22'), await orderOf('22')]
      const ids: string[] = []
      for (const orderNo of orders) ids.push(await queue(orderNo))
      await app.settle()
      expect(await statesOf(ids)).toEqual(['sent', 'sent', 'sent'])
      const told = (nth: number, word: string, code = '') => report({ id: ids[nth]!, word, code, at: app.clock.now() })
      await told(0, 'undelivered', 'ABSENT')
      await told(1, 'delivered')
      await told(1, 'undelivered', 'ABSENT')
      await told(2, 'accepted')
      expect(await statesOf(ids)).toEqual(['undelivered', 'delivered', 'sent'])
      const { alarms } = await support.data(message.alarms, {})
      expect(alarms).toMatchObject([{ outcome: 'contradicts', word: 'undelivered' }])
      app.clock.advance(usualMessageTimes.receiptTtl)
      await app.settle()
      expect(await statesOf(ids)).toEqual(['undelivered', 'delivered', 'unknown'])
      expect(provider.calls.toSorted()).toEqual(ids.toSorted())
    })
  })

  test.runIf(databaseUrl)(
    'a server that is killed during the call: the provider is called once, and a receipt ends the doubt',
    async () => {
      const calls: string[] = []
      let child: Child | undefined
      // It takes the first message, and its answer finds nobody any more. It says "sent" of all others.
      const provider = new Hono().post('/messages', async (c) => {
        calls.push((await c.req.json<{ id: string }>()).id)
        if (calls.length > 1) return c.json({ word: 'sent' })
        await child!.kill()
        return c.json({ word: 'accepted', segments: 1 })
      })
      const { url, close } = await listen(provider)
      const secret = app.server.channels.secrets.merpati!
      const started = async () =>
        startServer(
          {
            DATABASE_URL: await addressOf(app.db, databaseUrl!),
            PORT: String(await freePort()),
            PROVIDER: url,
            SECRET: secret,
            PER_SECOND: '50',
            AHEAD_MS: String(app.clock.now() - Date.now()),
          },
          undefined,
          'tests/kit/smsServer.ts',
        )
      const [orderNo, other] = [await orderOf('22'), await orderOf('22')]
      child = await started()
      const id = await queue(orderNo)
      expect((await child.ended).signal).toBe('SIGKILL')
      expect(await stateOf(orderNo)).toBe('sending')
      await endLeases(app.db)
      child = await started()
      await expect.poll(() => stateOf(orderNo)).toBe('doubtful')
      const otherId = await queue(other)
      await expect.poll(() => stateOf(other)).toBe('doubtful')
      await child.kill()
      expect(calls).toEqual([id, otherId])
      expect(await attemptsOf(orderNo)).toEqual(['attempted'])
      await report({ id, word: 'delivered', code: '', at: app.clock.now() })
      expect(await stateOf(orderNo)).toBe('delivered')
      await close()
    },
  )

  test('no number and no wording of any of these messages is in the log, in a receipt or in the events', async () => {
    const tables = ['es_event', 'es_stream', 'es_command', 'es_effect', 'message', 'contact', 'provider_word']
    const stored = `${logged}\n${await textOf(app.db, ...tables)}`
    const sent = app.sandboxMessages()
    expect(sent.length).toBeGreaterThan(20)
    for (const { id, to, text } of sent) {
      expect(stored).toContain(id)
      for (const secret of [to.slice(3), text]) expect(stored).not.toContain(secret)
    }
    expect(logged).toContain(message.receipt.id)
  })
})
