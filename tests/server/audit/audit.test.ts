import { beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as access from '../../../src/services/access.ts'
import * as approval from '../../../src/services/approval.ts'
import * as audit from '../../../src/services/audit.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as loan from '../../../src/services/loan.ts'
import * as order from '../../../src/services/order.ts'
import * as payout from '../../../src/services/payout.ts'
import * as user from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { exportOf, fetchFile, requestExport } from '../../kit/exports.ts'
import { waitingOrder, waitingOrders } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const day = 86_400_000
const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const admin = as('admin')
  const reviewer = as('reviewer1')

  type Filter = Parameters<typeof everything>[0]
  const everything = (filter: typeof audit.list.body._zod.input) => admin.data(audit.list, filter)
  const types = async (filter: Filter) => (await everything(filter)).rows.map(({ type }) => type)
  const opened = async (filter: Filter) => {
    const [row] = (await everything(filter)).rows
    return admin.data(audit.entry, { log: row!.log, pos: row!.pos })
  }

  describe('both logs as one', () => {
    test('are in the order of time, page by page, each thing once, in either direction', async () => {
      // The last instant of the lender's past has more events than a page.
      app.clock.advance(1000)
      await reviewer.data(approval.detail, { orderNo: await waitingOrder(app) })
      const whole = (await everything({ limit: 200 })).rows
      expect(new Set(whole.map(({ log }) => log))).toEqual(new Set(['event', 'audit']))
      expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).toSorted((one, other) => other - one))
      for (const sort of ['-at', 'at'] as const) {
        const rows: string[] = []
        let after: Awaited<ReturnType<typeof everything>>['next'] | undefined
        do {
          const page = await everything({ sort, limit: 7, ...(after && { after }) })
          rows.push(...page.rows.map(({ log, pos }) => `${log} ${pos}`))
          after = page.next
        } while (after)
        const { count } = await admin.data(audit.count, { exact: true })
        expect(new Set(rows).size).toBe(rows.length)
        expect(rows).toHaveLength(count)
        const first = whole.map(({ log, pos }) => `${log} ${pos}`)
        expect(sort === '-at' ? rows.slice(0, first.length) : rows.slice(-first.length).toReversed()).toEqual(first)
      }
    })

    test('are found by who did it, by what it is, by its record and by its day', async () => {
      const orderNo = await waitingOrder(app)
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.detail, { orderNo })
      expect(await types({ by: reviewer.id, record: orderNo })).toEqual(['firstClaimed', 'recordOpened'])
      expect(await types({ record: `approval/${orderNo}`, kind: 'approval' })).toEqual([
        'firstClaimed',
        'machinePassed',
        'submitted',
      ])
      expect(await types({ record: orderNo, kind: 'recordOpened' })).toEqual(['recordOpened'])
      const now = app.clock.now()
      expect(await types({ record: orderNo, from: now + 1 })).toEqual([])
      expect(await types({ record: orderNo, from: now - day, to: now + 1, by: 'staff/1' })).toEqual([])
      expect(await admin.call(audit.list, { kind: 'weather' })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'kind', reason: 'choice' }] },
      })
    })

    test('are found by a customer, through all their orders, and who searched is in them too', async () => {
      const customer = passingCustomer({ phone: '0857-2211-3344' })
      const orderNo = await waitingOrder(app, { customer })
      await waitingOrder(app)
      for (const filter of [{ orderNo }, { phone: customer.phone }, { nik: customer.nik }]) {
        const { rows } = await everything(filter)
        expect(rows.filter(({ log }) => log === 'event').map(({ orderNo: its }) => its)).toEqual([orderNo, orderNo])
      }
      const { rows } = await everything({ nik: customer.nik, kind: 'customerSearched' })
      expect(rows.map(({ by, said }) => [by, said.by])).toEqual([
        [admin.id, 'nik'],
        [admin.id, 'phone'],
        [admin.id, 'orderNo'],
      ])
      const text = JSON.stringify((await everything({ nik: customer.nik })).rows)
      for (const secret of [customer.name, customer.nik, '85722113344', customer.email])
        expect(text).not.toContain(secret)
      expect((await everything({ nik: '3171015708921009' })).rows).toEqual([])
      expect((await everything({ orderNo, phone: '081200000001' })).rows).toEqual([])
    })

    test('are for whom they were granted to', async () => {
      for (const endpoint of [audit.list, audit.logins] as const)
        expect(await reviewer.call(endpoint, {})).toMatchObject({ code: 4030 })
      expect(await reviewer.call(audit.seen, { orderNo: 'LK261121000001' })).toMatchObject({ code: 4030 })
      expect(await admin.call(audit.entry, { log: 'event', pos: 999_999 })).toMatchObject({ code: 404 })
    })
  })

  describe('what is otherwise since', () => {
    test('of a role is what it was granted and what was taken from it', async () => {
      const { stream } = await admin.data(access.roleSave, { name: 'auditors', note: 'look' })
      const role_id = Number(stream.split('/')[1])
      await admin.data(access.roleMenuSave, { role_id, menus: ['role', 'account'] })
      await admin.data(access.roleMenuSave, { role_id, menus: ['account', 'audit'] })
      const { happened, changes, state } = await opened({ record: stream })
      expect(happened).toMatchObject({ type: 'menusGranted', kind: 'role', by: admin.id, record: stream })
      expect(changes).toEqual([{ path: ['menus'], list: true, before: ['role'], after: ['audit'] }])
      expect(state).toEqual({ before: 'active', after: 'active' })
      await admin.data(access.roleSave, { id: role_id, name: 'auditors', note: 'look only' })
      expect((await opened({ record: stream })).changes).toEqual([
        { path: ['note'], list: false, before: ['look'], after: ['look only'] },
      ])
    })

    test('of an order is the step that it took, with what was decided', async () => {
      const orderNo = await waitingOrder(app)
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 1_500_000, term: 14, note: 'low income' })
      const { state, changes, said, version, names } = await opened({ record: orderNo, kind: 'approval' })
      expect({ state, version }).toEqual({
        state: { before: 'firstReview.claimed', after: 'finalReview.wait' },
        version: 4,
      })
      expect(changes.flatMap(({ after }) => after)).toEqual(expect.arrayContaining([1_500_000, 14]))
      expect(said.map(({ path, after }) => [path.at(-1), ...after])).toContainEqual(['note', 'low income'])
      expect(changes.map(({ path }) => path.at(-1))).not.toContain('person')
      expect(names).toHaveProperty(reviewer.id)
    })

    test('of a password is that it was changed, and never what it is', async () => {
      const analyst = await app.login('analyst')
      await analyst.data(user.changePassword, { old_password: 'counter-window', new_password: 'window-counter-2' })
      const { happened, changes, said } = await opened({ by: analyst.id, kind: 'account' })
      expect(happened.type).toBe('passwordChanged')
      expect(JSON.stringify([changes, said])).not.toContain('window')
    })

    test('of a language is which was chosen', async () => {
      const support = await app.login('support')
      await support.data(access.setLanguage, { language: 'zh' })
      expect((await everything({ by: support.id, kind: 'languageSet' })).rows).toMatchObject([
        { said: { language: 'zh' }, record: `account/${support.id.slice(6)}` },
      ])
    })
  })

  test('who saw a customer: openings, looks, names, searches and files, from where, and nobody else’s', async () => {
    const customer = passingCustomer({ phone: '0857-9911-3355' })
    const orderNo = await waitingOrder(app, { customer })
    const other = await waitingOrder(app)
    const headers = { 'user-agent': chromeOnWindows }
    await reviewer.data(approval.detail, { orderNo }, { headers })
    await reviewer.data(approval.detail, { orderNo }, { headers })
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    await reviewer.data(approval.detail, { orderNo }, { headers })
    await reviewer.data(approval.find, { text: customer.phone }, { headers })
    const id = await requestExport(reviewer)
    await app.settle()
    expect((await exportOf(reviewer, id)).state).toBe('ready')
    await fetchFile(reviewer, id)
    await admin.data(loan.loan, { orderNo }, { headers })
    await reviewer.data(approval.detail, { orderNo: other })

    const { rows } = await admin.data(audit.seen, { orderNo })
    expect(rows.map(({ by, type, device }) => [by, type, device])).toEqual([
      [admin.id, 'customerSearched', ''],
      [admin.id, 'loanViewed', 'Chrome, Windows'],
      [reviewer.id, 'exportFetched', ''],
      [reviewer.id, 'customerFound', 'Chrome, Windows'],
      [reviewer.id, 'recordOpened', 'Chrome, Windows'],
      [reviewer.id, 'recordViewed', 'Chrome, Windows'],
    ])
    expect(rows[2]!.said.title).toBe('routes:reviewFirstWait')
    expect(await admin.data(audit.seenCount, { orderNo })).toEqual({ count: 6, capped: false })
    expect((await admin.data(audit.seen, { orderNo: other })).rows.map(({ type }) => type)).toEqual([
      'customerSearched',
      'recordViewed',
      'exportFetched',
    ])
  })

  describe('whoever narrows to a customer is among those who saw them', () => {
    type Narrowing = { phone: string; nik: string; fullName: string; orderNo: string }
    let people: Record<'admin' | 'reviewer1' | 'support' | 'finance' | 'reviewLead', Caller>
    beforeAll(async () => {
      const [support, finance, reviewLead] = [
        await app.login('support'),
        await app.login('finance'),
        await app.login('reviewLead'),
      ]
      people = { admin, reviewer1: reviewer, support, finance, reviewLead }
    })

    const list = 'firstWait'
    const file = (caller: Caller, name: string, filter: object, column = 'orderNo') =>
      requestExport(caller, { filter: { ...filter }, columns: [column] }, name)
    const assign = (caller: Caller, filter: object) =>
      caller.data(jobs.requestBulk, {
        list: 'approve.list',
        command: 'firstAssigned',
        said: { to: 'staff/4' },
        filter: { ...filter },
      })
    const lastPos = async () => (await app.db.sql.selectFrom('audit_head').select('pos').executeTakeFirstOrThrow()).pos

    /** The audit entries about customers after somebody of this role makes the same request twice. */
    const notedOf = async (role: keyof typeof people, ask: (caller: Caller, of: Narrowing) => Promise<unknown>) => {
      const nth = String((await lastPos()) % 10_000).padStart(4, '0')
      const name = `Narrowed ${[...nth].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`
      const customer = passingCustomer({ name, phone: `0857-9911-${nth}` })
      const orderNo = await waitingOrder(app, { customer })
      const before = await lastPos()
      for (let n = 0; n < 2; n += 1)
        await ask(people[role], { phone: customer.phone, nik: customer.nik, fullName: name, orderNo })
      const entries = await app.db.sql
        .selectFrom('audit')
        .select(['actor', 'type', 'data'])
        .where('pos', '>', before)
        .where('subject', 'like', 'person/%')
        .execute()
      await app.settle()
      // The second of two exports begins after the first has ended.
      app.clock.advance(1000)
      await app.settle()
      expect(entries.every(({ actor }) => actor === people[role].id)).toBe(true)
      expect(JSON.stringify(entries)).not.toContain('Narrowed')
      return entries.map(({ type, data }) => `${type} ${(JSON.parse(data) as { by: string }).by}`)
    }

    test.each<[string, keyof typeof people, (caller: Caller, of: Narrowing) => Promise<unknown>, string]>([
      [
        'a queue by phone',
        'reviewer1',
        (c, { phone }) => c.data(approval.list, { list, phone }),
        'customerFound phone',
      ],
      ['its count by NIK', 'reviewer1', (c, { nik }) => c.data(approval.count, { list, nik }), 'customerFound nik'],
      ['all orders by phone', 'support', (c, { phone }) => c.data(order.list, { phone }), 'customerFound phone'],
      ['all orders by name', 'support', (c, { fullName }) => c.data(order.list, { fullName }), 'customerFound name'],
      [
        'a count of payouts by name',
        'finance',
        (c, { fullName }) => c.data(payout.count, { list: 'all', fullName: fullName.toLowerCase() }),
        'customerFound name',
      ],
      ['an export by name', 'support', (c, { fullName }) => file(c, order.list.id, { fullName }), 'customerFound name'],
      ['payouts by NIK', 'finance', (c, { nik }) => c.data(payout.list, { list: 'all', nik }), 'customerFound nik'],
      [
        'an export by phone',
        'reviewer1',
        (c, { phone }) => file(c, approval.list.id, { list, phone }),
        'customerFound phone',
      ],
      ['a deed on many by NIK', 'reviewLead', (c, { nik }) => assign(c, { list, nik }), 'customerFound nik'],
      [
        'the audit’s count by phone',
        'admin',
        (c, { phone }) => c.data(audit.count, { phone }),
        'customerSearched phone',
      ],
      [
        'the count of who saw one',
        'admin',
        (c, { orderNo }) => c.data(audit.seenCount, { orderNo }),
        'customerSearched orderNo',
      ],
      [
        'an export of the audit by NIK',
        'admin',
        (c, { nik }) => file(c, audit.list.id, { nik }, 'at'),
        'customerSearched nik',
      ],
      [
        'an export of who saw one',
        'admin',
        (c, { orderNo }) => file(c, audit.seen.id, { orderNo }, 'at'),
        'customerSearched orderNo',
      ],
    ])('%s: one entry an hour', async (_, role, ask, entry) => {
      expect(await notedOf(role, ask)).toEqual([entry])
    })

    test('a name that more than twenty share is one entry an hour that such a name was searched, without it', async () => {
      const before = await lastPos()
      const name = 'Putu Semua Orang'
      await waitingOrders(
        app,
        Array.from({ length: 20 }, () => ({ customer: passingCustomer({ name }) })),
      )
      const entries = async () =>
        (
          await app.db.sql
            .selectFrom('audit')
            .select(['actor', 'type', 'subject', 'data'])
            .where('pos', '>', before)
            .orderBy('pos')
            .execute()
        ).map(({ data, ...entry }) => ({ ...entry, by: (JSON.parse(data) as { by: string }).by, text: data }))
      await people.support.data(order.list, { fullName: name })
      expect(await entries()).toHaveLength(20)
      await waitingOrder(app, { customer: passingCustomer({ name }) })
      await people.finance.data(payout.list, { list: 'all', fullName: name })
      await people.finance.data(payout.count, { list: 'all', fullName: name })
      const [entry, ...others] = (await entries()).slice(20)
      expect(others).toEqual([])
      expect(entry).toMatchObject({ actor: people.finance.id, type: 'nameSearched', subject: 'search', by: 'name' })
      expect(entry!.text).not.toContain('Putu')
      const { rows } = await everything({ kind: 'nameSearched' })
      expect(rows).toMatchObject([{ by: people.finance.id, record: 'search', said: { by: 'name' } }])
    })

    test('a phone that nobody has and an order’s number in a queue leave none', async () => {
      expect(await notedOf('reviewer1', (c) => c.data(approval.list, { list, phone: '081200000009' }))).toEqual([])
      expect(await notedOf('reviewer1', (c, { orderNo }) => c.data(approval.list, { list, orderNo }))).toEqual([])
    })
  })

  describe('the login log', () => {
    const tryLogin = (email: string, password: string, userAgent = chromeOnWindows) =>
      rawCalls(app.app).call('POST /user/login', { email, password }, { 'user-agent': userAgent })
    const logins = async (filter: typeof audit.logins.body._zod.input = {}) =>
      (await admin.data(audit.logins, filter)).rows.map(({ by, type, device, said }) => [by, type, said.reason, device])

    test('says who, with what result, why, and on what', async () => {
      const [{ data }] = [await admin.call(audit.logins, { limit: 1 })]
      const from = data.rows[0]!.at
      app.clock.advance(1000)
      const { users } = await admin.data(user.getUsers, { email: 'risk@' })
      const id = `staff/${users[0]!.id}`
      await tryLogin('risk@demo.example', 'not the password')
      await tryLogin('nobody@demo.example', 'not the password', 'curl/8.5.0')
      await tryLogin('risk@demo.example', 'counter-window', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0')
      const its = await logins({ from: from + 1 })
      expect(its).toEqual([
        [id, 'loggedIn', undefined, 'Firefox, Linux'],
        ['anyone', 'loginFailed', 'unknownEmail', ''],
        [id, 'loginFailed', 'wrongPassword', 'Chrome, Windows'],
      ])
      expect(await logins({ from: from + 1, by: id, result: 'loginFailed' })).toEqual([its[2]])
      expect(await logins({ from: from + 1, to: app.clock.now() })).toEqual([])
      expect(await logins({ ip: '10.9.9.9' })).toEqual([])
      const text = JSON.stringify(await app.db.sql.selectFrom('audit').selectAll().execute())
      expect(text).not.toContain('nobody@')
      expect(text).not.toContain('curl')
      expect(text).not.toContain('Mozilla')
    })

    test('has one entry for an account that is locked, however often it is tried then', async () => {
      const before = await logins({ result: 'loginFailed' })
      for (let n = 0; n < 13; n += 1) await tryLogin('finance@demo.example', 'not the password')
      const reasons = (await logins({ result: 'loginFailed' })).slice(0, -before.length || undefined)
      expect(reasons.map(([, , reason]) => reason)).toEqual(['throttled', ...Array(10).fill('wrongPassword')])
      expect(new Set(reasons.map(([by]) => by)).size).toBe(1)
      await app.db.sql.deleteFrom('throttle').execute()
    })
  })

  test('the three lists are exported, and the chains are whole', async () => {
    for (const [list, filter, columns] of [
      [audit.list.id, { kind: 'role' }, ['at', 'by', 'what', 'record']],
      [audit.logins.id, { result: 'loginFailed' }, ['at', 'by', 'result', 'reason', 'ip', 'device']],
      [audit.seen.id, { orderNo: await waitingOrder(app) }, ['at', 'by', 'what', 'list']],
    ] as const) {
      const id = await requestExport(admin, { filter, columns: [...columns] }, list)
      await app.settle()
      expect(await exportOf(admin, id)).toMatchObject({ state: 'ready' })
    }
    expect((await verify(app.db)).problems).toEqual([])
  })
})
