import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as access from '../../../src/services/access.ts'
import * as account from '../../../src/services/account.ts'
import * as user from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { type Calls, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const chosen = 'a-password-of-mine'
const refused = (reason: string) => ({ code: 422, data: { reason: `account:guard.${reason}` } })
const over = { code: 404, msg: 'This link was used, replaced or is over; ask for another' }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let calls: Calls
  let admin: Caller
  beforeAll(async () => {
    calls = rawCalls(app.app)
  })
  beforeAll(async () => {
    admin = await app.login('admin')
  })
  afterEach(async () => {
    admin = await app.login('admin')
  })

  let nth = 0
  /** An account with the first reviewers' role; its owner has a link and no password. */
  const invited = async (roles = [3]) => {
    nth += 1
    const name = `invited${nth}`
    const email = `${name}@demo.example`
    const { token, stream, until } = await admin.data(account.invite, { name, email, roles })
    return { name, email, id: Number(stream.split('/')[1]), token: token!, until }
  }
  /** An account with the usual password. */
  const opened = async (roles = [3]) => {
    nth += 1
    const name = `opened${nth}`
    const { stream } = await admin.data(user.editUser, { name, email: `${name}@demo.example`, roles, password })
    return { name, email: `${name}@demo.example`, id: Number(stream.split('/')[1]) }
  }
  const oneOf = async (id: number) => (await admin.data(account.detail, { id })).account
  const versionOf = async (id: number) => (await oneOf(id)).version
  const login = (email: string, secret: string) => calls.call('POST /user/login', { email, password: secret })
  const take = (token: string, new_password = chosen, key = '') =>
    calls.call('POST /user/use_link', { token, new_password }, key ? { 'idempotency-key': key } : {})
  const look = (token: string) => calls.call('POST /user/look_at_link', { token })

  test('a picture and an introduction are of the account that they were saved for, and stay when an edit says nothing of them', async () => {
    const { id, name, email } = await opened()
    const boss = await calls.login('admin')
    const edit = (more: object) => boss.call('POST /user/edit_user', { id, name, email, roles: [3], ...more })
    const avatar = 'data:image/png;base64,iVBORw0KGgo='
    expect(await edit({ avatar, introduction: ' Reviews by day ' })).toMatchObject({ code: 0 })
    const [found] = (await admin.data(user.getUsers, { id })).users
    expect(await edit(found!)).toMatchObject({ code: 0 })
    expect(await (await calls.login(name)).info()).toMatchObject({
      code: 0,
      data: { avatar, introduction: 'Reviews by day', status: 'active' },
    })
    expect(await oneOf(id)).toMatchObject({ introduction: 'Reviews by day' })
    expect(await edit({ avatar: '' })).toMatchObject({ code: 0 })
    for (const bad of [
      'https://elsewhere.example/me.png',
      'data:image/svg+xml;base64,PHN2Zz4=',
      `data:image/png;base64,${'A'.repeat(24_000)}`,
    ])
      expect(await edit({ avatar: bad }), bad.slice(0, 40)).toMatchObject({ code: 400 })
  })

  describe('a one-time link', () => {
    test('lets whoever has it choose the password, once', async () => {
      const { token, email, until } = await invited()
      expect(await login(email, password)).toMatchObject({ code: 401 })
      expect(await look(token)).toMatchObject({ code: 0, data: { email, until } })
      expect(await take(token)).toMatchObject({ code: 0, data: { email } })
      expect(await login(email, chosen)).toMatchObject({ code: 0 })

      expect(await look(token)).toMatchObject(over)
      expect(await take(token, 'another-password')).toMatchObject(over)
      expect(await login(email, chosen)).toMatchObject({ code: 0 })
    })

    test('is used by one of several who use it at once', async () => {
      const { token, email } = await invited()
      const passwords = ['first-password', 'second-password', 'third-password']
      const codes = (await Promise.all(passwords.map((one) => take(token, one)))).map(({ code }) => code)
      expect(codes.toSorted((one, other) => one - other)).toEqual([0, 404, 404])
      expect(await login(email, passwords[codes.indexOf(0)]!)).toMatchObject({ code: 0 })
    })

    test('that was used and whose answer was lost says so to the same call', async () => {
      const { token, email } = await invited()
      expect(await take(token, chosen, 'mine')).toMatchObject({ code: 0 })
      expect(await take(token, chosen, 'mine')).toMatchObject({ code: 0, data: { email } })
    })

    test('is good for a day', async () => {
      const { token, email, until } = await invited()
      app.clock.advance(24 * 60 * 60_000)
      expect(app.clock.now()).toBe(until)
      expect(await look(token)).toMatchObject(over)
      expect(await take(token)).toMatchObject(over)
      expect(await login(email, chosen)).toMatchObject({ code: 401 })
    })

    test('makes the one before void, and the password as well', async () => {
      const { id, email } = await opened()
      const first = await admin.data(account.issueLink, { id, version: await versionOf(id) })
      expect(await login(email, password)).toMatchObject({ code: 401 })
      const second = await admin.data(account.issueLink, { id, version: await versionOf(id) })
      expect(await take(first.token!)).toMatchObject(over)
      expect(await take(second.token!)).toMatchObject({ code: 0 })
      expect(await login(email, chosen)).toMatchObject({ code: 0 })
    })

    test.each([
      ['the account is disabled', account.disable, {}],
      ['a password is set instead', account.resetPassword, { password }],
    ])('is void once %s', async (_, endpoint, more) => {
      const { id, token } = await invited()
      await admin.data(endpoint as typeof account.resetPassword, { id, version: await versionOf(id), ...more } as never)
      expect(await look(token)).toMatchObject(over)
      expect(await take(token)).toMatchObject(over)
    })

    test('is told once, and only its hash is kept', async () => {
      const { id } = await opened()
      const issue = () => admin.call(account.issueLink, { id, version: 1 }, { key: 'link' })
      const { token } = (await issue()).data
      expect(token).toMatch(/^[\w-]{43}$/)
      expect((await issue()).data).toMatchObject({ token: null, stream: `account/${id}`, version: 2 })
      const kept = await Promise.all(
        (['es_event', 'es_command', 'es_stream', 'audit', 'account', 'account_link', 'profile'] as const).map((table) =>
          app.db.sql.selectFrom(table).selectAll().execute(),
        ),
      )
      expect(JSON.stringify(kept)).not.toContain(token)
    })

    test('opens nothing without the words that stand in it', async () => {
      await invited()
      expect(await look('x'.repeat(43))).toMatchObject(over)
      expect(await look('')).toMatchObject({ code: 400 })
      expect(await take('x'.repeat(43))).toMatchObject(over)
    })
  })

  describe('an account', () => {
    test('whose password is set anew is logged out wherever it was, and told so in its history', async () => {
      const { id, name, email } = await opened()
      const owner = await app.login(name)
      await admin.data(account.resetPassword, { id, version: 1, password: chosen })
      expect(await owner.call(access.getApps, {})).toMatchObject({ code: 403 })
      expect(await login(email, password)).toMatchObject({ code: 401 })
      expect(await login(email, chosen)).toMatchObject({ code: 0 })
      const { history } = await admin.data(account.detail, { id })
      expect(history.map(({ type }) => type)).toEqual(['accountOpened', 'passwordReset'])
    })

    test('that was tried with too many wrong passwords says so, and is unlocked', async () => {
      const { id, email } = await opened()
      expect((await oneOf(id)).locked).toBe(false)
      for (let tries = 0; tries < 10; tries += 1) await login(email, 'wrong')
      expect(await login(email, password)).toMatchObject({ code: 429 })
      expect((await oneOf(id)).locked).toBe(true)
      expect((await admin.data(account.list, { locked: true })).rows.map((row) => row.id)).toEqual([id])
      await admin.data(account.unlock, { id, version: 1 })
      expect((await oneOf(id)).locked).toBe(false)
      expect(await login(email, password)).toMatchObject({ code: 0 })
    })

    test('has its sessions ended; whoever ends their own keeps the one they do it with', async () => {
      const { id, name } = await opened()
      const [one, other] = [await app.login(name), await app.login(name)]
      expect((await oneOf(id)).sessions).toBe(2)
      await admin.data(account.endSessions, { id, version: 1 })
      for (const session of [one, other]) expect(await session.call(access.getApps, {})).toMatchObject({ code: 403 })
      expect((await oneOf(id)).sessions).toBe(0)

      const second = await app.login('admin')
      await admin.data(account.endSessions, { id: 1, version: await versionOf(1) })
      expect(await second.call(access.getApps, {})).toMatchObject({ code: 403 })
      expect(await admin.call(access.getApps, {})).toMatchObject({ code: 0 })
    })

    test('that is disabled and enabled again keeps its roles', async () => {
      const { id, name } = await opened()
      await admin.data(account.disable, { id, version: 1 })
      await expect(app.login(name)).rejects.toThrow('401')
      await admin.data(account.enable, { id, version: 2 })
      expect((await (await calls.login(name)).info()).data.roles).toContain('reviewer1')
    })

    test.each([
      ['disables', account.disable, {}],
      ['resets the password of', account.resetPassword, { password: chosen }],
      ['issues a link to', account.issueLink, {}],
    ])('nobody %s themselves', async (_, endpoint, more) => {
      const { id, name } = await opened([1])
      const own = await app.login(name)
      const body = { id, version: 1, ...more } as never
      expect(await own.call(endpoint as typeof account.disable, body)).toMatchObject(refused('notSelf'))
    })

    test('nobody sets their own password by editing themselves', async () => {
      const { id, name, email } = await opened([1])
      const own = await app.login(name)
      expect(await own.call(user.editUser, { id, name, email, roles: [1], password: chosen })).toMatchObject(
        refused('notSelf'),
      )
    })

    test('of which somebody saw an older version is not changed', async () => {
      const { id } = await opened()
      await admin.data(account.endSessions, { id, version: 1 })
      expect(await admin.call(account.disable, { id, version: 1 })).toMatchObject({ code: 409 })
      expect((await oneOf(id)).status).toBe('active')
    })
  })

  describe('somebody who may edit accounts and is no admin', () => {
    let manager: Caller
    beforeAll(async () => {
      const made = await admin.data(access.roleSave, { name: 'deskManager' })
      const role_id = Number(made.stream.split('/')[1])
      await admin.data(access.interfaceSave, { role_id, interfaces: ['power.getUsers', 'power.userEdit'] })
      await admin.data(access.roleMenuSave, { role_id, menus: ['account'] })
      manager = await app.login((await opened([role_id])).name)
    })

    test.each([
      ['a link', account.issueLink, {}],
      ['a password', account.resetPassword, { password: chosen }],
      ['no session', account.endSessions, {}],
      ['an end', account.disable, {}],
      ['another try', account.unlock, {}],
    ])('gives %s to nobody who holds more than they do', async (_, endpoint, more) => {
      const body = { id: 1, version: await versionOf(1), ...more } as never
      expect(await manager.call(endpoint as typeof account.disable, body)).toMatchObject(refused('withinOwn'))
    })

    test('enables nobody who holds more than they do', async () => {
      const { id } = await opened([1])
      await admin.data(account.disable, { id, version: 1 })
      expect(await manager.call(account.enable, { id, version: 2 })).toMatchObject(refused('withinOwn'))
    })

    test('invites nobody into a role that gives more', async () => {
      const body = { name: 'Up', email: 'up@demo.example', roles: [1] }
      expect(await manager.call(account.invite, body)).toMatchObject(refused('withinOwn'))
    })
  })

  describe('the list of accounts', () => {
    const emails = async (filter: Parameters<typeof admin.data<typeof account.list>>[1]) =>
      (await admin.data(account.list, filter)).rows.map(({ email }) => email)

    test('goes on from page to page without a gap, by name', async () => {
      const all = (await admin.data(account.list, { limit: 200 })).rows
      expect((await admin.data(account.count, {})).count).toBe(all.length)
      expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)))
      const paged: string[] = []
      let after: { name: string; id: number } | null | undefined
      while (after !== null) {
        const { rows, next } = await admin.data(account.list, { limit: 7, ...(after && { after }) })
        paged.push(...rows.map(({ email }) => email))
        after = next
      }
      expect(paged).toEqual(all.map(({ email }) => email))
    })

    test('is narrowed by e-mail, name, role and status', async () => {
      expect(await emails({ email: 'FINANCE@' })).toEqual(['finance@demo.example'])
      expect((await emails({ role: 'reviewer2' })).toSorted()).toEqual([
        'reviewer2.2@demo.example',
        'reviewer2@demo.example',
      ])
      const { id, email, name } = await opened()
      await admin.data(account.disable, { id, version: 1 })
      expect(await emails({ status: 'disabled', fullName: name.toUpperCase() })).toEqual([email])
    })

    test('says who may open a screen and who may make a call, the admin among them', async () => {
      const found = await emails({ menu: 'riskRuleConfig', limit: 200 })
      expect(found).toEqual(expect.arrayContaining(['admin@demo.example', 'risk@demo.example', 'risk.2@demo.example']))
      expect(found).not.toContain('finance@demo.example')
      // A detail may be opened by holders of any list that leads to it.
      expect(await emails({ menu: 'auditEntry', role: 'analyst' })).toEqual([])
      expect(await emails({ menu: 'machinerDetail', role: 'risk' })).toHaveLength(2)
      expect((await emails({ interface: 'flow.summary', role: 'analyst' })).toSorted()).toEqual([
        'analyst@demo.example',
      ])
    })
  })

  test('a step of a role says what it granted and what it took', async () => {
    const made = await admin.data(access.roleSave, { name: 'stepwise' })
    const role_id = Number(made.stream.split('/')[1])
    await admin.data(access.roleMenuSave, { role_id, menus: ['orderList', 'excelList'] })
    await admin.data(access.roleMenuSave, { role_id, menus: ['excelList', 'flow'] })
    const { history } = await admin.data(access.roleHistory, { role_id })
    expect(history.map(({ type, details: { granted, taken } }) => ({ type, granted, taken }))).toEqual([
      { type: 'roleSaved', granted: [], taken: [] },
      { type: 'menusGranted', granted: ['menu orderList', 'menu excelList'], taken: [] },
      { type: 'menusGranted', granted: ['menu flow'], taken: ['menu orderList'] },
    ])
  })
})
