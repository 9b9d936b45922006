import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { type Calls, type Person, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const loggedOut = { status: 200, code: 403, msg: 'Your session has ended; please log in again', data: null }
const answer = (stream: string, version: number) => ({
  stream,
  version,
  pos: expect.any(Number),
  id: expect.any(String),
})

// Other files test what depends on the engine; here one engine is enough.
describe.each(oneEngine())('the calls of the specification on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let calls: Calls
  let admin: Person
  beforeAll(async () => {
    calls = rawCalls(app.app)
    admin = await calls.login('admin')
  })
  // The attempt limit counts in real time, and every call here comes from one address.
  afterEach(async () => void (await app.db.sql.deleteFrom('throttle').execute()))

  const wrong = (email: string) => calls.call('POST /user/login', { email, password: 'not the password' })

  test('POST /user/login takes e-mail and password and answers a token beside an HttpOnly cookie', async () => {
    const body = { email: ' Reviewer1@Demo.example ', password }
    const { status, code, data, cookies } = await calls.call<{ token: string }>('POST /user/login', body)
    expect({ status, code, data }).toEqual({
      status: 200,
      code: 0,
      data: { token: expect.stringMatching(/^[\w-]{43}$/) },
    })
    expect(cookies).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(cookies.join('')).not.toContain(data.token)
  })

  test('GET /user/user_info answers the person, their roles and what they may call', async () => {
    const reviewer = await calls.login('reviewer1')
    expect(await reviewer.info()).toEqual({
      status: 200,
      code: 0,
      msg: '',
      cookies: [],
      data: {
        id: 'staff/3',
        name: expect.stringMatching(/^\p{L}/u),
        email: 'reviewer1@demo.example',
        avatar: '',
        introduction: 'reviewer1',
        status: 'active',
        setting: {},
        apps: null,
        roles: [
          'reviewer1',
          'reviewFirstWait',
          'reviewFirstPass',
          'reviewFirstReject',
          'approveDetail',
          'machinerDetail',
        ],
        role_id: 3,
        language: 'id',
        interfaces: [
          'approve.list',
          'approve.detail',
          'export.request',
          'approve.firstClaim',
          'approve.firstRelease',
          'approve.firstPass',
          'approve.firstReject',
          'approve.firstReturn',
          'reviewers.signIn',
          'reviewers.signOut',
        ],
      },
    })
  })

  test('the token in the query has to be the one in X-Token', async () => {
    const other = await calls.login('reviewer1')
    const issues = (reason: string, message: string) => ({
      code: 400,
      data: { issues: [{ field: 'token', reason, message }] },
    })
    expect(await admin.call(`GET /user/user_info?token=${other.token}`)).toMatchObject(
      issues('token', 'The token does not match the session'),
    )
    expect(await admin.call('GET /user/user_info')).toMatchObject(issues('required', 'Required'))
  })

  test('POST /user/login_out ends the session, with the token in the body or without', async () => {
    for (const body of ['token', 'nothing']) {
      const reviewer = await calls.login('reviewer1')
      const { status, code, data } = await reviewer.call(
        'POST /user/login_out',
        body === 'token' ? { token: reviewer.token } : {},
      )
      expect({ status, code, data }).toEqual({ status: 200, code: 0, data: {} })
      expect(await reviewer.info()).toMatchObject(loggedOut)
    }
    expect(await admin.info()).toMatchObject({ code: 0 })
  })

  test('POST /user/get_users and POST /power/get_users answer alike, by any filter', async () => {
    const { data } = await admin.call<{ users: { email: string }[] }>('POST /user/get_users', {})
    expect(data.users).toHaveLength(42)
    expect(data.users[0]).toEqual({
      id: 1,
      version: 1,
      name: expect.any(String),
      email: 'admin@demo.example',
      status: 'active',
      roles: [1],
      introduction: 'admin',
      language: 'id',
    })
    for (const filter of [
      {},
      { id: 4 },
      { email: 'REVIEWER1' },
      { name: 'a' },
      { role_id: 3 },
      { status: 'disabled' },
    ]) {
      const [one, other] = [
        await admin.call('POST /user/get_users', filter),
        await admin.call('POST /power/get_users', filter),
      ]
      expect(one).toMatchObject({ status: 200, code: 0 })
      expect(other).toEqual(one)
    }
    const emails = async (filter: object) =>
      (await admin.call<typeof data>('POST /user/get_users', filter)).data.users.map(({ email }) => email)
    const reviewers = ['reviewer1@demo.example', 'reviewer1.2@demo.example', 'reviewer1.3@demo.example']
    expect(await emails({ role_id: 3 })).toEqual(reviewers)
    expect(await emails({ email: 'REVIEWER1' })).toEqual(reviewers)
    expect(await emails({ id: 4 })).toEqual(['reviewer1.2@demo.example'])
    expect(await emails({ email: '%' })).toEqual([])
    expect(await emails({ status: 'disabled' })).toEqual([])
  })

  test('POST /power/user_edit opens an account and POST /user/edit_user edits it', async () => {
    const opening = { name: 'Budi Santoso', email: 'Budi@demo.example', roles: [4], password: 'a long password' }
    const opened = await admin.call<{ stream: string }>('POST /power/user_edit', opening)
    expect(opened).toMatchObject({ status: 200, code: 0, data: answer(opened.data.stream, 1) })
    const id = Number(opened.data.stream.slice('account/'.length))
    const budi = await calls.login('budi', 'a long password')
    expect(await budi.info()).toMatchObject({ data: { id: `staff/${id}`, name: 'Budi Santoso', role_id: 4 } })

    const edited = { id, name: 'Budi S.', email: 'budi@demo.example', roles: [3], status: 'active' }
    expect(await admin.call('POST /user/edit_user', edited)).toMatchObject({ data: answer(opened.data.stream, 2) })
    expect(await budi.info()).toMatchObject({ data: { name: 'Budi S.', role_id: 3 } })
  })

  test('POST /user/change_password takes the old and the new one', async () => {
    const reviewer = await calls.login('reviewer2.2')
    const body = { old_password: password, new_password: 'another-password' }
    expect(await reviewer.call('POST /user/change_password', body)).toMatchObject({
      status: 200,
      code: 0,
      data: answer('account/7', 2),
    })
    expect(await wrong('reviewer2.2@demo.example')).toMatchObject({ code: 401 })
    expect(await (await calls.login('reviewer2.2', 'another-password')).info()).toMatchObject({ code: 0 })
  })

  test('GET /power/get_roles lists the roles with their menus', async () => {
    const { status, code, data } = await admin.call<{ roles: unknown[] }>('GET /power/get_roles')
    expect({ status, code, count: data.roles.length }).toEqual({ status: 200, code: 0, count: 18 })
    expect(data.roles[2]).toEqual({
      id: 3,
      version: 3,
      name: 'reviewer1',
      note: '',
      menus: ['reviewFirstWait', 'reviewFirstPass', 'reviewFirstReject'],
    })
  })

  test('GET /power/get_apps lists the lending apps, for whoever is logged in', async () => {
    const analyst = await calls.login('analyst')
    expect(await analyst.call('GET /power/get_apps')).toMatchObject({
      status: 200,
      code: 0,
      data: {
        apps: [
          { code: 'DK', name: 'DanaKios' },
          { code: 'PW', name: 'PinjamWarung' },
        ],
      },
    })
  })

  test('POST /power/role_save, role_menu_save, get_interfaces and interface_save make a role', async () => {
    const made = await admin.call<{ stream: string }>('POST /power/role_save', { name: 'auditor', note: 'reads' })
    const { stream } = made.data
    expect(made).toMatchObject({ status: 200, code: 0, data: answer(stream, 1) })
    const role_id = Number(stream.slice('role/'.length))

    const menus = ['reviewList', 'dashboard']
    expect(await admin.call('POST /power/role_menu_save', { role_id, menus })).toMatchObject({
      data: answer(stream, 2),
    })
    const interfaces = ['approve.list']
    expect(await admin.call('POST /power/interface_save', { role_id, interfaces })).toMatchObject({
      status: 200,
      code: 0,
      data: answer(stream, 3),
    })

    type Interface = { id: string; method: string; path: string; granted: boolean }
    const listed = await admin.call<{ interfaces: Interface[] }>('POST /power/get_interfaces', { role_id })
    expect(listed).toMatchObject({ status: 200, code: 0 })
    expect(listed.data.interfaces.filter(({ granted }) => granted)).toEqual([
      { id: 'approve.list', method: 'POST', path: '/approve/list', granted: true },
    ])
    const all = await admin.call<{ interfaces: Interface[] }>('POST /power/get_interfaces', {})
    expect(all.data.interfaces.map(({ id }) => id)).toEqual(listed.data.interfaces.map(({ id }) => id))
    expect(all.data.interfaces.some(({ granted }) => granted)).toBe(false)

    expect(await admin.call('POST /power/role_save', { id: role_id, name: 'auditor2', note: '' })).toMatchObject({
      data: answer(stream, 4),
    })
    const { data } = await admin.call<{ roles: { id: number }[] }>('GET /power/get_roles')
    expect(data.roles.find(({ id }) => id === role_id)).toEqual({
      id: role_id,
      version: 4,
      name: 'auditor2',
      note: '',
      menus,
    })
  })

  test('POST /power/set_language is remembered', async () => {
    const support = await calls.login('support')
    expect(await support.call('POST /power/set_language', { language: 'zh' })).toMatchObject({
      status: 200,
      code: 0,
      data: { language: 'zh' },
    })
    expect(await (await calls.login('support')).info()).toMatchObject({ data: { language: 'zh' } })
    expect(await support.call('POST /power/set_language', { language: 'nl' })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'language', reason: 'choice', message: 'No such choice' }] },
    })
  })

  test.each([
    'GET /user/user_info?token=x',
    'POST /user/login_out',
    'POST /user/get_users',
    'POST /user/edit_user',
    'POST /user/change_password',
    'POST /power/get_users',
    'POST /power/user_edit',
    'GET /power/get_roles',
    'GET /power/get_apps',
    'POST /power/role_save',
    'POST /power/role_menu_save',
    'POST /power/get_interfaces',
    'POST /power/interface_save',
    'POST /power/set_language',
  ])('%s wants a session', async (line) => {
    expect(await calls.call(line, line.startsWith('POST') ? {} : undefined)).toMatchObject(loggedOut)
  })

  test.each([
    'POST /user/get_users',
    'POST /user/edit_user',
    'POST /power/get_users',
    'POST /power/user_edit',
    'GET /power/get_roles',
    'POST /power/role_save',
    'POST /power/role_menu_save',
    'POST /power/get_interfaces',
    'POST /power/interface_save',
  ])('%s wants a grant', async (line) => {
    const analyst = await calls.login('analyst')
    expect(await analyst.call(line, line.startsWith('POST') ? {} : undefined)).toMatchObject({
      status: 200,
      code: 4030,
      msg: 'Your role does not permit this',
      data: null,
    })
  })
})
