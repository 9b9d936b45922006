import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../src/server/kit/limits.ts'
import { password } from '../../kit/app.ts'
import { type Edge, openEdge } from '../../kit/edge.ts'
import { engines } from '../../kit/engines.ts'
import { openFeed } from '../../kit/http.ts'
import { withApp } from '../../kit/withApp.ts'

/** The headers that every answer must have. */
const always: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'content-security-policy': /default-src '(none|self)'.*frame-ancestors 'none'/,
}
const ofTheConsole: Record<string, RegExp> = {
  ...always,
  'content-security-policy': /script-src 'self'; style-src 'self'; .*object-src 'none'; base-uri 'none'/,
  'permissions-policy': /camera=\(\).*geolocation=\(\)/,
}

const missing = (headers: Headers, wanted: Record<string, RegExp>) =>
  Object.entries(wanted).flatMap(([name, pattern]) => {
    const value = headers.get(name) ?? ''
    return pattern.test(value) ? [] : [`${name}: ${value}`]
  })

const headersIn = (answer: string) =>
  new Headers(
    answer
      .split('\r\n\r\n')[0]!
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  )

const { app } = withApp({ ...engines().at(-1), proxies: 1 })
let edge: Edge
beforeAll(async () => {
  edge = await openEdge(app.app, { proxies: 1, limits: { ...limits, calls: { ...limits.calls, ofSession: 100_000 } } })
})
afterAll(async () => {
  await edge.close()
})

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(edge.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(method === 'POST' && { body: body ?? '{}' }),
  })

describe('the headers that protect', () => {
  test.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/login', 200],
    ['GET', '/any/screen', 200],
    ['GET', '/favicon.svg', 200],
    ['GET', '/assets/start.js', 200],
    ['GET', '/assets/gone.js', 404],
    ['GET', '/docs/id/', 200],
    ['GET', '/docs/id', 302],
    ['GET', '/docs/nowhere', 404],
    ['GET', '/%E0%A4%A', 200],
    ['GET', '/.stamp', 404],
    ['GET', '/%2estamp', 404],
    ['GET', '/assets/.stamp', 404],
    ['GET', '/assets%2F.stamp', 404],
    ['GET', '/.well-known/nothing', 404],
    ['POST', '/', 404],
    ['OPTIONS', '/', 404],
    ['GET', '/healthz', 204],
    ['GET', '/readyz', 200],
    ['GET', '/metrics', 200],
    ['GET', '/api/healthz', 204],
    ['GET', '/api/feed', 200],
    ['GET', '/api/nowhere', 200],
    ['OPTIONS', '/api/user/login', 200],
  ])('are on %s %s, which answers %i', async (method, path, status) => {
    const response = await ask(method, path)
    const due = { ...ofTheConsole, ...(path.startsWith('/api') && { 'cache-control': /^no-store$/ }) }
    expect([response.status, missing(response.headers, due)]).toEqual([status, []])
    await response.body?.cancel()
  })

  test('are on the answer of every endpoint, which nobody keeps', async () => {
    const { token, cookie } = await app.login('admin')
    const wrong: string[] = []
    for (const { method, path, permission } of app.mounted) {
      // No provider has that name, which the HTTP status says.
      const status = permission === 'signed' ? 404 : 200
      for (const who of [{}, { 'x-token': token, cookie }] as Record<string, string>[]) {
        const response = await ask(method, `/api${path}?nothing=such`, who, '{"nothing":"such"}')
        const found = missing(response.headers, { ...ofTheConsole, 'cache-control': /^no-store$/ })
        const { code } = (await response.json()) as { code: number }
        if (found.length > 0 || response.status !== status || code === 0)
          wrong.push(`${method} ${path} ${found.join()}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('are on an answer that succeeds, on one that fails and on the change feed', async () => {
    const { token, cookie } = await app.login('admin')
    const who = { 'x-token': token, cookie }
    for (const response of [
      await ask('POST', '/api/user/login', {}, JSON.stringify({ email: 'admin@demo.example', password })),
      await ask('GET', '/api/power/get_apps', who),
      await ask('POST', '/api/power/set_language', who, '{'),
      await ask('POST', '/api/power/set_language', who, 'x'.repeat(100_000)),
      await ask('POST', '/api/power/set_language', { ...who, origin: 'https://elsewhere.example' }),
    ])
      expect(missing(response.headers, { ...ofTheConsole, 'cache-control': /^no-store$/ })).toEqual([])

    const stopped = new AbortController()
    const feed = await fetch(`${edge.url}/api/feed`, { headers: who, signal: stopped.signal })
    expect(feed.headers.get('content-type')).toBe('text/event-stream')
    expect(missing(feed.headers, { ...ofTheConsole, 'cache-control': /^no-store$/ })).toEqual([])
    stopped.abort()
  })

  test.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['the method TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    [
      'two lengths of one body',
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('are on the refusal of %s', async (_, bytes, status) => {
    const answer = await edge.raw(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(missing(headersIn(answer), always)).toEqual([])
  })

  test('tell a browser to come by https from now on once it did, and nobody else', async () => {
    const strict = async (headers: Record<string, string>) =>
      (await ask('GET', '/', headers)).headers.get('strict-transport-security')
    expect(await strict({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000; includeSubDomains')
    expect(await strict({})).toBe(null)
  })

  test('say nothing of what serves', async () => {
    for (const path of ['/', '/api/nowhere']) {
      const { headers } = await ask('GET', path)
      expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
    }
  })
})

describe('the session cookies', () => {
  const login = async (headers: Record<string, string>) =>
    (
      await ask('POST', '/api/user/login', headers, JSON.stringify({ email: 'admin@demo.example', password }))
    ).headers.getSetCookie()

  test('are read by no script and sent from no other site, and by https only once it came by it', async () => {
    for (const cookie of await login({ 'x-forwarded-proto': 'https' }))
      expect(cookie).toMatch(/^(sid|device)=.*; HttpOnly; Secure; SameSite=Strict$/)
    for (const cookie of await login({})) expect(cookie).toMatch(/^(sid|device)=.*; HttpOnly; SameSite=Strict$/)
  })
})

describe('a change feed', () => {
  test('is open ten times for one person, and once more when one was closed', async () => {
    const [reviewer, other] = [await app.login('reviewer1'), await app.login('reviewer2')]
    await app.feed.start()
    const feeds = await Promise.all(Array.from({ length: 10 }, () => openFeed(edge.url, reviewer)))
    for (const feed of feeds) await expect.poll(() => feed.text).toMatch(/^: connected/)
    const beyond = await fetch(`${edge.url}/api/feed`, {
      headers: { 'x-token': reviewer.token, cookie: reviewer.cookie, 'accept-language': 'en' },
    })
    expect(await beyond.json()).toEqual({
      code: 429,
      msg: 'This is open in too many places; close one of them',
      data: { retryAfter: 1 },
    })
    const theirs = await openFeed(edge.url, other)
    await expect.poll(() => theirs.text).toMatch(/^: connected/)
    theirs.close()

    feeds[0]!.close()
    await expect
      .poll(async () => {
        const again = await openFeed(edge.url, reviewer)
        again.close()
        return again.type
      })
      .toBe('text/event-stream')
    for (const feed of feeds) feed.close()
  })
})
