import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import * as access from '../../../src/services/access.ts'
import * as account from '../../../src/services/account.ts'
import * as approval from '../../../src/services/approval.ts'
import * as flow from '../../../src/services/flow.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import * as user from '../../../src/services/user.ts'
import { type Caller, password, testApp, unhurried } from '../../kit/app.ts'
import { customer } from '../../kit/application.ts'
import { freshRole, saving } from '../../kit/commands.ts'
import { engines, onlyPostgres, secondPool } from '../../kit/engines.ts'
import { type Heard, listen, openFeed } from '../../kit/http.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { patience } from '../../kit/patience.ts'
import { rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

// A heartbeat also ends the streams of whoever has left, so the first one comes after a test has given up.
const limits = { ...unhurried, heartbeat: patience + 10_000 }

/** Whether every change after a position was heard once and in order. */
const isUnbroken = (feed: { heard: readonly Heard[] }, after: number) =>
  feed.heard.every(({ change }, index) => change.pos === after + 1 + index)

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, limits })
  let server: Awaited<ReturnType<typeof listen>>
  let reviewer: Caller
  let admin: Caller
  let witness: Awaited<ReturnType<typeof openFeed>>
  const open: Awaited<ReturnType<typeof openFeed>>[] = []
  beforeAll(async () => {
    await app.start()
    server = await listen(app.app)
    reviewer = await app.login('reviewer1')
    admin = await app.login('admin')
    witness = await openFeed(server.url, admin)
  })
  afterEach(() => {
    for (const feed of open.splice(0)) feed.close()
  })
  afterAll(async () => {
    witness.close()
    await server.close()
  })

  const feedOf = async (who: { token: string; cookie: string }, after?: number, url = server.url) => {
    const feed = await openFeed(url, who, after)
    open.push(feed)
    await expect.poll(() => feed.text).toMatch(/^: connected\n\n/)
    return feed
  }
  const headPos = async () => (await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos
  /** Waits until a newly opened feed will report no older change. */
  const caughtUp = async () => {
    await expect.poll(() => witness.text).toMatch(/^: connected/)
    const head = await headPos()
    const { heard } = witness
    if ((heard.at(-1)?.change.pos ?? 0) === head) return
    // Not all was heard yet: one more change comes after everything that is under way.
    const { pos } = await saveRole()
    await expect.poll(() => heard.at(-1)?.change.pos).toBe(pos)
  }
  /** A change that only people with a right to roles hear of. */
  const saveRole = () => app.server.store.send(saving(freshRole()))
  const post = async (path: string, who: Caller, body: object, url = server.url) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': who.token, cookie: who.cookie },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { code: number }).code
  }

  test("a decision by one is on the other's stream", async () => {
    const orderNo = await waitingOrder(app)
    const colleague = await app.login('reviewer1.2')
    await caughtUp()
    const feed = await feedOf(reviewer)
    expect(feed.type).toBe('text/event-stream')
    expect(await post('/approve/first/claim', colleague, { orderNo, version: 2 })).toBe(0)
    const pos = await headPos()
    const claimed = { id: String(pos), change: { pos, kind: 'approval', id: orderNo, version: 3 } }
    await expect.poll(() => feed.heard).toEqual([claimed])
  })

  test('an application that comes in is told of, and then what the machine made of it', async () => {
    const feed = await feedOf(reviewer)
    const orderNo = await app.apply()
    await expect
      .poll(() => feed.heard.filter(({ change }) => change.id === orderNo).map(({ change }) => change.version))
      .toEqual([1, 2])
  })

  describe('a stream that was cut', () => {
    test('goes on after the last change that was heard', async () => {
      const first = await feedOf(admin)
      await saveRole()
      await expect.poll(() => first.heard).toHaveLength(1)
      const last = first.heard[0]!.change.pos
      first.close()
      for (let count = 0; count < 5; count += 1) await saveRole()

      const again = await feedOf(admin, last)
      await expect.poll(() => again.heard).toHaveLength(5)
      await saveRole()
      await expect.poll(() => again.heard).toHaveLength(6)
      expect(again.heard.map(({ change }) => change.pos)).toEqual([1, 2, 3, 4, 5, 6].map((more) => last + more))
    })

    test('goes on although 1,200 changes were missed', async () => {
      const last = await headPos()
      await app.server.store.append(Array.from({ length: 1200 }, () => saving(freshRole())))
      // The server itself has caught up, so all of them are history to a returning client.
      await expect.poll(() => witness.heard.at(-1)?.change.pos).toBe(last + 1200)
      const feed = await feedOf(admin, last)
      await saveRole()
      await expect.poll(() => feed.heard.at(-1)?.change.pos).toBe(last + 1201)
      expect(feed.heard.length).toBe(1201)
      expect(isUnbroken(feed, last)).toBe(true)
    })

    test('goes on in order while changes go on', async () => {
      let going = true
      const busy = (async () => {
        for (; going; await setImmediate()) await Promise.all(Array.from({ length: 5 }, saveRole))
      })()
      try {
        for (let round = 0; round < 8; round += 1) {
          const last = (await headPos()) - 20
          const feed = await feedOf(admin, last)
          await expect.poll(() => feed.heard.length).toBeGreaterThan(40)
          expect(isUnbroken(feed, last)).toBe(true)
          feed.close()
        }
      } finally {
        going = false
        await busy
      }
    })

    test('begins with what is to come when nothing was heard yet', async () => {
      await saveRole()
      await caughtUp()
      const feed = await feedOf(admin)
      const { pos } = await saveRole()
      await expect.poll(() => feed.heard.map(({ change }) => change.pos)).toEqual([pos])
    })
  })

  test('tells everybody of the kinds they may see and of no others', async () => {
    const { call } = rawCalls(app.app).as(admin)
    const made = await call<{ stream: string }>('POST /power/role_save', { name: 'roleReader' })
    const role_id = Number(made.data.stream.split('/')[1])
    await call('POST /power/interface_save', { role_id, interfaces: ['power.getRoles'] })
    const account = { name: 'R', email: 'rolereader@demo.example', roles: [role_id], password }
    const opened = await call<{ stream: string }>('POST /power/user_edit', account)
    const id = Number(opened.data.stream.split('/')[1])
    await caughtUp()
    const feeds = {
      admin: await feedOf(admin),
      reviewer: await feedOf(reviewer),
      roleReader: await feedOf(await app.login('rolereader')),
      analyst: await feedOf(await app.login('analyst')),
    }
    const before = await headPos()
    await saveRole()
    const orderNo = await waitingOrder(app)
    const { password: _, ...edited } = account
    await call('POST /power/user_edit', { ...edited, id })
    await saveRole()
    const end = await headPos()
    await expect.poll(() => feeds.admin.heard.at(-1)?.change.pos).toBe(end)
    await expect.poll(() => feeds.roleReader.heard.at(-1)?.change.pos).toBe(end)
    await expect.poll(() => feeds.reviewer.heard.at(-1)?.change.version).toBe(2)

    const kinds = Object.fromEntries(
      Object.entries(feeds).map(([name, { heard }]) => [name, heard.map(({ change }) => change.kind)]),
    )
    expect(feeds.admin.heard.map(({ change }) => change.pos)).toEqual(
      Array.from({ length: end - before }, (_, index) => before + 1 + index),
    )
    expect(kinds).toEqual({
      admin: ['role', 'approval', 'approval', 'account', 'role'],
      reviewer: ['approval', 'approval'],
      // Everybody hears of their own account.
      roleReader: ['role', 'account', 'role'],
      analyst: [],
    })
    expect(feeds.reviewer.heard.every(({ change }) => change.id === orderNo)).toBe(true)
  })

  test('tells whoever it is about that their own rights changed, and nobody else', async () => {
    const { call } = rawCalls(app.app).as(admin)
    const made = await call<{ stream: string }>('POST /power/role_save', { name: 'clerk' })
    const role_id = Number(made.data.stream.split('/')[1])
    const clerk = { name: 'Clerk', email: 'clerk@demo.example', roles: [role_id] }
    const opened = await call<{ stream: string }>('POST /power/user_edit', { ...clerk, password })
    const id = opened.data.stream.split('/')[1]!
    const own = await feedOf(await app.login('clerk'))
    const other = await feedOf(await app.login('analyst'))
    await caughtUp()
    const before = own.heard.length
    await call('POST /power/role_menu_save', { role_id, menus: ['flow'] })
    await call('POST /power/user_edit', { ...clerk, id: Number(id), name: 'Clerk Two' })
    await expect
      .poll(() => own.heard.slice(before).map(({ change }) => [change.kind, change.id]))
      .toEqual([
        ['role', String(role_id)],
        ['account', id],
      ])
    expect(other.heard).toEqual([])
  })

  test('tells a member of a group that limits of the orders within its apps alone', async () => {
    const lead = await app.login('reviewLead')
    const limited = await app.login('reviewer1.3')
    const { groups } = await lead.data(reviewers.groups, {})
    for (const { onShift: _, state: __, ...one } of groups.filter(({ members }) => members.includes(limited.id)))
      await lead.data(reviewers.groupSave, { ...one, members: one.members.filter((member) => member !== limited.id) })
    const feed = await feedOf(limited)
    const [mine, theirs] = (await limited.data(access.getApps, {})).apps.map(({ code }) => code)
    await lead.data(reviewers.groupSave, {
      name: 'Limited',
      apps: [mine!],
      appGrouping: true,
      stages: ['first'],
      capacity: 5,
      shifts: [],
      members: [limited.id],
    })
    const hidden = await app.apply({ app: theirs! })
    const shown = await app.apply({ app: mine! })
    await expect
      .poll(() => feed.heard.filter(({ change }) => change.kind === 'approval').map(({ change }) => change.id))
      .toContain(shown)
    expect(feed.heard.map(({ change }) => change.id)).not.toContain(hidden)
  })

  test('ends with the account that is disabled, with its sessions and with the session of who leaves, at once', async () => {
    const { call } = rawCalls(app.app).as(admin)
    const leaver = { name: 'Leaver', email: 'leaver@demo.example', roles: [2] }
    const opened = await call<{ stream: string }>('POST /power/user_edit', { ...leaver, password })
    const id = Number(opened.data.stream.split('/')[1])
    const gone = async (end: (session: Caller) => Promise<unknown>) => {
      const session = await app.login('leaver')
      const feed = await feedOf(session)
      await end(session)
      await expect.poll(() => feed.ended).toBe(true)
    }
    await gone((session) => session.call(user.logout, {}))
    await gone(() => call('POST /power/accounts/sessions/end', { id, version: 1 }))
    await gone(() => call('POST /power/accounts/disable', { id, version: 2 }))
  })

  test('carries a position, a kind, a number and a version, and nothing else', async () => {
    const feed = await feedOf(reviewer)
    const who = customer()
    const orderNo = await app.apply({ customer: who })
    await expect.poll(() => feed.heard.filter(({ change }) => change.id === orderNo)).toHaveLength(2)
    for (const { id, change } of feed.heard) {
      expect(Object.keys(change)).toEqual(['pos', 'version', 'kind', 'id'])
      expect(id).toBe(String(change.pos))
    }
    for (const secret of [who.nik, who.name, who.email, who.bank.account, reviewer.id, 'staff', 'submitted'])
      expect(feed.text).not.toContain(secret)
  })

  test('is refused without a session, in an envelope', async () => {
    for (const headers of [{}, { 'x-token': reviewer.token }, { 'x-token': reviewer.token, cookie: admin.cookie }]) {
      const response = await fetch(`${server.url}/api/feed`, { headers: headers as Record<string, string> })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ code: 403, data: null })
    }
  })

  test('to listen is no activity: an idle session ends', async () => {
    const idle = await app.login('analyst')
    app.clock.advance(29 * 60_000)
    await feedOf(idle)
    app.clock.advance(60_000)
    expect(await idle.call(approval.list, { list: 'firstWait' })).toMatchObject({ code: 403 })
    admin = await app.login('admin')
    reviewer = await app.login('reviewer1')
  })

  test('nor is what a screen asks for by itself, such as the figures of a chart', async () => {
    const idle = await app.login('analyst')
    for (let minutes = 0; minutes < 29; minutes += 1) {
      app.clock.advance(60_000)
      expect(await idle.call(flow.summary, { chart: 'role' })).toMatchObject({ code: 0 })
    }
    app.clock.advance(60_000)
    expect(await idle.call(flow.summary, { chart: 'role' })).toMatchObject({ code: 403 })
    admin = await app.login('admin')
    reviewer = await app.login('reviewer1')
  })
})

describe.each(onlyPostgres())('two servers on one database', ({ databaseUrl }) => {
  test('hear each other', async () => {
    const app = await testApp({ databaseUrl, limits })
    const pool = await secondPool(app.db, databaseUrl)
    const { clock, server } = app
    const log = pino({ level: 'silent' })
    const other = await createApp({ db: pool, clock, ids: randomUUID, channels: server.channels, log, limits })
    await Promise.all([app.start(), other.start()])
    const [one, two] = [await listen(app.app), await listen(other.app)]
    const admin = await app.login('admin')
    const feeds = [await openFeed(one.url, admin), await openFeed(two.url, admin)]
    for (const feed of feeds) await expect.poll(() => feed.text).toMatch(/^: connected/)

    const begin = (await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos
    for (const store of [app.server.store, other.server.store, app.server.store, other.server.store])
      await store.send(saving(freshRole()))
    const positions = [1, 2, 3, 4].map((more) => begin + more)
    for (const feed of feeds) await expect.poll(() => feed.heard.map(({ change }) => change.pos)).toEqual(positions)

    const leaver = await app.login('reviewer1')
    const feed = await openFeed(two.url, leaver)
    await expect.poll(() => feed.text).toMatch(/^: connected/)
    await admin.data(account.disable, { id: Number(leaver.id.split('/')[1]), version: 1 })
    await expect.poll(() => feed.ended).toBe(true)

    for (const open of feeds) open.close()
    await Promise.all([one.close(), two.close()])
    await other.stop()
    await pool.close()
    await app.close()
  })
})

// The server checks its listeners at each heartbeat. That does not depend on the engine, so one is enough.
describe('the stream of somebody who logged out', { concurrent: true }, () => {
  const loggedOut = async () => {
    const app = await testApp({ ...engines().at(-1), limits: { ...unhurried, heartbeat: 500 } })
    await app.feed.start()
    const server = await listen(app.app)
    const leaver = await app.login('admin')
    const feed = await openFeed(server.url, leaver)
    expect(await leaver.call(user.logout, {})).toHaveCode(0)
    const close = async () => {
      feed.close()
      await server.close()
      await app.close()
    }
    return { app, feed, close }
  }

  test('ends when nothing happens', async () => {
    const { feed, close } = await loggedOut()
    await expect.poll(() => feed.ended).toBe(true)
    await close()
  })

  test('ends also when something happens all the time', async () => {
    const { app, feed, close } = await loggedOut()
    let going = true
    const busy = (async () => {
      while (going) {
        // Not a change of a role, which makes the server check the session at once.
        await app.apply()
        app.feed.wake()
      }
    })()
    try {
      await expect.poll(() => feed.ended).toBe(true)
    } finally {
      going = false
      await busy
      await close()
    }
  })
})
