import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { failure } from '../../../src/server/kit/failure.ts'
import { createLog } from '../../../src/server/kit/log.ts'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import * as user from '../../../src/services/user.ts'
import { password } from '../../kit/app.ts'
import { application } from '../../kit/application.ts'
import { withApp } from '../../kit/withApp.ts'

type Line = { level: number; id?: string; endpoint?: string; code?: number; ms?: number; by?: string; msg: string }

/** Personal data and credentials, none of which may be logged. */
const name = 'Zulaikha Xaveria'
const nik = '3171015708921001'
const phone = '085777665544'
const email = 'zulaikha.x@rahasia.example'
const secrets = [name, 'Zulaikha', 'Xaveria', nik, phone, phone.slice(1), email, 'rahasia', password]

describe('the log', () => {
  const { app } = withApp({ log: createLog('trace', { write: (line) => void (text += line) }) })
  let text = ''
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)

  const since = async (act: () => Promise<unknown>) => {
    const before = lines().length
    await act()
    return lines().slice(before)
  }

  test('has one line a request: what was asked for, by whom, how it ended and how long it took', async () => {
    const reviewer = await app.login('reviewer1')
    const logged = await since(() => reviewer.call(approval.detail, { orderNo: 'NONE' }))
    expect(logged).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        endpoint: 'approve.detail',
        code: 404,
        ms: expect.any(Number),
        by: reviewer.id,
        msg: 'answered',
      },
    ])
  })

  test('has what screens ask by themselves among its details only', async () => {
    const reviewer = await app.login('reviewer1')
    const [logged] = await since(() => reviewer.call(approval.count, { list: 'firstWait' }))
    expect(logged).toMatchObject({ level: 20, endpoint: 'approve.count', code: 0 })
  })

  test('knows a request by the id that its answer carries, whatever id the caller claims', async () => {
    const claimed = randomUUID()
    const [logged] = await since(async () => {
      const response = await app.app.request('/api/nowhere', { headers: { 'x-request-id': claimed } })
      expect(response.headers.get('x-request-id')).not.toBe(claimed)
      expect(response.headers.get('x-request-id')).toBe(lines().at(-1)!.id)
    })
    expect(logged).toMatchObject({ endpoint: 'none', code: 404, by: 'anyone' })
  })

  test('tells of a fault under the reference that its caller was given, and nothing of what was sent', async () => {
    const reviewer = await app.login('reviewer1')
    await sql`alter table approval rename to approval_away`.execute(app.db.sql)
    let reference: unknown
    const logged = await since(async () => {
      const answer = await reviewer.call(approval.find, { text: phone })
      reference = (answer.data as unknown as { reference: string }).reference
      expect(answer).toHaveCode(500)
    })
    await sql`alter table approval_away rename to approval`.execute(app.db.sql)
    expect(logged).toMatchObject([
      {
        level: 50,
        id: reference,
        endpoint: 'approve.find',
        err: { code: '42P01', at: expect.any(Array) },
        msg: 'fault',
      },
      { level: 30, id: reference, endpoint: 'approve.find', code: 500, by: reviewer.id },
    ])
    expect(secrets.filter((secret) => JSON.stringify(logged).includes(secret))).toEqual([])
  })

  test('says nothing of what callers write, wherever they write it', async () => {
    const { request } = app.app
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      request(`/api${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    const reviewer = await app.login('reviewer1')
    const token = randomUUID()
    await since(async () => {
      await request(`/api/user/user_info?token=${reviewer.token}&email=${email}`, { headers: { cookie: name } })
      await request(`/api/${encodeURIComponent(name)}/${nik}?phone=${phone}`)
      await request(`/api/feed?token=${token}`, { headers: { 'x-token': token, 'last-event-id': nik } })
      await request('/api/user/user_info', {
        headers: { 'user-agent': name.replaceAll(' ', ''), 'x-forwarded-for': nik },
      })
      await post(user.login.path, JSON.stringify({ email, password: `${password}!${token}` }))
      await post(user.login.path, `{"email":"${email}`)
      await post(user.login.path, JSON.stringify({ [email]: nik, email: { [name]: 1 } }))
      await post(approval.list.path, JSON.stringify({ list: name }), {
        'x-token': reviewer.token,
        cookie: reviewer.cookie,
      })
      await post('/provider/zulaikha/callback', `${name} ${nik}`, { 'x-signature': phone })
      await app.customerApp.call(
        intake.apply,
        { ...application(), customer: { ...application().customer, name, nik, phone, email } },
        { key: `${name} ${phone}` },
      )
      await app.settle()
      await reviewer.call(approval.find, { text: nik })
      await reviewer.call(approval.list, { list: 'all', phone })
    })
    const tokens = [token, reviewer.token, ...reviewer.cookie.split('=').slice(1)]
    expect([...secrets, ...tokens].filter((secret) => text.includes(secret))).toEqual([])
    expect(lines().length).toBeGreaterThan(12)
  })
})

describe('an error in the log', () => {
  test.each([
    ['a parser', () => JSON.parse(`{"name":"${name}" "${nik}"`)],
    ['a parser in the midst of words', () => JSON.parse(`${name} ${email}`)],
    ['a link', () => new URL(`//${name}:${nik}@${email}`)],
    [
      'a database',
      () => {
        throw Object.assign(new Error(`invalid input syntax for type integer: "${nik}"`), {
          code: '22P02',
          detail: `Key (email)=(${email}) already exists.`,
          where: `unnamed portal parameter $1 = '${name}'`,
          query: `select '${phone}'`,
          params: [name, nik],
        })
      },
    ],
    [
      'a cause',
      () => {
        throw new Error('it failed', { cause: new Error(`for ${email} and ${phone}\n${name}`) })
      },
    ],
  ])('of %s tells what kind it is and where, and no value', (_, fails) => {
    let told: unknown
    try {
      fails()
    } catch (error) {
      told = failure(error)
    }
    expect(told).toMatchObject({ type: expect.stringMatching(/Error$/), at: expect.any(Array) })
    expect(secrets.filter((secret) => JSON.stringify(told).includes(secret))).toEqual([])
  })
})
