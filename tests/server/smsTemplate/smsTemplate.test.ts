import { beforeAll, describe, expect, test } from 'vitest'
import * as secondPerson from '../../../src/services/secondPerson.ts'
import * as setting from '../../../src/services/setting.ts'
import * as smsTemplate from '../../../src/services/smsTemplate.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const content = {
  name: 'Due today',
  language: 'id' as const,
  category: 'collection' as const,
  body: 'Yth. {name}, tagihan {amountDue} jatuh tempo hari ini.',
}

const reason = 'Board decision 7'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let writer: Caller
  let checker: Caller
  beforeAll(async () => {
    ;[writer, checker] = [await app.login('collectionLead'), await app.login('financeChecker')]
  })

  const draft = async (more: object = {}) => {
    const { stream } = await writer.data(smsTemplate.draft, { version: 0, ...content, ...more })
    return stream.slice('smsTemplate/'.length)
  }
  const byId = async (id: string) => {
    const { rows } = await writer.data(smsTemplate.list, {})
    return rows.find((row) => row.id === id)
  }

  test('a template is proposed, waits for the second person, and is approved', async () => {
    const id = await draft()
    await writer.data(smsTemplate.propose, { id, version: 1 })
    expect(await byId(id)).toMatchObject({ state: 'proposed', number: 1, inForce: null, proposer: { id: writer.id } })

    const { rows } = await checker.data(secondPerson.list, { kind: 'smsTemplate/proposed' })
    expect(rows).toMatchObject([{ id, proposer: writer.id, template: content.name }])
    expect((await writer.data(secondPerson.list, {})).rows.map((row) => row.id)).not.toContain(id)

    await checker.data(smsTemplate.approve, { id, version: 2 })
    expect(await byId(id)).toMatchObject({
      state: 'approved',
      inForce: 1,
      proposer: null,
      approver: { id: checker.id },
      approvedAt: app.clock.now(),
    })
  })

  test('its detail has each approved version; the first stays in force until the second is approved', async () => {
    const id = await draft()
    await writer.data(smsTemplate.propose, { id, version: 1 })
    await checker.data(smsTemplate.approve, { id, version: 2 })
    const body = 'Yth. {name}, bayar {amountDue} hari ini.'
    await writer.data(smsTemplate.revise, { id, version: 3, ...content, body })
    const before = await writer.data(smsTemplate.detail, { id })
    expect(before.template).toMatchObject({ state: 'revised', number: 2, inForce: 1, body })
    expect(before.versions).toMatchObject([{ number: 1, body: content.body, approver: { id: checker.id } }])

    await writer.data(smsTemplate.propose, { id, version: 4 })
    await checker.data(smsTemplate.approve, { id, version: 5 })
    const after = await writer.data(smsTemplate.detail, { id })
    expect(after.template).toMatchObject({ state: 'approved', number: 2, inForce: 2 })
    expect(after.versions.map(({ number, body: text }) => [number, text])).toEqual([
      [1, content.body],
      [2, body],
    ])
    expect(await writer.call(smsTemplate.detail, { id: 'nobody' })).toMatchObject({ code: 404 })
  })

  test('a service text may be required by law, which is approved with its version', async () => {
    const marks = ['byLaw'] as const
    expect(await writer.call(smsTemplate.draft, { version: 0, ...content, marks: [...marks] })).toMatchObject({
      code: 422,
      data: { reason: 'smsTemplate:guard.serviceByLaw' },
    })
    const service = { ...content, category: 'service' as const }
    const id = await draft({ category: 'service', marks })
    await writer.data(smsTemplate.propose, { id, version: 1 })
    await checker.data(smsTemplate.approve, { id, version: 2 })
    expect(await byId(id)).toMatchObject({ marks })
    // Without the mark it is another version, which a second person approves again.
    await writer.data(smsTemplate.revise, { id, version: 3, ...service })
    const { template, versions } = await writer.data(smsTemplate.detail, { id })
    expect(template).toMatchObject({ state: 'revised', inForce: 1, marks: [] })
    expect(versions).toMatchObject([{ number: 1, marks }])
    await writer.data(smsTemplate.drop, { id, version: 4 })
    expect(await byId(id)).toMatchObject({ state: 'approved', marks })
  })

  test('a sender name and a price are settings, in force once a second person confirmed them', async () => {
    const [maker, admin] = [await app.login('risk'), await app.login('admin')]
    const sender = { kind: 'smsSender' as const, code: 'Pengingat1', registration: 'REG 7', used: true, version: 0 }
    await maker.data(setting.propose, { reason, ...sender })
    const named = async () =>
      (await writer.data(smsTemplate.senders, {})).senders.find(({ name }) => name === sender.code)
    expect(await named()).toBeUndefined()
    await admin.data(setting.confirm, { kind: sender.kind, code: sender.code, version: 1 })
    expect(await named()).toEqual({ name: 'Pengingat1', registration: 'REG 7', used: true })
    expect((await writer.data(smsTemplate.senders, {})).prices).toEqual([{ from: '2020-01-01', segment: 350 }])
  })

  test.each(['Loket Lender', 'LoketLender12', '12345', 'ab', 'Lokét'])('%s is no sender name', async (code) => {
    const maker = await app.login('risk')
    const answer = await maker.call(setting.propose, {
      reason,
      kind: 'smsSender',
      code,
      registration: 'R',
      used: true,
      version: 0,
    })
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'code', reason: 'sender' }] } })
  })

  test('typographic signs are stored as plain ones', async () => {
    const id = await draft({ body: '\u201cYth. {name}\u201d \u2013 bayar\u2026' })
    expect(await byId(id)).toMatchObject({ body: '"Yth. {name}" - bayar...' })
  })

  test.each([
    ['Yth. {nama}', 'unknown', 'There is no variable {nama}'],
    ['Yth. {name', 'unclosed', 'A brace is not closed: {name'],
    [' ', 'empty', 'The text is empty'],
    ['x'.repeat(2000), 'tooLong', 'The text is longer than 1000 characters'],
  ])('%j is refused in words', async (body, reason, message) => {
    const answer = await writer.call(smsTemplate.draft, { version: 0, ...content, body })
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'body', reason, message }] } })
  })

  test.each([
    ['id', 'Tidak ada variabel {nama}'],
    ['zh', '没有变量 {nama}'],
  ] as const)('the words of a refusal are those of the reader, in %s', async (language, message) => {
    const answer = await writer.call(smsTemplate.draft, { version: 0, ...content, body: '{nama}' }, { language })
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'body', message }] } })
  })

  test('an emoji is a sign like any other, and stays as it was written', async () => {
    const body = 'Terima kasih, {name} \u{1f64f}'
    expect(await byId(await draft({ body }))).toMatchObject({ body })
  })

  test('the list is filtered by state, category, language and words', async () => {
    const id = await draft({ name: 'Hari libur', category: 'service', language: 'zh', body: '{name}您好' })
    const found = async (filter: object) => {
      const { rows } = await writer.data(smsTemplate.list, filter)
      expect(await writer.data(smsTemplate.count, filter)).toEqual({ count: rows.length, capped: false })
      return rows.map((row) => row.id)
    }
    expect(await found({ language: 'zh' })).toEqual([id])
    expect(await found({ words: 'hari LIBUR' })).toEqual([id])
    expect(await found({ words: '您好', category: 'service', state: 'draft' })).toEqual([id])
    expect(await found({ words: '%' })).toEqual([])
    expect(await found({ language: 'zh', state: 'approved' })).toEqual([])
  })
})
