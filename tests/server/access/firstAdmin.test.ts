import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import { powerUserEdit as power } from '../../../src/services/user.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { runCommand } from '../../kit/cli.ts'
import { engines } from '../../kit/engines.ts'
import { emptyHome, type Home } from '../../kit/home.ts'
import { callsTo } from '../../kit/pair.ts'
import { textOf } from '../../kit/tables.ts'

const who = ['--email', 'Pertama@Lender.example', '--name', 'Orang Pertama']
const chosen = 'a-password-of-my-own'

const tokenIn = (out: string) =>
  /^Choose a password at http:\/\/localhost:\d+\/setPassword#([\w-]{43})$/m.exec(out)?.[1] ?? ''

describe.each(engines())('on $engine, an empty database', ({ databaseUrl }) => {
  let home: Home
  let server: Child | undefined
  beforeAll(async () => {
    home = await emptyHome(databaseUrl)
  })
  afterAll(async () => {
    await server?.stop()
    await home.remove()
  })

  const useLink = (token: string) =>
    callsTo(server!.url).call<unknown>('POST /user/use_link', { token, new_password: chosen })
  const login = (email: string, password: string) =>
    callsTo(server!.url).call<{ token: string }>('POST /user/login', { email, password })

  let token: string
  test('gets its first administrator, with a link of which nothing is kept in clear', async () => {
    const { code, out, err } = await runCommand('first-admin', who, home.env)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    token = tokenIn(out)
    expect(token).not.toBe('')
    const kept = await home.open((db) =>
      textOf(db, 'es_event', 'es_command', 'es_stream', 'account_link', 'profile', 'account', 'role', 'audit'),
    )
    expect(kept).not.toContain(token)
    expect(kept).toContain('pertama@lender.example')
    expect(await home.open((db) => textOf(db, 'es_event'))).not.toContain('Orang Pertama')
  })

  test('gives that person another link for as long as none was used, and nobody else one', async () => {
    const again = await runCommand('first-admin', who, home.env)
    expect(again).toHaveCode(0)
    expect(tokenIn(again.out)).not.toBe(token)
    token = tokenIn(again.out)
    expect(await runCommand('first-admin', ['--email', 'second@lender.example', '--name', 'Second'], home.env)).toEqual(
      {
        code: 1,
        out: '',
        err: 'there is an administrator already, who can open accounts and give out links\n',
      },
    )
  })

  test('opens without a simulated lender: the link is used once, and its person administers', async () => {
    server = await startServer(home.env)
    expect(await useLink('x'.repeat(43))).toMatchObject({ code: 404 })
    expect(await useLink(token)).toMatchObject({ code: 0 })
    expect(await useLink(token)).toMatchObject({ code: 404 })
    expect(await login('pertama@lender.example', chosen)).toMatchObject({ code: 0 })
    expect(await login('admin@demo.example', 'counter-window')).toMatchObject({ code: 401 })
    await server.stop()
    server = undefined
    const roles = await home.open((db) => db.sql.selectFrom('role').select('name').execute())
    const orders = await home.open((db) => db.sql.selectFrom('approval').select('order_no').execute())
    expect({ roles, orders }).toEqual({ roles: [{ name: 'admin' }], orders: [] })
  })

  test('has one then, and gives out no more links', async () => {
    expect(await runCommand('first-admin', who, home.env)).toMatchObject({
      code: 1,
      out: '',
      err: 'there is an administrator already, who can open accounts and give out links\n',
    })
    expect(await runCommand('verify', [], home.env)).toMatchObject({ code: 0, err: '' })
  })

  test('lets an administrator in again who lost the password: the old one and the sessions end at once', async () => {
    const reset = (email: string) => runCommand('first-admin', ['--email', email, '--reset'], home.env)
    expect(await reset('second@lender.example')).toEqual({
      code: 1,
      out: '',
      err: 'this e-mail has no account that administers\n',
    })
    const { code, out, err } = await reset('Pertama@Lender.example')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const live = await home.open((db) =>
      db.sql.selectFrom('session').select('account').where('ended_at', 'is', null).execute(),
    )
    expect(live).toEqual([])
    server = await startServer(home.env)
    expect(await login('pertama@lender.example', chosen)).toMatchObject({ code: 401 })
    expect(await useLink(tokenIn(out))).toMatchObject({ code: 0 })
    expect(await login('pertama@lender.example', chosen)).toMatchObject({ code: 0 })
    await server.stop()
    server = undefined
    expect(await runCommand('verify', [], home.env)).toMatchObject({ code: 0, err: '' })
  })

  describe('whose only administrator is disabled', () => {
    const email = 'pertama@lender.example'
    const reset = () => runCommand('first-admin', ['--email', email, '--reset'], home.env)
    const accounts = () =>
      home.open((db) =>
        db.sql
          .selectFrom('account')
          .innerJoin('profile', 'profile.id', 'account.id')
          .select(['account.id', 'account.state', 'account.roles', 'profile.password'])
          .orderBy('account.id')
          .execute(),
      )
    const change = (type: 'accountDisabled' | 'accountEnabled', id: number) =>
      home.open(async (db) => {
        const store = createStore({ db, projections, ids: randomUUID })
        const event = { type, by: 'SYS', at: Date.now(), beyondOwn: [], self: false, roles: [1] }
        const via = power.interface
        await store.send({ stream: `account/${id}`, event, via, key: randomUUID() })
      })

    test('enables that account again, says so, and gives a link', async () => {
      const [admin] = await accounts()
      await change('accountDisabled', admin!.id)
      const { code, out, err } = await reset()
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(/^The account was disabled\. Nobody else administers: it is enabled again\.\n/)
      expect((await accounts())[0]).toMatchObject({ state: 'active', roles: admin!.roles })
      const steps = await home.open((db) =>
        db.sql
          .selectFrom('es_event')
          .select('type')
          .where('stream', '=', `account/${admin!.id}`)
          .orderBy('pos')
          .execute(),
      )
      expect(steps.map(({ type }) => type).slice(-3)).toEqual(['accountDisabled', 'accountEnabled', 'linkIssued'])
      server = await startServer(home.env)
      expect(await useLink(tokenIn(out))).toMatchObject({ code: 0 })
      expect(await login(email, chosen)).toMatchObject({ code: 0 })
      await server.stop()
      server = undefined
      expect(await runCommand('verify', [], home.env)).toMatchObject({ code: 0, err: '' })
    })

    test('leaves it disabled while another can log in and enable it, but not for one who never chose a password', async () => {
      const [admin] = await accounts()
      await change('accountDisabled', admin!.id)
      const other = ['--email', 'kedua@lender.example', '--name', 'Orang Kedua']
      const invited = await runCommand('first-admin', other, home.env)
      expect(invited).toHaveCode(0)
      expect((await reset()).out).toContain('it is enabled again')
      await change('accountDisabled', admin!.id)
      server = await startServer(home.env)
      expect(await useLink(tokenIn(invited.out))).toMatchObject({ code: 0 })
      await server.stop()
      server = undefined
      expect(await reset()).toEqual({
        code: 1,
        out: '',
        err: 'this account is disabled, and there is another administrator who can enable it\n',
      })
      expect((await accounts())[0]).toMatchObject({ state: 'disabled' })
    })
  })

  test.each([
    [[]],
    [['--email', 'nobody', '--name', 'No']],
    [['--email', 'a@b.example', '--name', ' ']],
    [[...who, '--reset']],
  ])('takes an e-mail and a name, not %o', async (args) => {
    expect(await runCommand('first-admin', args, home.env)).toMatchObject({
      code: 1,
      err: 'say whom: npm run first-admin -- --email <e-mail> --name <name>, or --email <e-mail> --reset\n',
    })
  })
})
