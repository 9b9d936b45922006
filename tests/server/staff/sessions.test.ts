import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { allEvents } from '../../kit/log.ts'
import { type Calls, type Person, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000
const hour = 60 * minute
const loggedOut = { status: 200, code: 403, msg: 'Your session has ended; please log in again', data: null }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let calls: Calls
  let admin: Person
  beforeAll(async () => {
    calls = rawCalls(app.app)
    admin = await calls.login('admin')
  })
  // The attempt limit counts in real time, and every call here comes from one address.
  afterEach(async () => void (await app.db.sql.deleteFrom('throttle').execute()))

  const audited = async (type: string) => {
    const rows = await app.db.sql.selectFrom('audit').selectAll().where('type', '=', type).orderBy('pos').execute()
    return rows.map(({ actor, subject, data }) => ({ actor, subject, data }))
  }
  const idOf = async (email: string) => {
    const { data } = await admin.call<{ users: { id: number }[] }>('POST /user/get_users', { email })
    return data.users[0]!.id
  }
  const wrong = (email: string) => calls.call('POST /user/login', { email, password: 'not the password' })

  describe('a session', () => {
    test('needs both halves, and of one login', async () => {
      const [one, other] = [await calls.login('reviewer1'), await calls.login('reviewer1')]
      const nobody = { token: '', cookie: '' }
      for (const halves of [
        { ...nobody, token: one.token },
        { ...nobody, cookie: one.cookie },
        { token: one.token, cookie: other.cookie },
        { token: other.token, cookie: one.cookie },
        { token: one.token, cookie: 'sid=' },
        { token: one.token, cookie: `sid=${one.token}` },
      ]) {
        expect(await calls.as(halves).info()).toMatchObject(loggedOut)
      }
      expect(await one.info()).toMatchObject({ code: 0 })
      expect(await other.info()).toMatchObject({ code: 0 })
    })

    test('is stored as hashes only', async () => {
      const { token, cookie } = await calls.login('reviewer1')
      const rows = JSON.stringify(await app.db.sql.selectFrom('session').selectAll().execute())
      expect(rows).not.toContain(token)
      for (const half of cookie.split('; ')) expect(rows).not.toContain(half.split('=')[1])
    })

    test('ends thirty minutes after its last call', async () => {
      const [busy, idle] = [await calls.login('reviewer1'), await calls.login('reviewer1')]
      app.clock.advance(20 * minute)
      expect(await busy.info()).toMatchObject({ code: 0 })
      app.clock.advance(10 * minute)
      expect(await idle.info()).toMatchObject(loggedOut)
      app.clock.advance(20 * minute - 1)
      expect(await busy.info()).toMatchObject({ code: 0 })
      app.clock.advance(30 * minute)
      expect(await busy.info()).toMatchObject(loggedOut)
      admin = await calls.login('admin')
    })

    test('ends twelve hours after it began, however busy', async () => {
      const reviewer = await calls.login('reviewer1')
      const began = app.clock.now()
      while (app.clock.now() < began + 12 * hour - 20 * minute) {
        app.clock.advance(20 * minute)
        expect(await reviewer.info()).toMatchObject({ code: 0 })
      }
      app.clock.advance(20 * minute - 1)
      expect(await reviewer.info()).toMatchObject({ code: 0 })
      app.clock.advance(1)
      expect(await reviewer.info()).toMatchObject(loggedOut)
      admin = await calls.login('admin')
    })

    test('does not come back by logging in again elsewhere', async () => {
      const reviewer = await calls.login('reviewer1')
      await reviewer.call('POST /user/login_out', {})
      await calls.login('reviewer1')
      expect(await reviewer.info()).toMatchObject(loggedOut)
    })

    test('of an account that was disabled is over at the next call, and stays over', async () => {
      const support = await calls.login('support')
      const user = { id: await idOf('support'), name: 'Support', email: 'support@demo.example', roles: [17] }
      expect(await admin.call('POST /power/user_edit', { ...user, status: 'disabled' })).toMatchObject({ code: 0 })
      expect(await support.info()).toMatchObject(loggedOut)
      expect(await calls.call('POST /user/login', { email: user.email, password })).toMatchObject({
        code: 401,
        data: null,
      })
      expect(await admin.call('POST /power/user_edit', { ...user, status: 'active' })).toMatchObject({ code: 0 })
      expect(await support.info()).toMatchObject(loggedOut)
      expect(await (await calls.login('support')).info()).toMatchObject({ code: 0 })
    })

    test('of an account that a replayed or foreign process disabled is over too', async () => {
      const risk = await calls.login('risk')
      const id = await idOf('risk@')
      await app.server.store.send({
        stream: `account/${id}`,
        event: { type: 'accountDisabled', by: 'staff/1', at: app.clock.now(), roles: [15], beyondOwn: [], self: false },
        via: 'power.userEdit',
        key: 'disabled elsewhere',
      })
      expect(await risk.info()).toMatchObject(loggedOut)
      const user = { id, name: 'Risk', email: 'risk@demo.example', roles: [15], status: 'active' }
      expect(await admin.call('POST /power/user_edit', user)).toMatchObject({ code: 0 })
    })

    test('gains and loses what its role is granted at the next call', async () => {
      const analyst = await calls.login('analyst')
      const role_id = 16
      const grant = (interfaces: string[]) => admin.call('POST /power/interface_save', { role_id, interfaces })
      const list = () => analyst.call('POST /approve/list', { list: 'firstWait' })
      expect(await list()).toMatchObject({ code: 4030 })
      await grant(['approve.list'])
      expect(await list()).toMatchObject({ code: 0, data: { rows: [], next: null } })
      expect((await analyst.info()).data.interfaces).toEqual(['approve.list'])
      await grant([])
      expect(await list()).toMatchObject({ code: 4030 })

      await admin.call('POST /power/role_menu_save', { role_id, menus: ['reviewFirstWait'] })
      expect((await analyst.info()).data.roles).toEqual([
        'analyst',
        'reviewFirstWait',
        'approveDetail',
        'machinerDetail',
      ])
    })
  })

  describe('a login that fails', () => {
    test('says the same for a wrong password and for an unknown e-mail, and both are in the audit', async () => {
      const before = (await audited('loginFailed')).length
      const refused = { status: 200, code: 401, msg: 'Wrong e-mail or password', data: null, cookies: [] }
      expect(await wrong('admin@demo.example')).toEqual(refused)
      expect(await wrong('nobody@demo.example')).toEqual(refused)
      expect((await audited('loginFailed')).slice(before)).toEqual([
        { actor: 'staff/1', subject: 'login', data: '{"ip":"","device":"","reason":"wrongPassword"}' },
        { actor: 'anyone', subject: 'login', data: '{"ip":"","device":"","reason":"unknownEmail"}' },
      ])
    })

    test('one that succeeds and a logout are there too', async () => {
      const [before, after] = [(await audited('loggedIn')).length, (await audited('loggedOut')).length]
      const finance = await calls.login('finance')
      await finance.call('POST /user/login_out', {})
      const entry = { actor: `staff/${await idOf('finance@')}`, subject: 'login', data: '{"ip":"","device":""}' }
      expect((await audited('loggedIn')).slice(before)).toEqual([entry])
      expect((await audited('loggedOut')).slice(after)).toEqual([entry])
    })

    test('ten times locks the e-mail out for a while, in every process, the right password included', async () => {
      const email = 'risk@demo.example'
      for (let attempt = 1; attempt <= 10; attempt += 1) expect(await wrong(email)).toMatchObject({ code: 401 })
      const second = await createApp({
        db: app.db,
        clock: app.clock,
        ids: app.server.ids,
        channels: app.server.channels,
        log: app.server.log,
      })
      for (const { call } of [calls, rawCalls(second.app)]) {
        const locked = await call<{ retryAfter: number }>('POST /user/login', { email, password })
        expect(locked).toMatchObject({ status: 200, code: 429, msg: 'Too many attempts; try again in 15 minutes' })
        expect(locked.data).toEqual({ retryAfter: expect.any(Number) })
        expect(locked.data.retryAfter).toBeGreaterThan(0)
        expect(locked.data.retryAfter).toBeLessThanOrEqual(15 * 60)
      }
    })

    test('thirty times at once is tried ten times', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => wrong('risk@demo.example')))
      const count = (code: number) => answers.filter((one) => one.code === code).length
      expect({ tried: count(401), refused: count(429) }).toEqual({ tried: 10, refused: 20 })
    })

    test('is forgotten once the password is right', async () => {
      for (let round = 0; round < 3; round += 1) {
        for (let attempt = 0; attempt < 4; attempt += 1)
          expect(await wrong('risk@demo.example')).toMatchObject({ code: 401 })
        expect(await (await calls.login('risk')).info()).toMatchObject({ code: 0 })
      }
    })

    test('with a field missing names it', async () => {
      expect(await calls.call('POST /user/login', { email: '', extra: 1 })).toMatchObject({
        code: 400,
        data: {
          issues: [
            { field: 'email', reason: 'required', message: 'Required' },
            { field: 'password', reason: 'required', message: 'Required' },
            { field: 'extra', reason: 'unknown', message: 'This field is not known' },
          ],
        },
      })
    })
  })

  describe('a password', () => {
    test.each([
      [{ old_password: 'wrong-wrong-wrong', new_password: 'another-password' }, 'old_password', 'passwordWrong'],
      [{ old_password: password, new_password: 'short' }, 'new_password', 'passwordShort'],
      [{ old_password: password, new_password: password }, 'new_password', 'passwordSame'],
    ])('is not changed by %o', async (body, field, reason) => {
      const agency = await calls.login('agency')
      expect(await agency.call('POST /user/change_password', body)).toMatchObject({
        status: 200,
        code: 400,
        data: { issues: [{ field, reason }] },
      })
      expect(await (await calls.login('agency')).info()).toMatchObject({ code: 0 })
    })

    test('that changes ends the other sessions and keeps this one', async () => {
      const [here, there] = [await calls.login('agency'), await calls.login('agency')]
      const body = { old_password: password, new_password: 'changed-password' }
      expect(await here.call('POST /user/change_password', body)).toMatchObject({ code: 0 })
      expect(await there.info()).toMatchObject(loggedOut)
      expect(await here.info()).toMatchObject({ code: 0 })
    })

    test('that changes twice with one key changes once, and is answered twice', async () => {
      const telemarketer = await calls.login('telemarketer')
      const body = { old_password: password, new_password: 'changed-password' }
      const [first, again] = [
        await telemarketer.call('POST /user/change_password', body, { 'idempotency-key': 'click' }),
        await telemarketer.call('POST /user/change_password', body, { 'idempotency-key': 'click' }),
      ]
      expect(first).toMatchObject({ code: 0 })
      expect(again).toEqual(first)
    })

    test.each([
      ['by oneself', 'POST /user/change_password', { old_password: password, new_password: 'changed-password' }],
      ['by an admin', 'POST /power/user_edit', { password: 'changed-password' }],
      ['with the account disabled', 'POST /power/user_edit', { status: 'disabled' }],
    ])('is changed together with the end of the other sessions, or not at all: %s', async (who, line, change) => {
      const email = `${who.replaceAll(' ', '.')}@demo.example`
      const account = { name: who, email, roles: [17] }
      expect(await admin.call('POST /power/user_edit', { ...account, password })).toMatchObject({ code: 0 })
      const name = email.split('@')[0]!
      const [here, there] = [await calls.login(name), await calls.login(name)]
      const key = { 'idempotency-key': randomUUID() }
      const send = async () =>
        line === 'POST /user/change_password'
          ? here.call(line, change, key)
          : admin.call(line, { ...account, ...change, id: await idOf(email) }, key)

      const mend = await sessionsThatCannotEnd(app.db)
      expect(await send()).toMatchObject({ code: 500 })
      await mend()
      expect(await there.info()).toMatchObject({ code: 0 })
      expect(await send()).toMatchObject({ code: 0 })
      // A disabled account has no live session; activating it again shows whether the session was ended.
      const active = { ...account, status: 'active', id: await idOf(email) }
      expect(await admin.call('POST /power/user_edit', active)).toMatchObject({ code: 0 })
      expect(await there.info()).toMatchObject(loggedOut)
    })

    test('leaves no quick hash behind by which it could be guessed', async () => {
      const { call } = await calls.login('qualityChecker')
      const body = { old_password: password, new_password: 'changed-password' }
      expect(await call('POST /user/change_password', body)).toMatchObject({ code: 0 })
      const guess = createHash('sha256')
        .update(JSON.stringify(['user.changePassword', body]))
        .digest('hex')
      const commands = await app.db.sql.selectFrom('es_command').select('key').where('request', '=', guess).execute()
      expect(commands).toEqual([])
    })

    test('is in no event, and stored as argon2id', async () => {
      const secrets = [password, 'another-password', 'changed-password', 'a long password']
      const events = JSON.stringify(await allEvents(app.db))
      for (const secret of secrets) expect(events).not.toContain(secret)
      const profiles = await app.db.sql.selectFrom('profile').select('password').execute()
      for (const { password: stored } of profiles) {
        expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
        expect(events).not.toContain(stored)
      }
    })
  })
})

/** Makes ending a session fail in the database; answers the repair. */
const sessionsThatCannotEnd = async ({ sql: db }: Database) => {
  await sql`alter table session add constraint never_ends check (ended_at is null) not valid`.execute(db)
  return () => sql`alter table session drop constraint never_ends`.execute(db)
}
