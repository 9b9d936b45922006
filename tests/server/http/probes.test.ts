import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { machineOf } from '../../../src/machines/lifecycles.ts'
import * as access from '../../../src/services/access.ts'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import { password, start, testApp, type TestApp } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { listen, openFeed } from '../../kit/http.ts'
import { passing } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

const token = 'figures-are-for-prometheus'
const bearer = { authorization: `Bearer ${token}` }

const ask = async ({ app }: TestApp, path: string, headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers })
  return { status: response.status, text: await response.text() }
}

/** Parses a metrics page: samples by name with labels. */
const samplesIn = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const space = line.lastIndexOf(' ')
        return [line.slice(0, space), Number(line.slice(space + 1))] as const
      }),
  )

describe('a server is asked', () => {
  const { app } = withApp()

  test.each(['/healthz', '/api/healthz'])('at %s whether it lives', async (path) => {
    expect(await ask(app, path)).toEqual({ status: 204, text: '' })
  })

  test.each(['/readyz', '/api/readyz'])('at %s whether it can serve', async (path) => {
    expect(await ask(app, path)).toEqual({ status: 200, text: 'ready\n' })
  })
})

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  test('a server whose lists lack events of the log lives, and is not ready', async () => {
    const app = await testApp({ databaseUrl })
    await app.apply()
    await sql`delete from es_stream where stream like 'approval/%'`.execute(app.db.sql)
    expect(await ask(app, '/readyz')).toEqual({ status: 503, text: 'not ready: the lists lack events of the log\n' })
    expect((await ask(app, '/healthz')).status).toBe(204)
    await app.close()
  })

  test('a server whose database takes no changes lives, is not ready, and is once it takes them again', async () => {
    const app = await testApp({ databaseUrl })
    onTestFinished(app.close)
    const { db } = app
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.sql)
    // On a server it applies to new connections, so the old ones are terminated; the embedded engine has only one.
    const takeChanges = async (taken: boolean) => {
      const off = sql.raw(`default_transaction_read_only = ${taken ? 'off' : 'on'}`)
      if (!databaseUrl) return void (await sql`set ${off}`.execute(db.sql))
      const admin = new pg.Client({ connectionString: databaseUrl })
      await admin.connect()
      await admin.query(
        `alter database ${rows[0]!.name} set ${taken ? 'default_transaction_read_only = off' : 'default_transaction_read_only = on'}`,
      )
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]!.name])
      await admin.end()
    }
    const reviewer = await app.login('reviewer1')
    await takeChanges(false)
    await expect
      .poll(() => ask(app, '/readyz'))
      .toEqual({ status: 503, text: 'not ready: the database takes no changes\n' })
    expect((await ask(app, '/healthz')).status).toBe(204)
    expect(await reviewer.call(access.setLanguage, { language: 'en' })).toMatchObject({
      code: 500,
      msg: 'The database takes no changes at the moment; nothing was changed',
    })
    expect(await ask(app, '/readyz')).toMatchObject({ status: 503 })
    await takeChanges(true)
    await expect.poll(() => ask(app, '/readyz')).toEqual({ status: 200, text: 'ready\n' })
    expect(await reviewer.call(access.setLanguage, { language: 'en' })).toMatchObject({ code: 0 })
  })

  test.runIf(databaseUrl)('a server whose database does not answer in time lives, and is not ready', async () => {
    const app = await testApp({ databaseUrl })
    onTestFinished(app.close)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db.sql)
    const other = new pg.Client({
      connectionString: Object.assign(new URL(databaseUrl!), { pathname: rows[0]!.name }).href,
    })
    await other.connect()
    await other.query('begin; lock table es_head in access exclusive mode')
    expect(await ask(app, '/readyz')).toEqual({
      status: 503,
      text: 'not ready: the database does not answer in time\n',
    })
    expect((await ask(app, '/healthz')).status).toBe(204)
    await other.query('rollback')
    await other.end()
    await expect.poll(() => ask(app, '/readyz')).toEqual({ status: 200, text: 'ready\n' })
  })

  test('a server whose database is gone lives, is not ready, and says so among its figures', async () => {
    const app = await testApp({ databaseUrl, metricsToken: token })
    await app.close()
    // Stopping is reported first, so the next server is not stopped and only its database is gone.
    expect(await ask(app, '/readyz')).toEqual({ status: 503, text: 'not ready: this process is stopping\n' })

    const other = await testApp({ databaseUrl, metricsToken: token })
    await other.db.close()
    expect(await ask(other, '/readyz')).toEqual({ status: 503, text: 'not ready: the database does not answer\n' })
    expect((await ask(other, '/healthz')).status).toBe(204)
    const { status, text } = await ask(other, '/metrics', bearer)
    expect({ status, up: samplesIn(text).get('loket_database_up') }).toEqual({ status: 200, up: 0 })
  })
})

describe('figures', () => {
  const { app } = withApp({ metricsToken: token })
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    server = await listen(app.app)
  })
  afterAll(async () => {
    await server.close()
  })
  const figures = async () => samplesIn((await ask(app, '/metrics', bearer)).text)

  test('are for this machine, and for who brings the token', async () => {
    const statusOf = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/metrics`, { headers })
      await response.text()
      return response.status
    }
    expect(await statusOf({})).toBe(200)
    expect(await statusOf(bearer)).toBe(200)
    expect(await statusOf({ authorization: 'Bearer figures-are-for-everybody1' })).toBe(403)
    // A proxy on this machine forwards for somebody on another.
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'])
      expect(await statusOf({ [name]: '127.0.0.1' })).toBe(403)
    expect((await ask(app, '/api/metrics')).status).toBe(403)
    expect((await ask(app, '/api/metrics', bearer)).status).toBe(200)
  })

  test('of a server without a token are for this machine alone', async () => {
    const without = await testApp()
    expect((await ask(without, '/metrics', { authorization: 'Bearer undefined' })).status).toBe(403)
    await without.close()
  })

  test('count requests by endpoint and code, what was stored by event, and refusals by reason', async () => {
    const before = await figures()
    const reviewer = await app.login('reviewer1')
    const orderNo = await app.apply()
    await app.settle()
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    expect(await reviewer.call(approval.firstClaim, { orderNo, version: 3 })).toHaveCode(422)
    const after = await figures()
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    const claims = 'endpoint="approve.firstClaim"'
    expect({
      done: grown(`loket_requests_total{${claims},code="0"}`),
      refused: grown(`loket_requests_total{${claims},code="422"}`),
      timed: grown(`loket_request_seconds_count{${claims}}`),
      applied: grown('loket_commands_total{chart="approval",event="submitted"}'),
      claimed: grown('loket_commands_total{chart="approval",event="firstClaimed"}'),
    }).toEqual({ done: 1, refused: 1, timed: 2, applied: 1, claimed: 1 })
    const reasons = [...after.keys()].filter((name) => name.startsWith('loket_refusals_total') && grown(name) > 0)
    expect(reasons).toEqual([expect.stringMatching(/^loket_refusals_total\{reason="approval:guard\.\w+"\}$/)])
  })

  test('tell what waits, what is late, and how old the newest event is', async () => {
    await app.settle()
    const idle = await figures()
    expect(idle.get('loket_effects_waiting{name="runMachineReview"}')).toBeUndefined()
    await app.apply({ ...passing() })
    app.clock.advance(90_000)
    const { pos } = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const busy = await figures()
    expect({
      waiting: busy.get('loket_effects_waiting{name="runMachineReview"}'),
      due: busy.get('loket_effects_due{name="runMachineReview"}'),
      overdue: busy.get('loket_deadlines_overdue'),
      head: busy.get('loket_head_position'),
      age: busy.get('loket_head_age_seconds'),
      up: busy.get('loket_database_up'),
    }).toEqual({ waiting: 1, due: 1, overdue: 0, head: pos, age: 90, up: 1 })
    app.clock.advance(3_600_000)
    expect((await figures()).get('loket_deadlines_overdue')).toBe(2)
    await app.settle()
    expect((await figures()).get('loket_deadlines_overdue')).toBe(0)
  })

  test('tell how many listen to the feed, and how much it has not told them yet', async () => {
    const other = await testApp({ metricsToken: token })
    const { url, close } = await listen(other.app)
    const read = async () => samplesIn((await ask(other, '/metrics', bearer)).text)
    const { pos } = await other.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const begun = await read()
    expect(begun.get('loket_feed_listeners')).toBe(0)
    expect(begun.get('loket_feed_lag_events')).toBe(pos)
    await other.start()
    const feed = await openFeed(url, await other.login('reviewer1'))
    await expect.poll(async () => (await read()).get('loket_feed_listeners')).toBe(1)
    expect((await read()).get('loket_feed_lag_events')).toBe(0)
    expect([...(await read()).keys()]).toEqual(
      expect.arrayContaining(['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']),
    )
    feed.close()
    await expect.poll(async () => (await read()).get('loket_feed_listeners')).toBe(0)
    await close()
    await other.close()
  })

  test('carry nothing that comes with a call, and are as many tomorrow', async () => {
    const secret = 'Zulaikha-3171015708921001'
    const hostile = async (nth: number) => {
      const strange = `${secret}-${nth}-${randomUUID()}`
      await app.app.request(`/api/${strange}?token=${strange}`, {
        headers: { 'x-token': strange, cookie: `sid=${strange}` },
      })
      await app.app.request(`/api/provider/${strange}/callback`, { method: 'POST', body: strange })
      await app.nobody.call(intake.apply, { app: strange } as never, { key: strange, language: strange })
      const reviewer = await app.login('reviewer1')
      await reviewer.call(approval.detail, { orderNo: strange.slice(0, 40) })
      await reviewer.call(approval.list, { list: strange } as never)
    }
    await hostile(0)
    const before = await ask(app, '/metrics', bearer)
    for (let nth = 1; nth <= 5; nth += 1) await hostile(nth)
    const after = await ask(app, '/metrics', bearer)
    expect([...samplesIn(after.text).keys()]).toEqual([...samplesIn(before.text).keys()])
    expect(after.text).not.toContain('Zulaikha')
    expect(after.text).not.toContain('3171015708921001')
    expect(after.text).not.toContain(password)

    const endpoints = new Set([...app.mounted.map(({ id }) => id), 'feed', 'none'])
    for (const [, endpoint] of after.text.matchAll(/endpoint="([^"]*)"/g)) expect(endpoints).toContain(endpoint)
    for (const [, chart] of after.text.matchAll(/chart="([^"]*)"/g)) expect(machineOf(`${chart}/1`)).toBeDefined()
    expect(app.clock.now()).toBeGreaterThan(start)
  })
})
