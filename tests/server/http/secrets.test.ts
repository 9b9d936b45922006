import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { signed } from '../../../src/server/channels/signature.ts'
import { createLog } from '../../../src/server/kit/log.ts'
import type { Endpoint } from '../../../src/services/endpoint.ts'
import { password } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { fitting } from '../../kit/inputs.ts'
import { knownIn } from '../../kit/known.ts'
import { type Person, rawCalls } from '../../kit/raw.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'
import { read, repositoryFiles } from '../../safety/files.ts'

const changed = 'changed-by-somebody-77'
const metricsToken = 'figures-for-the-watch-room'
const hashed = (text: string) => createHash('sha256').update(text).digest('hex')

/** The encodings in which bytes may be written. */
const spellings = (bytes: Uint8Array) => {
  const buffer = Buffer.from(bytes)
  return [buffer.toString('hex'), buffer.toString('base64'), buffer.toString('base64url')]
}

describe('secrets', () => {
  let logged = ''
  const log = createLog('trace', { write: (line) => void (logged += line) })
  const { app } = withApp({ ...engines().at(-1), orders: 60, log, metricsToken })
  let answers = ''
  const secrets = new Map<string, string>()
  beforeAll(async () => {
    const calls = rawCalls({
      request: (async (path: string, init: RequestInit) => {
        const response = await app.app.request(path, init)
        // Only a login may answer the token.
        if (!path.endsWith('/user/login'))
          answers += `${await response.clone().text()}\n${[...response.headers].join('\n')}\n`
        return response
      }) as never,
    })
    const people: Person[] = []
    for (const name of ['admin', 'reviewer1', 'risk.2']) people.push(await calls.login(name))
    for (const [nth, { token, cookie }] of people.entries()) {
      secrets.set(`token ${nth}`, token)
      for (const half of cookie.split('; ')) secrets.set(`${half.split('=')[0]} ${nth}`, half.split('=')[1]!)
    }
    await people[2]!.call('POST /user/change_password', { old_password: password, new_password: changed })
    await calls.call('POST /user/login', { email: 'admin@demo.example', password: `${changed}!` })

    const known = await knownIn(app)
    const send = async (endpoint: Endpoint, input: object) => {
      const body = JSON.stringify(input)
      const name = /:provider\{(\w+)\}/.exec(endpoint.path)?.[1] ?? Object.keys(app.server.channels.secrets)[0]!
      const path = endpoint.path.replace(/:provider(\{\w+\})?/, name)
      const headers = {
        'x-token': people[0]!.token,
        cookie: people[0]!.cookie,
        ...(endpoint.permission === 'customerApp' && { 'x-api-key': password, 'idempotency-key': randomUUID() }),
        ...(endpoint.permission === 'signed' && signed(app.server.channels.secrets[name]!, body, app.clock.now())),
      }
      const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      await calls.call(`${endpoint.method} ${path}${query}`, endpoint.method === 'GET' ? undefined : body, headers)
    }
    const ending = ['user.logout', 'user.changePassword']
    for (const endpoint of app.mounted.filter(({ id }) => !ending.includes(id)))
      for (const input of fc.sample(fitting(endpoint.body, known), { numRuns: 4, seed: 7 }))
        await send(endpoint, endpoint.id === 'user.userInfo' ? { token: people[0]!.token } : (input as object))
    await app.settle()

    for (const [name, secret] of Object.entries(app.server.channels.secrets)) secrets.set(`signs of ${name}`, secret)
    secrets.set('password', password).set('changed password', changed).set('METRICS_TOKEN', metricsToken)
    for (const name of [...secrets.keys()].filter((name) => /^(token|sid|device)/.test(name)))
      secrets.set(`hash of ${name}`, hashed(secrets.get(name)!))
    secrets.set('hash of the API key', hashed(password))
    const stored = await app.db.sql.selectFrom('profile').select(['id', 'password']).execute()
    for (const { id, password: hash } of stored)
      if (hash) secrets.set(`hash of a password ${id}`, hash.split('$').at(-1)!)
    const keys = [
      ...(await app.db.sql.selectFrom('person_key').select('key as bytes').execute()),
      ...(await app.db.sql.selectFrom('secret').select('value as bytes').execute()),
      ...(await app.db.sql.selectFrom('withdrawal_card').select('key as bytes').execute()),
    ]
    for (const [nth, { bytes }] of keys.entries())
      for (const spelling of spellings(bytes)) secrets.set(`key ${nth} ${spelling.length}`, spelling)
  })

  const foundIn = (text: string) => [...secrets].flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))

  test('are in no answer and in no header of one', () => {
    expect(secrets.size).toBeGreaterThan(100)
    expect(answers).toContain('"code":0')
    expect(foundIn(`a line with ${password} in it`)).toContain('password')
    expect(foundIn(answers.replaceAll(/set-cookie,[^\n]*/g, ''))).toEqual([])
  })

  test('are in no line of the log, however much it tells', () => {
    expect(logged).toContain('"answered"')
    expect(foundIn(logged)).toEqual([])
  })

  test('are in no event, stored answer, snapshot, job or entry of the audit', async () => {
    const text = await textOf(app.db, 'es_event', 'es_command', 'es_stream', 'es_effect', 'es_deadline', 'audit')
    expect(text.length).toBeGreaterThan(100_000)
    expect(foundIn(text)).toEqual([])
  })

  test('are stored as hashes, or as keys in the tables of keys, and nowhere else', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      app.db.sql,
    )
    const ofKeys = ['person_key', 'secret', 'withdrawal_card', 'session', 'known_device', 'api_key', 'profile']
    const others = rows.map(({ name }) => name).filter((name) => !ofKeys.includes(name))
    expect(foundIn(await textOf(app.db, ...others))).toEqual([])
    const plain = [...secrets.keys()].filter((name) => /^(token|sid|device|password|changed)/.test(name))
    const text = await textOf(app.db, ...ofKeys)
    expect(plain.filter((name) => text.includes(secrets.get(name)!))).toEqual([])
  })
})

test('settings and secrets come from the environment in one place, and none is written into the program', () => {
  const code = repositoryFiles().filter((path) => /^src\/.*\.tsx?$/.test(path))
  const readers = code.filter(
    (path) => /process\.env/.test(read(path)) && !/readEnvironment\(process\.env\)/.test(read(path)),
  )
  expect(readers).toEqual([])
  const written =
    /-----BEGIN|AKIA[0-9A-Z]{16}|\bgh[pousr]_\w{30,}|eyJ[\w-]{20,}\.|['"`](?=[^'"`]*\d)(?=[^'"`]*[a-f])[\da-f]{32,}['"`]/
  expect(code.filter((path) => written.test(read(path)))).toEqual([])
})
