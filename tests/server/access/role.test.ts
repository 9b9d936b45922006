import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { oneEngine, secondPool } from '../../kit/engines.ts'
import { type Calls, type Person, type Raw, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const managing = [
  'power.getRoles',
  'power.roleSave',
  'power.roleMenuSave',
  'power.getInterfaces',
  'power.interfaceSave',
  'power.getUsers',
  'power.userEdit',
]
const refused = (reason: string) => ({ status: 200, code: 422, data: { reason } })
const field = (name: string, reason: string) => ({
  status: 200,
  code: 400,
  data: { issues: [{ field: name, reason }] },
})

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let calls: Calls
  let admin: Person
  let manager: Person
  beforeAll(async () => {
    calls = rawCalls(app.app)
    admin = await calls.login('admin')
  })

  const versionOf = async (id: number) =>
    (await app.db.sql.selectFrom('account').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
  const numberOf = ({ data }: Raw<{ stream: string }>) => Number(data.stream.split('/')[1])
  const head = async () => (await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos

  const makeRole = async (name: string, grants: { menus?: string[]; interfaces?: string[] } = {}) => {
    const role_id = numberOf(await admin.call('POST /power/role_save', { name }))
    const { menus = [], interfaces = [] } = grants
    await admin.call('POST /power/role_menu_save', { role_id, menus })
    await admin.call('POST /power/interface_save', { role_id, interfaces })
    return role_id
  }

  const open = (name: string, roles: number[]) =>
    admin.call<{ stream: string }>('POST /power/user_edit', {
      name,
      email: `${name}@demo.example`,
      roles,
      password: 'counter-window',
    })

  describe('a role', () => {
    test.each(['admin', 'ADMIN', ' admin ', 'all', 'dashboard', 'reviewFirstWait', 'REVIEWFIRSTWAIT', 'power'])(
      'is not made with the name %j, which would open more than it was granted',
      async (name) => {
        const before = await head()
        expect(await admin.call('POST /power/role_save', { name })).toMatchObject(refused('role:guard.nameFree'))
        const role_id = 3
        expect(await admin.call('POST /power/role_save', { id: role_id, name })).toMatchObject(
          refused('role:guard.nameFree'),
        )
        expect(await head()).toBe(before)
      },
    )

    test('is not made twice under one name, however it is spelled', async () => {
      expect(await admin.call('POST /power/role_save', { name: 'Reviewer1' })).toMatchObject(
        refused('role:guard.nameFree'),
      )
    })

    test.each(['', ' ', '1st', '<b>', 'a/b', 'x'.repeat(41)])('is not called %j', async (name) => {
      const { code, data } = await admin.call<{ issues: { field: string }[] }>('POST /power/role_save', { name })
      expect({ code, fields: [...new Set(data.issues.map((issue) => issue.field))] }).toEqual({
        code: 400,
        fields: ['name'],
      })
    })

    test('keeps its own name when its note changes', async () => {
      const id = await makeRole('noted')
      expect(await admin.call('POST /power/role_save', { id, name: 'noted', note: 'new' })).toMatchObject({ code: 0 })
    })

    test('is granted only what there is', async () => {
      const role_id = await makeRole('strange')
      expect(await admin.call('POST /power/role_menu_save', { role_id, menus: ['cellar'] })).toMatchObject(
        field('menus', 'route'),
      )
      expect(await admin.call('POST /power/interface_save', { role_id, interfaces: ['user.login'] })).toMatchObject(
        field('interfaces', 'interface'),
      )
      expect(await admin.call('POST /power/role_menu_save', { role_id: 999, menus: [] })).toMatchObject(
        field('role_id', 'role'),
      )
    })

    test('that two make at once under one name is made once', async () => {
      const codes = await Promise.all(
        [1, 2, 3].map(async () => (await admin.call('POST /power/role_save', { name: 'twin' })).code),
      )
      expect(codes.toSorted((one, other) => one - other)).toEqual([0, 422, 422])
    })
  })

  describe('somebody who may manage but is not admin', () => {
    let managers: number
    beforeAll(async () => {
      managers = await makeRole('manager', { menus: ['role', 'account'], interfaces: managing })
      await open('manager', [managers])
      manager = await calls.login('manager')
    })

    test('grants menus that they hold and no others', async () => {
      const role_id = await makeRole('juniorMenus')
      const save = (menus: string[]) => manager.call('POST /power/role_menu_save', { role_id, menus })
      expect(await save(['role'])).toMatchObject({ code: 0 })
      expect(await save(['role', 'dashboard'])).toMatchObject(refused('role:guard.withinOwn'))
    })

    test('grants interfaces that they hold and no others', async () => {
      const role_id = await makeRole('juniorInterfaces')
      const save = (interfaces: string[]) => manager.call('POST /power/interface_save', { role_id, interfaces })
      expect(await save(['power.getRoles'])).toMatchObject({ code: 0 })
      expect(await save(['power.getRoles', 'approve.firstPass'])).toMatchObject(refused('role:guard.withinOwn'))
    })

    test('keeps in a role what was in it, and puts nothing back that was taken from it meanwhile', async () => {
      const role_id = await makeRole('mixed', { menus: ['dashboard', 'role'], interfaces: ['approve.firstPass'] })
      const save = (menus: string[]) => manager.call('POST /power/role_menu_save', { role_id, menus })
      expect(await save(['dashboard', 'role', 'account'])).toMatchObject({ code: 0 })
      await admin.call('POST /power/role_menu_save', { role_id, menus: ['role'] })
      expect(await save(['dashboard', 'role'])).toMatchObject(refused('role:guard.withinOwn'))
      const call = (interfaces: string[]) => manager.call('POST /power/interface_save', { role_id, interfaces })
      expect(await call(['approve.firstPass', 'power.getRoles'])).toMatchObject({ code: 0 })
      expect(await call(['approve.firstPass', 'approve.finalPass'])).toMatchObject(refused('role:guard.withinOwn'))
    })

    test('gives roles that give no more than their own', async () => {
      const junior = await makeRole('junior', { menus: ['role'], interfaces: ['power.getRoles'] })
      const give = (roles: number[]) =>
        manager.call('POST /power/user_edit', {
          name: 'Junior',
          email: `junior${roles.join('')}@demo.example`,
          roles,
          password: 'counter-window',
        })
      expect(await give([junior])).toMatchObject({ code: 0 })
      expect(await give([junior, 3])).toMatchObject(refused('account:guard.withinOwn'))
      expect(await give([1])).toMatchObject(refused('account:guard.withinOwn'))
      expect(await give([999])).toMatchObject(field('roles', 'role'))
      expect(await give([])).toMatchObject(field('roles', 'required'))
    })

    test('does not raise themselves', async () => {
      const { data } = await manager.call<{ users: { id: number }[] }>('POST /user/get_users', { email: 'manager@' })
      const me = { id: data.users[0]!.id, name: 'Manager', email: 'manager@demo.example' }
      expect(await manager.call('POST /user/edit_user', { ...me, roles: [managers, 1] })).toMatchObject(
        refused('account:guard.withinOwn'),
      )
      expect((await manager.info()).data.roles).toEqual([
        'manager',
        'role',
        'account',
        'accountDetail',
        'menu',
        'interface',
      ])
    })
  })

  describe('an account', () => {
    test('is not disabled by its owner', async () => {
      await open('second', [1])
      const second = await calls.login('second')
      const me = { id: Number((await second.info()).data.id.split('/')[1]), name: 'S', email: 'second@demo.example' }
      expect(await second.call('POST /power/user_edit', { ...me, roles: [1], status: 'disabled' })).toMatchObject(
        refused('account:guard.notSelf'),
      )
      await admin.call('POST /power/user_edit', { ...me, roles: [3] })
    })

    test('has an e-mail of its own', async () => {
      expect(await open('finance', [9])).toMatchObject(field('email', 'emailTaken'))
    })

    test('that two open at once under one e-mail is opened once', async () => {
      const codes = await Promise.all([1, 2, 3].map(async () => (await open('twin', [3])).code))
      expect(codes.toSorted((one, other) => one - other)).toEqual([0, 400, 400])
    })

    test('that is opened twice with one key is opened once, and both are answered alike', async () => {
      const opening = { name: 'Klik', email: 'klik@demo.example', roles: [3], password: 'counter-window' }
      const [first, again] = [
        await admin.call('POST /power/user_edit', opening, { 'idempotency-key': 'open klik' }),
        await admin.call('POST /power/user_edit', opening, { 'idempotency-key': 'open klik' }),
      ]
      expect(first).toMatchObject({ code: 0 })
      expect(again).toEqual(first)
    })

    test('opened without a password or with an unknown id is refused', async () => {
      const body = { name: 'X', email: 'x@demo.example', roles: [3] }
      expect(await admin.call('POST /power/user_edit', body)).toMatchObject(field('password', 'required'))
      expect(await admin.call('POST /power/user_edit', { ...body, id: 999 })).toMatchObject(field('id', 'user'))
    })
  })

  describe('the last admin', () => {
    const owner = { id: 1, name: 'Admin', email: 'admin@demo.example' }
    const admins = async () => {
      const { data } = await admin.call<{ users: { id: number }[] }>('POST /user/get_users', {
        role_id: 1,
        status: 'active',
      })
      return data.users.map(({ id }) => id)
    }
    beforeAll(async () => {
      // Removes the administrators that earlier tests created.
      for (const id of (await admins()).filter((one) => one !== 1))
        await admin.call('POST /power/user_edit', { id, name: 'Former', email: `former${id}@demo.example`, roles: [3] })
    })

    test('cannot be removed', async () => {
      expect(await admins()).toEqual([1])
      for (const more of [{ roles: [3] }, { roles: [3], status: 'disabled' }, { roles: [1], status: 'disabled' }])
        expect(await admin.call('POST /power/user_edit', { ...owner, ...more })).toMatchObject(
          field('roles', 'lastAdmin'),
        )
      expect(await admins()).toEqual([1])
    })

    test('cannot be either for one who never used their link', async () => {
      const invited = { name: 'Invited', email: 'invited@demo.example', roles: [1] }
      const opened = await admin.call<{ stream: string }>('POST /power/accounts/invite', invited)
      expect(await admin.call('POST /power/user_edit', { ...owner, roles: [3] })).toMatchObject(
        field('roles', 'lastAdmin'),
      )
      const former = { ...invited, id: numberOf(opened), roles: [3] }
      expect(await admin.call('POST /power/user_edit', former)).toMatchObject({ code: 0 })
    })

    test('can be once there is another', async () => {
      await open('heir', [1])
      const heir = await calls.login('heir')
      expect(await heir.call('POST /power/user_edit', { ...owner, roles: [3] })).toMatchObject({ code: 0 })
      expect((await admin.info()).data.roles).not.toContain('admin')
      expect(await heir.call('POST /power/user_edit', { ...owner, roles: [1] })).toMatchObject({ code: 0 })
    })

    test('remains when two remove each other at once', async () => {
      const heir = await calls.login('heir')
      const other = { id: Number((await heir.info()).data.id.split('/')[1]), name: 'Heir', email: 'heir@demo.example' }
      const codes = await Promise.all([
        heir.call('POST /power/user_edit', { ...owner, roles: [3] }),
        admin.call('POST /power/user_edit', { ...other, roles: [3] }),
      ])
      expect(codes.filter(({ code }) => code === 0)).toHaveLength(1)
      expect(codes.filter(({ code }) => code === 500)).toHaveLength(0)
    })
  })

  test('the last admin remains when two servers take one each at once', async () => {
    const pool = await secondPool(app.db, databaseUrl)
    const { clock, server } = app
    const log = pino({ level: 'silent' })
    const other = await createApp({ db: pool, clock, ids: randomUUID, channels: server.channels, log })
    const elsewhere = rawCalls(other.app)
    const left = () =>
      app.db.sql
        .selectFrom('account')
        .select('id')
        .where('state', '=', 'active')
        .where(sql<boolean>`roles @> '[1]'`)
        .execute()
    for (let round = 0; round < 5; round += 1) {
      const [{ id }] = (await left()) as [{ id: number }]
      const { email } = await app.db.sql
        .selectFrom('profile')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const name = email.split('@')[0]!
      const here = await calls.login(name)
      const rival = `rival${round}`
      const opened = await here.call<{ stream: string }>('POST /power/user_edit', {
        name: rival,
        email: `${rival}@demo.example`,
        roles: [1],
        password: 'counter-window',
      })
      const there = await elsewhere.login(rival)
      const codes = await Promise.all([
        there.call('POST /power/accounts/disable', { id, version: await versionOf(id) }),
        here.call('POST /power/accounts/disable', { id: numberOf(opened), version: 1 }),
      ])
      expect(codes.filter(({ code }) => code === 0)).toHaveLength(1)
      expect(await left()).toHaveLength(1)
    }
    await other.stop()
    await pool.close()
  })

  test('the role that opens everything keeps its name', async () => {
    expect(await manager.call('POST /power/role_save', { id: 1, name: 'nobody' })).toMatchObject(
      refused('role:guard.nameFree'),
    )
    const { data } = await manager.call<{ roles: { id: number; name: string }[] }>('GET /power/get_roles')
    expect(data.roles[0]).toMatchObject({ id: 1, name: 'admin' })
  })
})
