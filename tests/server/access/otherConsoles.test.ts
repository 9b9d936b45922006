import { beforeAll, describe, expect, test } from 'vitest'
import * as access from '../../../src/services/access.ts'
import * as user from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

describe.each(oneEngine())('the calls of other consoles, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let admin: Caller
  beforeAll(async () => {
    admin = await app.login('admin')
  })

  const accountOf = async (email: string) => (await admin.data(user.getUsers, { email })).users[0]!

  test.each([user.editUser, user.powerUserEdit])('what get_users answers can be posted back to $path', async (edit) => {
    const before = await accountOf('support@demo.example')
    await admin.data(edit, { ...before, language: 'zh' })
    const after = await accountOf('support@demo.example')
    expect(after).toEqual({ ...before, version: before.version + 1, language: 'zh' })
    expect(await admin.call(edit, { ...before, name: 'Overwritten' })).toMatchObject({ code: 409 })
    expect(await accountOf('support@demo.example')).toEqual(after)
  })

  test('what get_roles answers can be posted back to role_save, which changes no menus', async () => {
    const roleOf = async (name: string) =>
      (await admin.data(access.getRoles, {})).roles.find((role) => role.name === name)!
    const before = await roleOf('analyst')
    await admin.data(access.roleSave, { ...before, note: 'Reads reports' })
    const after = await roleOf('analyst')
    expect(after).toEqual({ ...before, version: before.version + 1, note: 'Reads reports' })
    expect(await admin.call(access.roleSave, before)).toMatchObject({ code: 409 })
    expect(await admin.call(access.roleSave, { ...after, menus: ['dashboard'] })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'menus' }] },
    })
    expect(await roleOf('analyst')).toEqual(after)
  })

  test('get_users answers by pages', async () => {
    const all = await admin.data(user.getUsers, {})
    expect(all.total).toBe(all.users.length)
    const pages = await Promise.all([1, 2].map((page) => admin.data(user.getUsers, { page, limit: 3 })))
    expect(pages.map(({ users }) => users)).toEqual([all.users.slice(0, 3), all.users.slice(3, 6)])
    expect(pages.map(({ total }) => total)).toEqual([all.total, all.total])
    expect(await admin.call(user.getUsers, { page: 0 })).toMatchObject({ code: 400 })
  })

  test.each(['/user/get_users', '/power/get_users', '/power/get_interfaces', '/user/login_out'])(
    'POST %s without a body says nothing',
    async (path) => {
      const caller = await app.login('admin')
      const response = await app.app.fetch(
        new Request(`http://localhost/api${path}`, {
          method: 'POST',
          headers: { 'x-token': caller.token, cookie: caller.cookie },
        }),
      )
      expect(await response.json()).toMatchObject({ code: 0 })
    },
  )
})
