import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { password } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { type Calls, type Person, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const { app } = withApp(engines().at(-1))
let calls: Calls
let admin: Person
// Nothing here depends on the engine, so one is enough.
beforeAll(async () => {
  calls = rawCalls(app.app)
  admin = await calls.login('admin')
})

const language = { language: 'id' }

describe('every answer is an envelope with HTTP 200', () => {
  test.each([
    'GET /',
    'GET /nothing/here',
    'POST /nothing/here',
    'PUT /user/login',
    'DELETE /approve/list',
    'OPTIONS /user/login',
    'GET /user/login',
    'GET /user/login/',
    'GET /%E0%A4%A',
  ])('%s, where there is nothing', async (line) => {
    expect(await calls.call(line)).toEqual({
      status: 200,
      code: 404,
      msg: 'There is nothing at this address',
      data: null,
      cookies: [],
    })
  })

  test('a fault, which tells a reference and nothing else', async () => {
    const lines: string[] = []
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
    const { db, clock } = app
    const { ids, channels } = app.server
    const second = await createApp({ db, clock, ids, channels, log })
    const person = rawCalls(second.app).as(admin)
    await sql`alter table lending_app rename to lending_app_away`.execute(db.sql)
    const answer = await person.call<{ reference: string }>('GET /power/get_apps')
    await sql`alter table lending_app_away rename to lending_app`.execute(db.sql)

    expect(answer).toEqual({
      status: 200,
      code: 500,
      msg: 'Something went wrong on the server',
      data: { reference: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      cookies: [],
    })
    const logged = lines.filter((line) => line.includes(answer.data.reference))
    expect(logged).toEqual([
      expect.stringMatching(/"endpoint":"power.getApps".*lending_app.*"fault"/),
      expect.stringMatching(/"endpoint":"power.getApps".*"code":500/),
    ])
    expect(await person.call('GET /power/get_apps')).toMatchObject({ code: 0 })
  })

  test('a refusal in the language that the caller asks for, and Indonesian for others', async () => {
    const messageIn = async (language: string) =>
      (await calls.call('GET /power/get_apps', undefined, { 'accept-language': language })).msg
    expect([
      await messageIn('en-GB,en;q=0.9'),
      await messageIn('zh-CN'),
      await messageIn('nl, zh'),
      await messageIn('nl'),
    ]).toEqual([
      'Your session has ended; please log in again',
      '会话已结束，请重新登录',
      '会话已结束，请重新登录',
      'Sesi Anda berakhir; silakan masuk lagi',
    ])
  })
})

describe('a write', () => {
  const save = (headers: Record<string, string>, body: unknown = language) =>
    admin.call('POST /power/set_language', body, { host: 'console.example', ...headers })

  test.each([undefined, 'http://console.example', 'https://console.example'])('from %s is taken', async (origin) => {
    expect(await save(origin ? { origin } : {})).toMatchObject({ status: 200, code: 0 })
  })

  test.each([
    'https://elsewhere.example',
    'http://console.example.elsewhere.example',
    'http://console.example:8080',
    'null',
    'file://',
    'nonsense',
  ])('from %s is refused', async (origin) => {
    const refused = { status: 200, code: 4030, msg: 'This request comes from another site', data: null, cookies: [] }
    expect(await save({ origin })).toEqual(refused)
    const login = { email: 'admin@demo.example', password }
    expect(await calls.call('POST /user/login', login, { host: 'console.example', origin })).toEqual(refused)
  })

  test('compares with the host that a proxy was asked for where there is one, and believes nobody where there is none', async () => {
    const { db, clock } = app
    const { ids, channels, log } = app.server
    const behind = rawCalls((await createApp({ db, clock, ids, channels, log, proxies: 1 })).app).as(admin)
    const forwarded = { host: 'console.example', 'x-forwarded-host': 'outside.example' }
    const codes = async (origin: string) => [
      (await behind.call('POST /power/set_language', language, { ...forwarded, origin })).code,
      (await save({ ...forwarded, origin })).code,
    ]
    expect(await codes('https://outside.example')).toEqual([0, 4030])
    expect(await codes('https://console.example')).toEqual([4030, 0])
  })

  test.each([
    ['same-origin', 0],
    ['same-site', 4030],
    ['cross-site', 4030],
    ['none', 4030],
  ])('that a browser calls %s is answered %i, whatever origin it names', async (site, code) => {
    expect(await save({ 'sec-fetch-site': site })).toMatchObject({ code })
    expect(await save({ 'sec-fetch-site': site, origin: 'https://console.example' })).toMatchObject({ code })
  })

  test('is not needed for a page of another site to be kept out: its reads are refused as well', async () => {
    const read = (site: string) => admin.call('GET /power/get_apps', undefined, { 'sec-fetch-site': site })
    expect(await read('cross-site')).toMatchObject({ code: 4030 })
    expect(await read('none')).toMatchObject({ code: 0 })
    expect(await admin.call('GET /feed', undefined, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ code: 4030 })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'as %j is refused',
    async (type) => {
      expect(await save({ 'content-type': type })).toMatchObject({
        status: 200,
        code: 400,
        msg: 'The request body must be application/json',
      })
    },
  )

  test('as JSON that is none is refused', async () => {
    for (const body of ['{', 'language=id']) {
      expect(await save({}, body)).toMatchObject({ status: 200, code: 400, msg: 'The request body is not valid JSON' })
    }
  })

  test('without a body says nothing: its fields are missing', async () => {
    expect(await save({}, '')).toMatchObject({ code: 400, data: { issues: [{ field: 'language' }] } })
  })

  test.each(['[]', 'null', '"id"', '7'])('as %s, which is no object, is refused', async (body) => {
    expect(await save({}, body)).toMatchObject({
      status: 200,
      code: 400,
      data: { issues: [{ field: '', reason: 'type' }] },
    })
  })

  test('larger than the endpoint takes is refused', async () => {
    expect(await save({}, { language: 'x'.repeat(64 * 1024) })).toMatchObject({
      status: 413,
      code: 413,
      msg: 'The request body is too large',
    })
  })

  test('with a key of more than 200 characters is refused', async () => {
    expect(await save({ 'idempotency-key': 'k'.repeat(201) })).toMatchObject({ code: 400 })
    expect(await save({ 'idempotency-key': 'k'.repeat(200) })).toMatchObject({ code: 0 })
  })

  test('with an empty key is as one without', async () => {
    const make = (name: string) => admin.call('POST /power/role_save', { name }, { 'idempotency-key': '' })
    expect(await make('keyless one')).toMatchObject({ code: 0 })
    expect(await make('keyless two')).toMatchObject({ code: 0 })
  })
})
