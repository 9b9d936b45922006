import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { randomOf } from '../../../src/server/kit/random.ts'
import * as approval from '../../../src/services/approval.ts'
import type { Customer } from '../../../src/services/customer.ts'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import type * as intake from '../../../src/services/intake.ts'
import * as order from '../../../src/services/order.ts'
import { password } from '../../kit/app.ts'
import { application, customer, freshNik } from '../../kit/application.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { base64, photo } from '../../kit/photo.ts'
import { rawCalls } from '../../kit/raw.ts'
import { countRows } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

type Body = BodyOf<typeof intake.apply>
type Issue = { field: string; reason: string; message: string }

const words = (language: string) => {
  const file = readFileSync(new URL(`../../../locales/${language}/errors.json`, import.meta.url), 'utf8')
  return (JSON.parse(file) as { field: Record<string, string> }).field
}

// An application takes one to six thousand turns of the event loop: twelve of them overlap, each at its own stage.
const mostTurns = 500

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')

  const send = <Data = { orderNo: string; version: number }>(
    line: string,
    body?: unknown,
    { key = randomUUID(), language = 'en' }: { key?: string; language?: string } = {},
  ) =>
    rawCalls(app.app).call<Data>(line, body, {
      'x-api-key': password,
      'idempotency-key': key,
      'accept-language': language,
    })
  const applying = (more: Partial<Body> = {}, options = {}) => send('POST /intake/applications', passing(more), options)
  const orderOf = async (more: Partial<Body> = {}) => (await applying(more)).data.orderNo
  const status = async (orderNo: string) =>
    (await send<object>(`GET /intake/applications/status?orderNo=${orderNo}`)).data

  const counts = () => countRows(app.db)

  test('POST /intake/applications answers the order number, and GET …/status how it stands', async () => {
    const { status: http, code, data } = await applying()
    expect({ http, code, data }).toEqual({
      http: 200,
      code: 0,
      data: { orderNo: expect.stringMatching(/^LK261121\d{6}$/), version: 1 },
    })
    expect(await status(data.orderNo)).toEqual({ orderNo: data.orderNo, version: 1, state: 'machineReview', mend: [] })
    await app.settle()
    expect(await status(data.orderNo)).toEqual({
      orderNo: data.orderNo,
      version: 2,
      state: 'firstReview.wait',
      mend: [],
    })
  })

  describe('bad input is refused with each field named, and nothing is stored', () => {
    const person = customer()
    const by = (more: Partial<Customer>) => application({ customer: { ...person, ...more } })
    const cases: [string, object, [string, string][]][] = [
      [
        'an unknown field',
        { ...application(), colour: 'red', size: 1 },
        [
          ['colour', 'unknown'],
          ['size', 'unknown'],
        ],
      ],
      ['an unknown field inside', by({ mother: 'Ibu' } as object), [['customer.mother', 'unknown']]],
      [
        'nothing',
        {},
        ['app', 'channel', 'product', 'amount', 'term', 'customer', 'documents'].map((field) => [field, 'required']),
      ],
      ['an amount as text', { ...application(), amount: '2000000' }, [['amount', 'type']]],
      ['half a rupiah', application({ amount: 2_000_000.5 }), [['amount', 'whole']]],
      ['no amount at all', application({ amount: 0 }), [['amount', 'positive']]],
      ['a NIK of 15 digits', by({ nik: '317101570892123' }), [['customer.nik', 'nikDigits']]],
      ['a NIK with a letter', by({ nik: '31710157089212O4' }), [['customer.nik', 'nikDigits']]],
      ['a NIK of no province', by({ nik: '9971015708921234' }), [['customer.nik', 'nikRegion']]],
      ['a NIK of no regency', by({ nik: '3100015708921234' }), [['customer.nik', 'nikRegion']]],
      ['a NIK of 32 August', by({ nik: '3171017208921234' }), [['customer.nik', 'nikBirthDate']]],
      ['a NIK of month 13', by({ nik: '3171015713921234' }), [['customer.nik', 'nikBirthDate']]],
      ['a NIK with serial 0000', by({ nik: '3171015708920000' }), [['customer.nik', 'nikSerial']]],
      ['a foreign phone', by({ phone: '+6512345678' }), [['customer.phone', 'phone']]],
      ['a phone too short', by({ phone: '08123456' }), [['customer.phone', 'phone']]],
      [
        "a contact's bad phone",
        by({ contacts: [{ ...person.contacts[0]!, phone: '021-123' }] }),
        [['customer.contacts.0.phone', 'phone']],
      ],
      ['markup in a name', by({ name: 'Sri <b>' }), [['customer.name', 'personName']]],
      [
        'emoji in the names of an account and of a contact',
        by({
          bank: { ...person.bank, holder: 'Sri 😀' },
          contacts: [{ ...person.contacts[0]!, name: '❤ Budi' }],
        }),
        [
          ['customer.bank.holder', 'personName'],
          ['customer.contacts.0.name', 'personName'],
        ],
      ],
      ['no e-mail address', by({ email: 'sri at pelanggan' }), [['customer.email', 'email']]],
      [
        'an unknown province',
        by({ address: { ...person.address, province: '99' } }),
        [['customer.address.province', 'province']],
      ],
      [
        'an account of letters',
        by({ bank: { ...person.bank, account: 'ABC' } }),
        [['customer.bank.account', 'account']],
      ],
      [
        'a card of letters',
        by({ bank: { ...person.bank, card: '6019 8800 7711 22AB' } }),
        [['customer.bank.card', 'card']],
      ],
      [
        'several at once',
        { ...application({ term: -1, customer: { ...person, nik: '1', phone: '2' } }), extra: 1 },
        [
          ['term', 'positive'],
          ['customer.nik', 'nikDigits'],
          ['customer.phone', 'phone'],
          ['extra', 'unknown'],
        ],
      ],
      ['an app that is none', application({ app: 'XX' }), [['app', 'app']]],
      ['a product that is none', application({ product: 'XX' }), [['product', 'product']]],
      ['less than the product lends', application({ amount: 499_999 }), [['amount', 'amount']]],
      ['more than the product lends', application({ amount: 3_000_001 }), [['amount', 'amount']]],
      ['a term the product has not', application({ term: 31 }), [['term', 'term']]],
      [
        'both',
        application({ amount: 3_000_001, term: 31 }),
        [
          ['amount', 'amount'],
          ['term', 'term'],
        ],
      ],
      [
        'a document that is no base64',
        application({ documents: [{ kind: 'idFront', image: '…' }] }),
        [['documents.0.image', 'image']],
      ],
      [
        'a document that is text',
        application({ documents: [{ kind: 'idFront', image: base64(Buffer.from('not an image')) }] }),
        [['documents.0.image', 'image']],
      ],
      [
        'a document of no kind',
        application({ documents: [{ kind: 'selfie' as never, image: '' }] }),
        [['documents.0.kind', 'choice']],
      ],
    ]
    test.each(cases)('%s', async (_, body, expected) => {
      const before = await counts()
      for (const language of ['id', 'en', 'zh']) {
        const answer = await send<{ issues: Issue[] }>('POST /intake/applications', body, { language })
        expect({ http: answer.status, code: answer.code }).toEqual({ http: 200, code: 400 })
        expect(answer.data.issues).toEqual(
          expected.map(([field, reason]) => ({ field, reason, message: words(language)[reason] })),
        )
        for (const { message } of answer.data.issues) expect(message).toMatch(/\S/)
      }
      expect(await counts()).toEqual(before)
    })
  })

  describe('a customer app', () => {
    const line = 'POST /intake/applications'

    test('needs its key', async () => {
      const before = await counts()
      const refused = { status: 200, code: 4030, msg: 'Unknown API key', data: null }
      const { call } = rawCalls(app.app)
      const key = { 'idempotency-key': 'needs its key' }
      expect(await call(line, application(), key)).toMatchObject(refused)
      expect(await call(line, application(), { ...key, 'x-api-key': '' })).toMatchObject(refused)
      expect(await call(line, application(), { ...key, 'x-api-key': `${password}x` })).toMatchObject(refused)
      const staff = { ...key, 'x-token': reviewer.token, cookie: reviewer.cookie }
      expect(await call(line, application(), staff)).toMatchObject(refused)
      expect(await call('GET /intake/applications/status?orderNo=LK1')).toMatchObject(refused)
      expect(await counts()).toEqual(before)
    })

    test('has to send an Idempotency-Key with what it writes', async () => {
      const before = await counts()
      const answer = await rawCalls(app.app).call(line, application(), { 'x-api-key': password })
      expect(answer).toMatchObject({ status: 200, code: 400, msg: 'The Idempotency-Key header is required' })
      expect(await counts()).toEqual(before)
    })

    test('that repeats a key gets the same order number', async () => {
      const body = application({ documents: [{ kind: 'idFront', image: base64(await photo()) }] })
      const first = await send(line, body, { key: 'same' })
      const before = await counts()
      expect(first).toMatchObject({ code: 0 })
      expect(await send(line, body, { key: 'same' })).toEqual(first)
      expect(await send(line, structuredClone(body), { key: 'same', language: 'zh' })).toEqual(first)
      expect(await counts()).toEqual(before)
    })

    test('that repeats a key with another application is refused', async () => {
      await applying({}, { key: 'other' })
      const before = await counts()
      expect(await applying({ amount: 1_000_000 }, { key: 'other' })).toMatchObject({
        status: 200,
        code: 409,
        msg: 'This Idempotency-Key was used with other contents',
      })
      expect(await counts()).toEqual(before)
    })

    test('that sends one application fifty times at once makes one order and hears fifty times of it', async () => {
      const before = await counts()
      const image = base64(await photo(1600))
      const body = application({
        documents: (['idFront', 'idBack', 'handheld'] as const).map((kind) => ({ kind, image })),
      })
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(line, body, { key: 'fifty' })))
      expect([...new Set(answers.map(({ code }) => code))]).toEqual([0])
      expect(new Set(answers.map(({ data }) => data.orderNo)).size).toBe(1)
      const after = await counts()
      for (const [table, more] of [
        ['es_event', 1],
        ['es_command', 1],
        ['person', 1],
        ['person_key', 1],
        ['document', 3],
      ] as const)
        expect([table, after[table]]).toEqual([table, before[table]! + more])
    })

    test('that applies twice at once for one new customer makes one order', async () => {
      const who = passingCustomer()
      const answers = await Promise.all([1, 2, 3].map(() => applying({ customer: who })))
      expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 422, 422])
    })

    test('that applies several times at once for a customer who was here before makes one order', async () => {
      const random = randomOf('applying at once')
      for (let round = 0; round < 10; round += 1) {
        const who = passingCustomer()
        const orderNo = await orderOf({ customer: who })
        await send('POST /intake/withdrawals', { orderNo })
        // One after the other, some turns of the event loop apart, so that they meet at every stage.
        const sending: ReturnType<typeof applying>[] = []
        for (let count = 0; count < 12; count += 1) {
          sending.push(applying({ customer: who }))
          for (let turns = random.int(0, mostTurns); turns > 0; turns -= 1) await setImmediate()
        }
        const codes = (await Promise.all(sending)).map(({ code }) => code)
        expect(codes.toSorted((one, other) => one - other)).toEqual([0, ...Array<number>(11).fill(422)])
      }
    })
  })

  test('a second application of a customer has to wait until the first is over', async () => {
    const who = passingCustomer()
    const orderNo = await orderOf({ customer: who })
    const before = await counts()
    expect(await applying({ customer: who })).toMatchObject({
      status: 200,
      code: 422,
      msg: 'This customer has an application under way',
    })
    // The same person, known by the NIK alone.
    expect(await applying({ customer: { ...who, phone: '081355556666' } })).toMatchObject({ code: 422 })
    expect(await counts()).toEqual(before)
    await send('POST /intake/withdrawals', { orderNo })
    expect(await applying({ customer: who })).toMatchObject({ code: 0 })
  })

  test('a customer who was rejected is counted, and rejected again for coming back too soon', async () => {
    const who = customer({ nik: freshNik('98') })
    const first = await orderOf({ customer: who })
    await app.settle()
    expect(await status(first)).toMatchObject({ state: 'machineRejected' })
    const second = await orderOf({ customer: who })
    await app.settle()
    expect(await status(second)).toMatchObject({ state: 'machineRejected' })
    const { context } = await app.server.store.state(`approval/${second}`)
    expect(context).toMatchObject({
      application: { customerType: 'new', loanCount: 0, failedOrderCount: 1 },
      finding: { hits: expect.arrayContaining([{ rule: 'reappliedTooSoon', knockOut: true }]) },
    })
  })

  describe('an application that was returned', () => {
    const returned = async (who = passingCustomer()) => {
      const documents = [
        { kind: 'idFront' as const, image: base64(await photo(80)) },
        { kind: 'handheld' as const, image: base64(await photo(81)) },
      ]
      const orderNo = await orderOf({ customer: who, documents })
      await app.settle()
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.firstReturn, {
        orderNo,
        version: 3,
        reason: 'documentUnreadable',
        note: '',
        mend: ['bank', 'idFront'],
      })
      return { orderNo, who, mended: [{ kind: 'idFront' as const, image: base64(await photo(120)) }] }
    }
    const line = 'POST /intake/resubmissions'

    test('says what to mend, and is reviewed anew with it', async () => {
      const { orderNo, who, mended } = await returned()
      expect(await status(orderNo)).toEqual({ orderNo, version: 4, state: 'returned', mend: ['idFront', 'bank'] })
      const better = { ...who, bank: { ...who.bank, account: '5556667778' } }
      const body = { orderNo, customer: better, documents: mended }
      const answer = await send<{ version: number }>(line, body, { key: 'mended' })
      expect(answer).toMatchObject({ status: 200, code: 0, data: { stream: `approval/${orderNo}`, version: 5 } })
      expect(await send(line, body, { key: 'mended' })).toEqual(answer)
      await app.settle()
      expect(await status(orderNo)).toEqual({ orderNo, version: 6, state: 'firstReview.wait', mend: [] })

      await reviewer.data(approval.firstClaim, { orderNo, version: 6 })
      const { person, documents, order } = await reviewer.data(approval.detail, { orderNo })
      expect({ account: person.account, round: order.round }).toEqual({ account: '5556667778', round: 2 })
      expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['handheld', 'idFront'])
      const widths: Record<string, number> = {}
      for (const { id, kind } of documents) {
        const { image } = await reviewer.data(approval.document, { orderNo, id })
        widths[kind] = (await sharp(Buffer.from(image, 'base64')).metadata()).width
      }
      expect(widths).toEqual({ idFront: 120, handheld: 81 })
    })

    test('needs the documents that were asked for, and keeps its NIK', async () => {
      const { orderNo, who, mended } = await returned()
      const before = await counts()
      const problems = async (body: object) => {
        const { code, data } = await send<{ issues: Issue[] }>(line, { orderNo, ...body })
        return { code, issues: data.issues.map(({ field, reason }) => [field, reason]) }
      }
      expect(await problems({ customer: who, documents: [] })).toEqual({
        code: 400,
        issues: [['documents', 'mustMend']],
      })
      const another = { ...who, nik: freshNik() }
      expect(await problems({ customer: another, documents: mended })).toEqual({
        code: 400,
        issues: [['customer.nik', 'nikChanged']],
      })
      expect(await problems({ customer: another, documents: [] })).toEqual({
        code: 400,
        issues: [
          ['documents', 'mustMend'],
          ['customer.nik', 'nikChanged'],
        ],
      })
      expect(await counts()).toEqual(before)
    })

    test('is resubmitted once by two at once', async () => {
      const { orderNo, who, mended } = await returned()
      const answers = await Promise.all([1, 2].map(() => send(line, { orderNo, customer: who, documents: mended })))
      expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 422])
    })

    test('meets a change that staff propose at the same moment: both are kept', async () => {
      const support = await app.login('support')
      const orders: Awaited<ReturnType<typeof returned>>[] = []
      while (orders.length < 12) orders.push(await returned())
      const answers = await Promise.all(
        orders.flatMap(({ orderNo, who, mended }) => [
          send(line, { orderNo, customer: who, documents: mended }),
          support.call(order.editUserInfo, { orderNo, job: 'Penjahit' }),
        ]),
      )
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
    })

    test('and one that was not is not resubmitted', async () => {
      const who = passingCustomer()
      const orderNo = await orderOf({ customer: who })
      const before = await counts()
      expect(await send(line, { orderNo, customer: who, documents: [] })).toMatchObject({
        code: 422,
        data: { reason: 'approval:guard.notOffered' },
      })
      expect(await send(line, { orderNo: 'LK0', customer: who, documents: [] })).toMatchObject({ code: 404 })
      expect(await counts()).toEqual(before)
    })
  })

  test('a withdrawal closes the application, once', async () => {
    const orderNo = await orderOf()
    const line = 'POST /intake/withdrawals'
    const answer = await send(line, { orderNo }, { key: 'withdrawn' })
    expect(answer).toMatchObject({ status: 200, code: 0, data: { stream: `approval/${orderNo}`, version: 2 } })
    expect(await status(orderNo)).toEqual({ orderNo, version: 2, state: 'closed', mend: [] })
    expect(await send(line, { orderNo }, { key: 'withdrawn' })).toEqual(answer)
    expect(await send(line, { orderNo })).toMatchObject({ code: 422, data: { reason: 'approval:guard.notOffered' } })
    expect(await send(line, { orderNo: 'LK0' })).toMatchObject({ code: 404, data: null })
    await app.settle()
    expect(await status(orderNo)).toMatchObject({ version: 2, state: 'closed' })
  })
})
