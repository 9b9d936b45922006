import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contact from '../../../src/services/contact.ts'
import * as intake from '../../../src/services/intake.ts'
import * as message from '../../../src/services/message.ts'
import * as setting from '../../../src/services/setting.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
const minute = 60_000

const reason = 'Board decision 7'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let support: Caller
  let orderNo: string
  let person: string
  let phone: string
  let text: string
  beforeAll(async () => {
    const body = 'Halo {name}, buka {appLink}. Berhenti: {optOutLink}'
    text = await approvedTemplate(app, { category: 'marketing', body })
    support = await app.login('support')
  })

  beforeEach(async () => {
    const customer = passingCustomer()
    phone = customer.phone
    orderNo = await app.apply(passing({ customer }))
    await app.settle()
    person = (await app.server.store.state(`approval/${orderNo}`)).context.application!.person
  })

  const state = async () => (await app.server.store.state(`contact/${person}`)).value
  const types = async () => (await app.server.store.history(`contact/${person}`)).map(({ type }) => type)
  const byApp = (input: { phone: string }, key: string = randomUUID()) =>
    app.customerApp.call(intake.optOut, input, { key })
  const bar = async () => {
    const { version } = await app.server.store.state(`contact/${person}`)
    await support.data(contact.barContact, { id: person, version, reason: 'Asked for by phone' })
  }

  const consent = async () => {
    const { version } = await app.server.store.state(`contact/${person}`)
    const input = { purpose: 'marketing', channel: 'sms', proof: 'Form 7' } as const
    await support.data(contact.giveConsent, { id: person, version, ...input })
  }
  /** Sends a marketing message and answers the token of the link in it. */
  const tokenSent = async () => {
    await consent()
    await support.data(message.send, { version: 0, orderNo, text, sender: demoSender })
    await app.settle()
    const sent = app.sandboxMessages().at(-1)!
    return /https:\/\/loket\.example\/stop#id([0-9a-f]{20})$/.exec(sent.text)?.[1] ?? ''
  }

  test('the app opts a person out by phone, in any spelling of it, once however often it says so', async () => {
    const key = randomUUID()
    expect(await byApp({ phone }, key)).toHaveCode(0)
    expect(await byApp({ phone }, key)).toHaveCode(0)
    expect(await byApp({ phone: phone.replace('+62', '0') })).toHaveCode(0)
    expect(await state()).toBe('noMarketing')
    expect(await types()).toEqual(['optedOut'])
    const [stored] = await app.server.store.history(`contact/${person}`)
    expect(stored!.actor).toBe('app/demo')
    expect(JSON.parse(stored!.data)).toMatchObject({ way: 'app' })
  })

  test('ten calls at once are one opt-out', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => byApp({ phone })))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
    expect(await types()).toEqual(['optedOut'])
  })

  test('a phone of nobody, and what is no phone, are refused in words', async () => {
    expect(await byApp({ phone: '+6281199999999' })).toMatchObject({ code: 404 })
    const answer = await app.customerApp.call(intake.optOut, { phone: '12' }, { key: randomUUID() })
    expect(answer).toHaveCode(400)
  })

  test('a bar of every contact stays, and keeps the word of the person once', async () => {
    await bar()
    expect(await byApp({ phone })).toHaveCode(0)
    expect(await byApp({ phone })).toHaveCode(0)
    expect(await state()).toBe('noContact')
    expect(await types()).toEqual(['contactBarred', 'optedOut'])
  })

  test("the person's own word takes the place of a bar of marketing by staff", async () => {
    const { version } = await app.server.store.state(`contact/${person}`)
    await support.data(contact.barMarketing, { id: person, version, reason: 'Asked for by phone' })
    expect(await byApp({ phone })).toHaveCode(0)
    expect(await byApp({ phone })).toHaveCode(0)
    expect(await types()).toEqual(['marketingBarred', 'optedOut'])
    expect((await support.data(contact.ofOrder, { orderNo })).contact.barred).toMatchObject({ reason: 'app' })
  })

  test('who opted out gets no marketing when two people lift a bar of every contact', async () => {
    await bar()
    await byApp({ phone })
    const of = async () => ({ id: person, version: (await app.server.store.state(`contact/${person}`)).version })
    await support.data(contact.proposeLift, { ...(await of()), reason: 'The complaint is settled' })
    const lead = await app.login('reviewLead')
    expect(await lead.call(contact.confirmLift, await of())).toMatchObject({
      code: 422,
      msg: 'The person wants no marketing either: that stays',
    })
    await lead.data(contact.liftContact, await of())
    expect(await state()).toBe('noMarketing')
    expect((await support.data(contact.ofOrder, { orderNo })).contact).toMatchObject({
      barred: { scope: 'marketing', reason: 'app' },
      covered: null,
    })
  })

  test('the link of a marketing message ends marketing, without a login', async () => {
    const token = await tokenSent()
    expect(token).not.toBe('')
    expect(await app.nobody.call(contact.optOut, { token })).toHaveCode(0)
    expect(await app.nobody.call(contact.optOut, { token })).toHaveCode(0)
    expect(await state()).toBe('noMarketing')
    expect((await types()).filter((type) => type === 'optedOut')).toHaveLength(1)
    app.clock.advance(24 * 60 * minute)
    support = await app.login('support')
    await support.data(message.send, { version: 0, orderNo, text, sender: demoSender })
    await app.settle()
    expect((await support.data(message.list, { orderNo })).rows[0]).toMatchObject({
      state: 'skipped',
      reason: 'marketingOpen',
    })
  })

  test('a link that no message had is refused in words, also that of an erased person', async () => {
    expect(await app.nobody.call(contact.optOut, { token: '0123456789abcdef0123' })).toMatchObject({
      code: 404,
      msg: 'This link is not known. Open the whole link of your message.',
    })
    const token = await tokenSent()
    await app.server.db.sql.transaction().execute((tx) => app.server.vault.erase(tx, person))
    expect(await app.nobody.call(contact.optOut, { token })).toHaveCode(404)
  })

  test('staff see the link without its token, with the size of the whole message', async () => {
    await consent()
    const { wording, segments, skip } = await support.data(message.preview, { orderNo, text })
    expect(skip).toBeNull()
    expect(segments).toBe(1)
    expect(wording).toContain('https://loket.example/stop#id***')
    expect(wording).toContain('https://dk.loket.example')
  })

  test('links are proposed for an app of the lender, with whole addresses', async () => {
    const maker = await app.login('risk')
    const links = {
      kind: 'smsLinks' as const,
      version: 0,
      appLink: 'https://a.example',
      optOutPage: 'https://a.example/s',
    }
    expect(await maker.call(setting.propose, { reason, ...links, code: 'NOBODY' })).toHaveCode(400)
    for (const optOutPage of ['http://a.example', 'https://a.example/s?x=1', 'https://a.example/s#x', 'a.example'])
      expect(await maker.call(setting.propose, { reason, ...links, code: 'DK', optOutPage })).toHaveCode(400)
  })
})
