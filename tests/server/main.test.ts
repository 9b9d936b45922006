import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvironment, WrongEnvironment } from '../../src/server/environment.ts'
import { password } from '../kit/app.ts'
import { type Child, runServer, startServer } from '../kit/child.ts'
import { openFeed } from '../kit/http.ts'
import { lenderOfToday } from '../kit/lender.ts'
import { ownDirectory } from '../kit/templates.ts'

describe('a wrong value in the environment', () => {
  const levels = 'fatal, error, warn, info, debug, trace, silent'
  const postgres = 'it takes an address that starts with postgres: or postgresql://'
  const cases: [Record<string, string>, string][] = [
    [{ PORT: 'abc' }, 'PORT=abc is not usable: it takes a number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT=65536 is not usable: it takes a number from 0 to 65535'],
    [{ LOG_LEVEL: 'loud' }, `LOG_LEVEL=loud is not usable: it takes one of ${levels}`],
    [{ DATABASE_URL: 'nonsense' }, `DATABASE_URL=nonsense is not usable: ${postgres}`],
    [
      { DATABASE_URL: 'mysql://me:secret@db.example/loket' },
      `DATABASE_URL=mysql://me:…@db.example/loket is not usable: ${postgres}`,
    ],
    [
      { DATABASE_URL: 'postgres://db.example/loket', DATA_DIR: '/tmp/loket' },
      'DATA_DIR=/tmp/loket is not usable: with DATABASE_URL the data is in that database, so leave one of them out',
    ],
    [
      { ADMIN_API: 'ftp://elsewhere.example' },
      'ADMIN_API=ftp://elsewhere.example is not usable: it takes an address that starts with http: or https://',
    ],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY=true is not usable: it takes a number from 0 to 9'],
    [{ SECONDS_PER_MINUTE: '61' }, 'SECONDS_PER_MINUTE=61 is not usable: it takes a number from 1 to 60'],
    [{ CALLS_PER_MINUTE: '3' }, 'CALLS_PER_MINUTE=3 is not usable: it takes a number from 10 to 9999999'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD=… is not usable: it takes at least 12 characters'],
    [
      { MIGRATE_URL: 'postgres://owner:secret@db.example/loket' },
      'MIGRATE_URL=… is not usable: it goes with DATABASE_URL, the same database as another role',
    ],
  ]
  test.each(cases)('%o is named', (env, line) => {
    expect(() => readEnvironment(env)).toThrow(new WrongEnvironment(line))
  })

  test('ends the process with that one line and nothing else', async () => {
    const [env, line] = cases[3]!
    const { code, out, err } = await runServer(env)
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: `${line}\n` })
  })

  test.each([
    [{}, { port: 8080, databaseUrl: undefined, adminApi: undefined, demoPassword: 'counter-window', logLevel: 'info' }],
    [
      { PORT: '0', LOG_LEVEL: 'debug' },
      { port: 0, logLevel: 'debug' },
    ],
    [
      { PORT: '', DATA_DIR: '', LOG_LEVEL: '' },
      { port: 8080, logLevel: 'info' },
    ],
    [{ ADMIN_API: 'https://admin.example/api/' }, { adminApi: 'https://admin.example/api' }],
    [{ DATABASE_URL: 'postgresql://db.example/loket' }, { databaseUrl: 'postgresql://db.example/loket' }],
  ])('%o is none', (env, expected) => {
    expect(readEnvironment(env)).toMatchObject(expected)
  })
})

describe('a server on a directory', () => {
  let directory: string
  let first: Child
  beforeAll(async () => {
    directory = await ownDirectory(lenderOfToday())
    first = await startServer({ DATA_DIR: directory })
  })
  afterAll(async () => {
    await first.kill()
    rmSync(directory, { recursive: true })
  })

  const login = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'admin@demo.example', password }),
    })
    const { code, data } = (await response.json()) as { code: number; data: { token: string } | null }
    const cookies = response.headers.getSetCookie()
    return { code, token: data?.token ?? '', cookies, cookie: cookies.map((one) => one.split(';')[0]).join('; ') }
  }
  const info = async (url: string, { token, cookie }: { token: string; cookie: string }) => {
    const headers = { 'x-token': token, cookie }
    const response = await fetch(`${url}/api/user/user_info?token=${token}`, { headers })
    return ((await response.json()) as { code: number }).code
  }

  test('refuses a second process there and goes on', async () => {
    const { code, out, err } = await runServer({ DATA_DIR: directory })
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `DATA_DIR ${directory} is in use by another Loket process; stop it first or choose another\n`,
    })
    expect(await login(first.url)).toHaveCode(0)
  })

  test('ends when it is asked to, with what was in hand done and the directory free', async () => {
    const { code } = await first.stop()
    expect({ code, taken: existsSync(join(directory, 'in-use.sock')) }).toEqual({ code: 0, taken: false })
    first = await startServer({ DATA_DIR: directory })
    expect(await login(first.url)).toHaveCode(0)
  })

  describe('behind another console', () => {
    let second: Child
    const elsewhere = mkdtempSync(join(tmpdir(), 'loket-'))
    beforeAll(async () => {
      await first.stop()
      first = await startServer({ DATA_DIR: directory, TRUST_PROXY: '1' })
      second = await startServer({ ADMIN_API: `${first.url}/api`, DATA_DIR: join(elsewhere, 'data') })
    })
    afterAll(async () => {
      await second.kill()
      rmSync(elsewhere, { recursive: true })
    })

    test('serves login and the calls after it', async () => {
      const session = await login(second.url, { origin: second.url })
      expect(session).toMatchObject({
        code: 0,
        cookies: [
          expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
          expect.stringMatching(/^device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
        ],
      })
      expect(await info(second.url, session)).toBe(0)
      expect(await info(first.url, session)).toBe(0)
      expect(await info(second.url, { ...session, cookie: '' })).toBe(403)
    })

    test('still refuses a page of another site', async () => {
      for (const origin of ['https://elsewhere.example', first.url])
        expect(await login(second.url, { origin })).toMatchObject({ code: 4030, cookies: [] })
    })

    test('passes the change feed on as it comes', async () => {
      const session = await login(second.url)
      const feed = await openFeed(second.url, session)
      await expect.poll(() => feed.text).toMatch(/^: connected/)
      const response = await fetch(`${first.url}/api/power/role_save`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-token': session.token, cookie: session.cookie },
        body: JSON.stringify({ name: 'heard afar' }),
      })
      expect(await response.json()).toMatchObject({ code: 0 })
      await expect.poll(() => feed.heard.map(({ change }) => change.kind)).toEqual(['role'])
      feed.close()
    })

    test('is ready when that server is, and has no figures', async () => {
      const ask = async (path: string) => {
        const response = await fetch(`${second.url}${path}`)
        return [response.status, await response.text()]
      }
      expect(await ask('/healthz')).toEqual([204, ''])
      expect(await ask('/readyz')).toEqual([200, 'ready\n'])
      expect((await ask('/metrics'))[0]).toBe(404)
      await first.stop()
      expect(await ask('/readyz')).toEqual([503, 'not ready: the admin server does not answer\n'])
      expect(await ask('/healthz')).toEqual([204, ''])
    })

    test('has no data of its own', () => {
      expect(existsSync(join(elsewhere, 'data'))).toBe(false)
    })
  })
})
