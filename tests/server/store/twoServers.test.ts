import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import { commands } from '../../../src/services/approval.ts'
import { make as makePlan } from '../../../src/services/reportPlan.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { openFeed } from '../../kit/http.ts'
import { holdTable, waitingForLocks } from '../../kit/locks.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { callsTo, endLeases, startPair } from '../../kit/pair.ts'
import { passing } from '../../kit/passing.ts'
import { misfits } from '../../kit/prefix.ts'
import type { Calls, Person, Raw } from '../../kit/raw.ts'
import { headOf, openRecorder, type Recorder } from '../../kit/recorder.ts'

// Long enough for a busy machine; a passing test never waits for it.

const databaseUrl = inject('databaseUrl')

describe.runIf(databaseUrl)('two servers on one PostgreSQL', () => {
  let pair: Awaited<ReturnType<typeof startPair>>
  let recorder: Recorder
  let one: Calls
  let other: Calls
  beforeAll(async () => {
    pair = await startPair(databaseUrl!)
    recorder = openRecorder(() => headOf(pair.db))
    one = callsTo(pair.one.url)
    other = callsTo(pair.other.url)
  })
  afterAll(() => pair.close())

  /** The same session at the other server. */
  const there = (who: Person) => other.as(who)
  const apply = (server: Child) => recorder.apply(server.url, { key: randomUUID(), body: passing() })
  const eventsOf = async (orderNo: string) =>
    (
      await pair.db.sql
        .selectFrom('es_event')
        .select('type')
        .where('stream', '=', `approval/${orderNo}`)
        .orderBy('version')
        .execute()
    ).map(({ type }) => type)
  /** Claims a waiting order, and records the answer for the check against the log. */
  const claim = async (who: Person, orderNo: string, key: string): Promise<Raw> => {
    const { path, interface: via } = commands.firstClaimed
    const answered = await recorder.within(
      () => who.call(`POST ${path}`, { orderNo, version: 2 }, { 'idempotency-key': key }),
      key,
    )
    const event = { type: 'firstClaimed', by: (await who.info()).data.id, at: 0 }
    recorder.decided({ stream: `approval/${orderNo}`, sent: 2, key, event, via }, answered)
    return answered.answer
  }
  const reviewed = async (orders: readonly string[]) =>
    await expect
      .poll(async () => Promise.all(orders.map(eventsOf)))
      .toEqual(orders.map(() => ['submitted', 'machinePassed']))

  test('what is done through one is heard on the feed of the other', async () => {
    const admin = await one.login('admin')
    const feeds = [await openFeed(pair.one.url, admin), await openFeed(pair.other.url, admin)]
    for (const feed of feeds) await expect.poll(() => feed.text).toMatch(/^: connected/)
    const { data } = await admin.call<{ stream: string }>('POST /power/role_save', { name: 'heard on both' })
    for (const feed of feeds) {
      await expect.poll(() => feed.heard.map(({ change }) => `${change.kind}/${change.id}`)).toContain(data.stream)
      feed.close()
    }
  })

  test('each morning, a report that is due on both is sent once', async () => {
    const store = createStore({ db: pair.db, projections, ids: randomUUID })
    const role = await pair.db.sql
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'analyst')
      .executeTakeFirstOrThrow()
    const plans = Array.from({ length: 12 }, () => randomUUID())
    const terms = {
      report: 'passRate',
      role: String(role.id),
      days: 7,
      time: '00:01',
      format: 'csv',
      permitted: true,
    } as const
    const made = { type: 'reportPlanMade', by: 'SYS', at: Date.now() - 86_400_000, ...terms } as const
    await Promise.all(
      plans.map((id) => store.send({ stream: `reportPlan/${id}`, event: made, via: makePlan.interface, key: id })),
    )
    const typesOf = async (type: string, like: string) =>
      await pair.db.sql
        .selectFrom('es_event')
        .select(['stream', 'data'])
        .where('type', '=', type)
        .where('stream', 'like', like)
        .execute()
    const sent = async () =>
      (await typesOf('reportsSent', 'reportPlan/%')).map(({ stream }) => stream.slice(11)).toSorted()
    await expect.poll(sent).toEqual(plans.toSorted())
    const written = async () => {
      const files = await typesOf('exportPlanned', 'export/%')
      const ready = await typesOf('exportFinished', 'export/%')
      return [files.map(({ data }) => (JSON.parse(data) as { plan: string }).plan).toSorted(), ready.length]
    }
    await expect.poll(written).toEqual([plans.toSorted(), plans.length])
    expect(await sent()).toEqual(plans.toSorted())
  })

  test('a login on one is a login on both, and a logout on one ends both', async () => {
    const reviewer = await one.login('reviewer1')
    expect(await there(reviewer).info()).toMatchObject({ code: 0 })
    expect(await there(reviewer).call('POST /user/login_out', { token: reviewer.token })).toMatchObject({ code: 0 })
    expect(await reviewer.info()).toMatchObject({ code: 403 })
  })

  test('a password is guessed at ten times over both together', async () => {
    const guess = (calls: Calls) =>
      calls.call('POST /user/login', { email: 'guessed@demo.example', password: 'not-this-one-either' })
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, nth) => guess(nth % 2 ? one : other)))
    expect(guesses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      ...Array(10).fill(401),
      ...Array(4).fill(429),
    ])
  })

  test('every application is looked at once, whichever took it', async () => {
    const orders = await Promise.all(Array.from({ length: 30 }, (_, nth) => apply(nth % 2 ? pair.one : pair.other)))
    await reviewed(orders)
    expect(await pair.db.sql.selectFrom('es_effect').selectAll().execute()).toEqual([])
  })

  test('of two who claim one order through either, one has it and the other is told in words', async () => {
    const [first, second] = [await one.login('reviewer1'), await other.login('reviewer1.2')]
    const orders = await Promise.all(Array.from({ length: 12 }, () => apply(pair.one)))
    await reviewed(orders)
    for (const orderNo of orders) {
      const answers = await Promise.all([first, second].map((who) => claim(who, orderNo, randomUUID())))
      const [taken, refused] = answers.toSorted((a, b) => a.code - b.code)
      expect(taken).toMatchObject({ code: 0, data: { version: 3 } })
      expect(refused).toMatchObject({ code: 409, msg: 'Somebody else has changed this record' })
      expect(refused!.data).toMatchObject({ type: 'firstClaimed', version: 3 })
      expect(await eventsOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    }
  })

  test('a decision sent fifty times at once over both is one event, and fifty equal answers', async () => {
    const reviewer = await one.login('reviewer1')
    const orderNo = await apply(pair.one)
    await reviewed([orderNo])
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => claim(nth % 2 ? reviewer : there(reviewer), orderNo, key)),
    )
    expect(answers[0]).toMatchObject({ code: 0, data: { version: 3 } })
    expect(answers.map(({ code, data }) => ({ code, data }))).toEqual(
      answers.map(() => ({ code: 0, data: answers[0]!.data })),
    )
    expect(await eventsOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
  })

  test('an application sent fifty times at once over both is one order, and fifty equal answers', async () => {
    const sent = { key: randomUUID(), body: passing() }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => recorder.apply((nth % 2 ? pair.one : pair.other).url, sent)),
    )
    expect(new Set(answers).size).toBe(1)
    const stored = await pair.db.sql.selectFrom('es_event').select('stream').where('command', '=', sent.key).execute()
    expect(stored).toEqual([{ stream: `approval/${answers[0]}` }])
  })

  test('the log is whole, and nothing was said that was not so', async () => {
    expect(await logProblems(pair.db)).toEqual([])
    expect(misfits(await allEvents(pair.db), recorder.calls)).toEqual([])
  })
})

describe.runIf(databaseUrl)('when one of two servers', () => {
  let pair: Awaited<ReturnType<typeof startPair>>
  let recorder: Recorder
  beforeAll(async () => {
    pair = await startPair(databaseUrl!)
    recorder = openRecorder(() => headOf(pair.db))
  })
  afterAll(() => pair.close())

  test.each(['SIGTERM', 'SIGKILL'] as const)('gets %s, the other carries on with what it left', async (signal) => {
    const { one, other, db } = pair
    const reviewer = await callsTo(one.url).login('reviewer1')
    const feed = await openFeed(other.url, reviewer)
    await expect.poll(() => feed.text).toMatch(/^: connected/)
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => recorder.apply(one.url, { key: randomUUID(), body: passing() })),
    )
    expect(await (signal === 'SIGTERM' ? one.stop() : one.kill())).toMatchObject(
      signal === 'SIGTERM' ? { code: 0, signal: null } : { code: null, signal },
    )
    expect(await callsTo(other.url).as(reviewer).info()).toMatchObject({ code: 0 })
    await endLeases(db)
    const passed = async () => {
      const events = await db.sql.selectFrom('es_event').select('stream').where('type', '=', 'machinePassed').execute()
      return events.map(({ stream }) => stream)
    }
    const streams = orders.map((orderNo) => `approval/${orderNo}`)
    await expect.poll(passed).toEqual(expect.arrayContaining(streams))
    expect((await passed()).filter((stream) => streams.includes(stream))).toHaveLength(streams.length)
    await expect
      .poll(() => new Set(feed.heard.map(({ change }) => `approval/${change.id} ${change.version}`)))
      .toEqual(new Set(streams.flatMap((stream) => [`${stream} 1`, `${stream} 2`])))
    expect(await db.sql.selectFrom('es_effect').selectAll().execute()).toEqual([])
    feed.close()
    pair.one = await startServer(pair.env)
  })

  test('is asked to end, whoever it has in hand is answered, and nobody else is kept', async () => {
    const { one, other, db } = pair
    const reviewer = await callsTo(one.url).login('reviewer1')
    const feed = await openFeed(one.url, reviewer)
    await expect.poll(() => feed.text).toMatch(/^: connected/)
    const unused = connect(Number(new URL(one.url).port), '127.0.0.1')
    await once(unused, 'connect')

    const release = await holdTable(db, 'api_key')
    const sent = Array.from({ length: 8 }, () => ({ key: randomUUID(), body: passing() }))
    const answers = Promise.all(sent.map((application) => recorder.apply(one.url, application)))
    await expect.poll(() => waitingForLocks(db)).toBe(sent.length)
    const closed = once(unused, 'close')
    const ended = one.stop()
    await closed
    await expect.poll(() => feed.ended).toBe(true)
    await release()

    const orders = await answers
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
    const stored = await db.sql
      .selectFrom('es_event')
      .select(['command', 'stream'])
      .where(
        'command',
        'in',
        sent.map(({ key }) => key),
      )
      .execute()
    expect(new Map(stored.map(({ command, stream }) => [command, stream]))).toEqual(
      new Map(sent.map(({ key }, nth) => [key, `approval/${orders[nth]}`])),
    )
    expect(await callsTo(other.url).as(reviewer).info()).toMatchObject({ code: 0 })
    pair.one = await startServer(pair.env)
  })
})
