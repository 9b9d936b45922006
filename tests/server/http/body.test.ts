import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { createBodyRoom } from '../../../src/server/http/bodyRoom.ts'
import { bounds } from '../../../src/server/kit/json.bounds.ts'
import { parseJson } from '../../../src/server/kit/json.parse.ts'
import type { Limits } from '../../../src/server/kit/limits.ts'
import { createLoopShare, forEverybody } from '../../../src/server/kit/loopShare.ts'
import * as intake from '../../../src/services/intake.ts'
import { unhurried } from '../../kit/app.ts'
import { application } from '../../kit/application.ts'
import { engines } from '../../kit/engines.ts'
import { hostileStrings } from '../../kit/hostile.ts'
import { base64, photo } from '../../kit/photo.ts'
import { type Calls, type Person, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const { app } = withApp(engines().at(-1))
let calls: Calls
let admin: Person
beforeAll(async () => {
  calls = rawCalls(app.app)
  admin = await calls.login('admin')
})

const parse = (text: string) => parseJson(new TextEncoder().encode(text))

describe('a body’s shape', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
  const list = (values: number) => JSON.stringify(Array(values).fill(7))
  const named = (name: string) => JSON.stringify({ [name]: 1 })

  test.each([
    ['depth', nested(bounds.depth), nested(bounds.depth + 2)],
    ['values', list(bounds.values - 2), list(bounds.values)],
    ['name', named('n'.repeat(bounds.name)), named('n'.repeat(bounds.name + 1))],
    ['name', named('n'.repeat(bounds.name)), `{"${'n'.repeat(bounds.name + 1)}"\n\t : 1}`],
    ['text', JSON.stringify('-'.repeat(bounds.text)), JSON.stringify('-'.repeat(bounds.text + 1))],
  ])('has a most %s', (bound, most, more) => {
    expect(parse(most)).toEqual({ value: JSON.parse(most) as unknown })
    expect(parse(more)).toEqual({ refused: bound })
  })

  test('is told from texts that look like it', () => {
    for (const text of [
      '[{'.repeat(50),
      ','.repeat(9000),
      '\\',
      '\\"',
      '"\\',
      `"${'['.repeat(40)}`,
      ...hostileStrings.filter(({ length }) => length <= bounds.text),
    ]) {
      const body = JSON.stringify([text, { [text.slice(0, 20)]: text }])
      expect(parse(body)).toEqual({ value: JSON.parse(body) as unknown })
    }
  })

  test('within its bounds is as the language reads it', () => {
    const small = fc.json({ maxDepth: 6 }).filter((text) => text.length < 10_000 && !/"[^"]{100,}"/.test(text))
    fc.assert(
      fc.property(small, (text) => {
        expect(parse(text)).toEqual({ value: JSON.parse(text) as unknown })
      }),
    )
  })

  test('and what is no JSON is said to be none', () => {
    for (const text of ['', '{', '{"a":', '"', '"\\', '[1,]', '}'.repeat(50), 'nul'])
      expect(parse(text)).toEqual({ refused: 'json' })
  })

  test('has files, which are long texts in base64, as bytes', () => {
    const bytes = Buffer.alloc(30_000, 'loket')
    const [short, long] = [base64(bytes.subarray(0, 300)), base64(bytes)]
    expect(parse(JSON.stringify({ short, list: [{ long }] }))).toEqual({
      value: { short, list: [{ long: new Uint8Array(bytes) }] },
    })
    for (const broken of [`${long}A`, `${long.slice(0, -4)}A=A=`, `${long.slice(0, -1)}-`])
      expect(parse(JSON.stringify({ broken }))).toEqual({ refused: 'text' })
    expect(parse(`{"__proto__":"${long}"}`)).toMatchObject({ value: {} })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('has them also where their writer escapes what base64 has beside letters', () => {
    const bytes = Buffer.from(Array.from({ length: 30_001 }, (_, nth) => (nth * 31) % 256))
    const long = base64(bytes)
    expect(long).toMatch(/[/+].*=$/)
    const escaped = long.replaceAll('/', '\\/').replaceAll('+', '\\u002b').replaceAll('=', '\\u003d')
    expect(parse(`{"long":"${escaped}"}`)).toEqual({ value: { long: new Uint8Array(bytes) } })
    for (const broken of [`${long.slice(0, -4)}\\n===`, `${long.slice(0, -4)}AA_A`, `${escaped}\\"`])
      expect(parse(`{"broken":"${broken}"}`)).toEqual({ refused: 'text' })
  })

  test('is UTF-8: nothing is read as another sign than the one that was sent', () => {
    expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ refused: 'json' })
  })

  test('that has a text as long as a file where none belongs is refused for that field', async () => {
    expect(await admin.call('POST /power/set_language', { language: 'x'.repeat(20_000) })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'language', reason: 'choice' }] },
    })
    expect(await admin.call('POST /power/role_save', { name: 'x'.repeat(20_000) })).toMatchObject({
      code: 400,
      data: { issues: expect.arrayContaining([{ field: 'name', reason: 'tooLong', message: 'Too long' }]) },
    })
  })

  test.each([
    ['nested', '['.repeat(17), 'The request body is nested too deeply'],
    ['of values', JSON.stringify({ language: Array(6000).fill(1) }), 'The request body has too many values'],
    ['of names', JSON.stringify({ ['n'.repeat(101)]: 1 }), 'The request body has a field whose name is too long'],
    ['of texts', JSON.stringify({ language: '-'.repeat(16_001) }), 'The request body has a text that is too long'],
  ])('is refused in words when it is too much %s', async (_, body, msg) => {
    expect(await admin.call('POST /power/set_language', body)).toMatchObject({
      status: 200,
      code: 400,
      msg,
      data: null,
    })
  })
})

describe('a refusal', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]))
  const refused = (count: number, language: string) =>
    admin.call<{ issues: unknown[]; more?: number }>('POST /power/set_language', unknown(count), {
      'accept-language': language,
    })

  test('names twenty fields in words, and counts the others', async () => {
    // The missing language is one more field.
    const { msg, data } = await refused(5000, 'en')
    expect(msg).toBe('Some fields need correcting: 4,981 more are not named here')
    expect(data.issues).toHaveLength(20)
    expect(data.more).toBe(4981)
    expect((await refused(5000, 'id')).msg).toBe('Ada isian yang perlu diperbaiki: 4.981 lagi tidak disebut di sini')
    expect((await refused(5000, 'zh')).msg).toBe('部分字段需要修改：另有 4,981 处未在此列出')
  })

  test('names all of twenty', async () => {
    const { msg, data } = await refused(19, 'en')
    expect(msg).toBe('Some fields need correcting')
    expect({ named: data.issues.length, more: data.more }).toEqual({ named: 20, more: undefined })
  })
})

describe('a large body', () => {
  const noise = async (seed: string) =>
    sharp({
      create: {
        width: 700,
        height: 700,
        channels: 3,
        background: seed,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
  const send = (to: Calls, image: string, key: string, body = application()) =>
    to.call<{ orderNo: string }>(
      'POST /intake/applications',
      { ...body, documents: [{ kind: 'idFront', image }] },
      { 'x-api-key': 'counter-window', 'idempotency-key': key },
    )

  test('has its files taken, and is known by them when its key comes again', async () => {
    const [one, other] = [base64(await noise('#333')), base64(await noise('#ccc'))]
    expect(one.length).toBeGreaterThan(256 * 1024)
    const [key, body] = [randomUUID(), application()]
    const first = await send(calls, one, key, body)
    expect(first).toMatchObject({ code: 0, data: { orderNo: expect.stringMatching(/^LK/) } })
    expect(await send(calls, one, key, body)).toEqual(first)
    expect(await send(calls, other, key, body)).toMatchObject({ code: 409 })
    expect(await send(calls, base64(await photo()), key, body)).toMatchObject({ code: 409 })
    expect(await send(calls, base64(Buffer.alloc(300_000, 7)), randomUUID())).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'documents.0.image', reason: 'image' }] },
    })
  })

  test('finds a place among all that are in hand, and leaves it however it ends', async () => {
    const { db, clock } = app
    const { ids, channels, log } = app.server
    const having = async (bytes: number) => {
      const inHand = { bytes, waiting: 0, patience: 60_000 }
      const { app: served } = await createApp({ db, clock, ids, channels, log, limits: { ...unhurried, inHand } })
      return rawCalls(served)
    }
    const zeros = base64(Buffer.alloc(270_000))
    // A body without a length reserves the largest size that its endpoint accepts.
    const forOne = await having(2 * intake.apply.limit)
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await send(forOne, zeros, randomUUID())).toMatchObject({ code: 400 })
      expect(await send(forOne, `${zeros}-`, randomUUID())).toMatchObject({ code: 400 })
    }
    expect(await send(await having(2 * intake.apply.limit - 1), zeros, randomUUID())).toMatchObject({
      code: 429,
      msg: 'Too much of yours is being sent at the same time; try again in 5 seconds',
      data: { retryAfter: 5 },
    })
  })

  test('waits its turn: ten of 17 MB at once are ten orders', async () => {
    // Bytes after the picture make it as large as a phone's photograph.
    const image = base64(Buffer.concat([await photo(), Buffer.alloc(2_550_000, 7)]))
    const kinds = ['idFront', 'idBack', 'handheld', 'workLicence', 'incomeProof'] as const
    const documents = kinds.map((kind) => ({ kind, image }))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const body = JSON.stringify(application({ documents }))
        expect(body.length).toBeGreaterThan(17_000_000)
        return calls.call('POST /intake/applications', body, {
          'x-api-key': 'counter-window',
          'idempotency-key': randomUUID(),
        })
      }),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(0))
  })
})

describe('room for large bodies', () => {
  const roomOf = (more: Partial<Limits['inHand']> = {}) => {
    const room = createBodyRoom({ bytes: 100, waiting: 40, patience: 60_000, ...more })
    const entered: string[] = []
    /** Requests room for a body; notes its caller once it is granted. */
    const ask = (who: string, size: number) => {
      const place = room.enter(() => who)
      const held = place.hold(size).then(() => void entered.push(who))
      // A test may end before a refusal that it does not look at.
      held.catch(() => {})
      return { ...place, held }
    }
    return { ask, entered }
  }
  const settled = () => setImmediate()

  test('is for one caller half of it, and the others of theirs wait', async () => {
    const { ask, entered } = roomOf()
    const places = Array.from({ length: 3 }, () => ask('one', 25))
    await settled()
    expect(entered).toEqual(['one', 'one'])
    ask('other', 50)
    await settled()
    expect(entered).toEqual(['one', 'one', 'other'])
    places[0]!.leave()
    places[0]!.leave()
    await settled()
    expect(entered).toEqual(['one', 'one', 'other', 'one'])
  })

  test('is next for whose caller holds least, and kept free for it', async () => {
    const { ask, entered } = roomOf()
    const one = [ask('one', 25), ask('one', 25)]
    const other = [ask('other', 25), ask('other', 25)]
    ask('one', 10)
    ask('third', 40)
    await settled()
    expect(entered).toHaveLength(4)
    one[0]!.leave()
    await settled()
    expect(entered).toHaveLength(4)
    other[0]!.leave()
    await settled()
    expect(entered.slice(4)).toEqual(['third', 'one'])
  })

  test('that does not come in time is refused, and lets in what waited behind', async () => {
    const { ask, entered } = roomOf({ patience: 1 })
    const places = [ask('one', 50), ask('other', 40)]
    const large = ask('third', 50)
    const small = ask('third', 10)
    await expect(large.held).rejects.toThrow('503 errors:busy')
    await Promise.allSettled([small.held])
    for (const place of [...places, large, small]) place.leave()
    await ask('one', 50).held
    await ask('other', 50).held
    expect(entered.slice(-2)).toEqual(['one', 'other'])
  })

  test('is waited for by so many of one caller', async () => {
    const { ask, entered } = roomOf({ waiting: 2 })
    const held = Array.from({ length: 4 }, () => ask('one', 50).held)
    await expect(held[3]).rejects.toThrow('429 errors:tooMuchAtOnce')
    await ask('other', 50).held
    expect(entered).toEqual(['one', 'other'])
  })
})

describe('the event loop’s time', () => {
  const hurried = async (share: { window: number; most: number }) => {
    const { db, clock } = app
    const { ids, channels, log } = app.server
    const { app: served } = await createApp({ db, clock, ids, channels, log, limits: { ...unhurried, share } })
    const to = rawCalls(served)
    return { served, to, person: to.as(admin) }
  }
  const apps = 'GET /power/get_apps'

  test('is shared: whoever had theirs waits, and nobody else does', async () => {
    const { served, to, person } = await hurried({ window: 60_000, most: 0.01 })
    const other = to.as(await calls.login('reviewer1'))
    expect(await person.call(apps)).toMatchObject({ code: 0 })
    const refused = await person.call<{ retryAfter: number }>(apps)
    expect(refused).toMatchObject({ status: 200, code: 429, data: { retryAfter: expect.any(Number) } })
    expect(refused.msg).toMatch(/^Your calls have kept the server busy for too long; try again in \d+ seconds$/)
    expect(await other.info()).toMatchObject({ code: 0 })
    // Logins from the same address stay possible for other people.
    expect(await (await to.login('reviewer1.2')).info()).toMatchObject({ code: 0 })
    for (const path of ['/healthz', '/readyz', '/healthz'])
      expect((await served.request(path)).status).toBeLessThan(300)
  })

  test('is everybody’s again in the next window', async () => {
    const { person } = await hurried({ window: 200, most: 0.01 })
    await person.call(apps)
    await expect.poll(() => person.call(apps)).toMatchObject({ code: 429 })
    await expect.poll(() => person.call(apps)).toMatchObject({ code: 0 })
  })

  test('is counted for whose call goes on with it, and for nobody who waits', async () => {
    const share = createLoopShare({ window: 60_000, most: 400 })
    const waited = Promise.withResolvers<void>()
    const one = share.counted(async () => {
      await waited.promise
      share.mayGoOn('one')
    })
    await share.counted(async () => {
      share.mayGoOn('other')
      await Promise.resolve()
      keepBusy(500)
    })
    waited.resolve()
    await one
    expect(() => share.mayGoOn('other')).toThrow('429 errors:tooMuchTime')
    share.mayGoOn('one')
  })

  test('is nobody’s for what a call only set going', async () => {
    const share = createLoopShare({ window: 60_000, most: 400 })
    let going: Promise<void> | undefined
    await share.counted(async () => {
      share.mayGoOn('one')
      going = forEverybody(async () => {
        await Promise.resolve()
        keepBusy(500)
      })
    })
    await going
    expect(() => share.mayGoOn('one')).not.toThrow()
  })
})

const keepBusy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
