import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { password } from '../../kit/app.ts'
import { oneEngine, secondPool } from '../../kit/engines.ts'
import { hashesDuring } from '../../kit/hashes.ts'
import { type Calls, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const deep = inject('deep')
const guesses = deep ? 10_000 : 400
const victim = 'reviewer1@demo.example'
const home = '198.51.100.7'
const attacker = '203.0.113.66'

describe.each(oneEngine())('two servers on one $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, proxies: 1 })
  let pool: Database
  let servers: [Calls, Calls]
  beforeAll(async () => {
    pool = await secondPool(app.db, databaseUrl)
    const { clock, server } = app
    const log = pino({ level: 'silent' })
    const other = await createApp({ db: pool, clock, ids: randomUUID, channels: server.channels, log, proxies: 1 })
    servers = [rawCalls(app.app), rawCalls(other.app)]
  })
  afterEach(async () => void (await app.db.sql.deleteFrom('throttle').execute()))
  afterAll(async () => {
    await pool.close()
  })

  type Way = { from: string; email?: string; secret?: string; device?: string; nth?: number }
  const tryToLogIn = ({ from, email = victim, secret = 'not the password', device, nth = 0 }: Way) =>
    servers[nth % 2]!.call(
      'POST /user/login',
      { email, password: secret },
      { 'x-forwarded-for': from, ...(device && { cookie: `device=${device}` }) },
    )
  const deviceIn = ({ cookies }: { cookies: string[] }) =>
    cookies.flatMap((cookie) => /^device=([^;]+)/.exec(cookie)?.[1] ?? [])[0]
  const deviceOf = async (email: string) => deviceIn(await tryToLogIn({ from: home, email, secret: password }))!

  /** Guesses at both servers, several at a time; answers how many were tried and refused. */
  const guess = async (count: number, way: (nth: number) => Way) => {
    const codes: number[] = []
    let next = 0
    const guessing = async () => {
      while (next < count) {
        const nth = next++
        codes.push((await tryToLogIn({ ...way(nth), nth })).code)
        // Calls come over a network: between two of them, whoever waits for the database gets a turn.
        await setImmediate()
      }
    }
    await Promise.all(Array.from({ length: 16 }, guessing))
    const of = (code: number) => codes.filter((one) => one === code).length
    return { tried: of(401), refused: of(429), others: codes.filter((code) => code !== 401 && code !== 429) }
  }

  test(`${guesses} guesses from one address are ten tries, and lock nobody out but that address`, async () => {
    const device = await deviceOf(victim)
    expect(await guess(guesses, () => ({ from: attacker }))).toEqual({ tried: 10, refused: guesses - 10, others: [] })
    const right = { secret: password }
    expect(await tryToLogIn({ ...right, from: attacker })).toMatchObject({ code: 429 })
    expect(await tryToLogIn({ ...right, from: attacker, device })).toMatchObject({ code: 0 })
    expect(await tryToLogIn({ ...right, from: home })).toMatchObject({ code: 0 })
  })

  test('guesses from a hundred addresses are twenty tries at one account, and its own device still gets in', async () => {
    const device = await deviceOf(victim)
    const all = await guess(300, (nth) => ({ from: `192.0.2.${nth % 100}` }))
    expect(all).toEqual({ tried: 20, refused: 280, others: [] })
    expect(await tryToLogIn({ from: home, secret: password })).toMatchObject({ code: 429 })
    expect(await tryToLogIn({ from: home, secret: password, device })).toMatchObject({ code: 0 })
  })

  test('guesses at many accounts from one address are two hundred tries', async () => {
    const all = await guess(260, (nth) => ({ from: attacker, email: `guessed${nth}@demo.example` }))
    expect(all).toEqual({ tried: 200, refused: 60, others: [] })
  })

  test('what was counted and is long over is forgotten, and what is not stands', async () => {
    const day = 24 * 60 * 60_000
    const row = (key: string, expire: number) => ({ key, points: 1, expire })
    const rows = [row('login:over', Date.now() - day), row('login:lasting', Date.now() + day)]
    await app.db.sql.insertInto('throttle').values(rows).execute()
    app.clock.advance(60_000)
    await tryToLogIn({ from: home })
    const kept = await app.db.sql.selectFrom('throttle').select('key').execute()
    expect(kept.map(({ key }) => key)).toContain('login:lasting')
    expect(kept.map(({ key }) => key)).not.toContain('login:over')
  })

  test('an address of a network that one line has is that line', async () => {
    const all = await guess(40, (nth) => ({ from: `2001:db8:0:7:${nth.toString(16)}::1` }))
    expect(all).toEqual({ tried: 10, refused: 30, others: [] })
    expect(await tryToLogIn({ from: '2001:db8:0:8::1', secret: password })).toMatchObject({ code: 0 })
  })

  test('a device that is known has tries of its own, and others theirs', async () => {
    const [one, other] = [await deviceOf(victim), await deviceOf(victim)]
    const all = await guess(30, () => ({ from: attacker, device: one }))
    expect(all).toEqual({ tried: 10, refused: 20, others: [] })
    expect(await tryToLogIn({ from: home, secret: password, device: one })).toMatchObject({ code: 429 })
    expect(await tryToLogIn({ from: home, secret: password, device: other })).toMatchObject({ code: 0 })
    expect(await tryToLogIn({ from: attacker, secret: password })).toMatchObject({ code: 0 })
  })

  test('a device is known to the account that was logged in on it and to no other', async () => {
    const device = await deviceOf('reviewer2@demo.example')
    const all = await guess(30, () => ({ from: attacker, device }))
    expect(all).toEqual({ tried: 10, refused: 20, others: [] })
    expect(await tryToLogIn({ from: attacker, secret: password, device })).toMatchObject({ code: 429 })
  })

  test('a cookie that somebody planted is not taken up as a device', async () => {
    const planted = 'p'.repeat(43)
    const answer = await tryToLogIn({ from: home, secret: password, device: planted })
    expect(answer).toMatchObject({ code: 0 })
    expect(deviceIn(answer)).not.toBe(planted)
    expect(await guess(30, () => ({ from: attacker, device: planted }))).toMatchObject({ tried: 10 })
    expect(await tryToLogIn({ from: attacker, secret: password, device: planted })).toMatchObject({ code: 429 })
  })

  test('a device stays the same from login to login, and only its hash is stored', async () => {
    const device = await deviceOf(victim)
    expect(deviceIn(await tryToLogIn({ from: home, secret: password, device }))).toBe(device)
    const rows = JSON.stringify(await app.db.sql.selectFrom('known_device').selectAll().execute())
    expect(rows).not.toContain(device)
  })

  test('the twenty newest devices of an account are known, for half a year', async () => {
    const email = 'analyst@demo.example'
    const all: string[] = []
    for (let nth = 0; nth < 22; nth += 1) {
      app.clock.advance(1)
      all.push(await deviceOf(email))
    }
    const isKnown = async (device: string) =>
      deviceIn(await tryToLogIn({ from: home, email, secret: password, device })) === device
    expect([await isKnown(all[1]!), await isKnown(all.at(-1)!)]).toEqual([false, true])
    app.clock.advance(181 * 24 * 3_600_000)
    expect(await isKnown(all.at(-1)!)).toBe(false)
  })

  test('a password that changes makes every device of the account a stranger', async () => {
    const email = 'qualityChecker@demo.example'
    const device = await deviceOf(email)
    const person = await servers[0].login('qualityChecker')
    const change = { old_password: password, new_password: 'another-password' }
    expect(await person.call('POST /user/change_password', change)).toMatchObject({ code: 0 })
    const answer = await tryToLogIn({ from: home, email, secret: 'another-password', device })
    expect(answer).toMatchObject({ code: 0 })
    expect(deviceIn(answer)).not.toBe(device)
  })

  describe('an e-mail that nobody has', () => {
    const emails = { known: victim, unknown: 'nobody@demo.example', disabled: 'telemarketer@demo.example' }
    beforeAll(async () => {
      const admin = await servers[0].login('admin')
      const users = await admin.call<{ users: { id: number; name: string; roles: number[] }[] }>(
        'POST /user/get_users',
        { email: emails.disabled },
      )
      const { id, name, roles } = users.data.users[0]!
      const closed = { id, name, email: emails.disabled, roles, status: 'disabled' }
      const { code } = await admin.call('POST /power/user_edit', closed)
      if (code) throw new Error(`the account stays open: ${code}`)
    })

    test('costs the same hash as a known one, and so does one of an account that is disabled', async () => {
      for (const email of Object.values(emails))
        expect([email, await hashesDuring(() => tryToLogIn({ from: home, email }))]).toEqual([email, 1])
    })

    test('costs none once it is refused, as a known one', async () => {
      for (const email of [emails.known, emails.unknown]) {
        await guess(10, () => ({ from: attacker, email }))
        expect([email, await hashesDuring(() => tryToLogIn({ from: attacker, email }))]).toEqual([email, 0])
      }
    })

    test.runIf(deep)('takes as long; the medians are printed', async () => {
      const times: Record<string, number[]> = { known: [], unknown: [], disabled: [] }
      // In turn, and each first equally often, so that other load on the machine affects all alike.
      for (let nth = 0; nth < 100; nth += 1)
        for (let turn = 0; turn < 3; turn += 1) {
          const [name, email] = Object.entries(emails)[(nth + turn) % 3]!
          await app.db.sql.deleteFrom('throttle').execute()
          const began = performance.now()
          await tryToLogIn({ from: home, email })
          times[name]!.push(performance.now() - began)
        }
      for (const [name, all] of Object.entries(times)) {
        const median = all.toSorted((one, other) => one - other)[all.length >> 1]!
        expect(all).toHaveLength(100)
        console.log(`a wrong password of an e-mail that is ${name}: median ${median.toFixed(1)} ms of ${all.length}`)
      }
    })
  })
})
