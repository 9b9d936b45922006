import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payoutSendings } from '../../../src/server/payout/sendings.ts'
import { hearWord } from '../../../src/server/providerReports/hear.ts'
import * as access from '../../../src/services/access.ts'
import * as account from '../../../src/services/account.ts'
import * as approval from '../../../src/services/approval.ts'
import * as dashboard from '../../../src/services/dashboard.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as order from '../../../src/services/order.ts'
import * as payout from '../../../src/services/payout.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import * as statement from '../../../src/services/statement.ts'
import * as user from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { bankFile, takeIn } from '../../kit/bank.ts'
import { oneEngine } from '../../kit/engines.ts'
import { exportOf, fetchFile, requestExport } from '../../kit/exports.ts'
import { waitingOrders } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { approvedOrder } from '../../kit/payouts.ts'
import { withApp } from '../../kit/withApp.ts'

const notFound = { code: 404, msg: 'Not found, or not yours to see' }

describe.each(oneEngine())('APP grouping on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const lead = as('reviewLead')
  const member = as('reviewer1')
  const free = as('reviewer1.2')
  let inside: string
  let outside: string
  let apps: string[]
  let group: { id: number; version: number }
  beforeAll(async () => {
    const { groups } = await lead.data(reviewers.groups, {})
    // The member leaves all existing groups, which otherwise stay as they are.
    for (const { onShift: _, state: __, ...one } of groups.filter((other) => other.members.includes(member.id)))
      await lead.data(reviewers.groupSave, { ...one, members: one.members.filter((id) => id !== member.id) })
    apps = (await member.data(access.getApps, {})).apps.map(({ code }) => code)
    ;[inside, outside] = (await waitingOrders(app, [{ app: apps[0]! }, { app: apps[1]! }])) as [string, string]
  })

  const limit = async (more: Partial<reviewers.GroupInput> = {}) => {
    const known = group ? { id: group.id, version: group.version } : {}
    const { stream, version } = await lead.data(reviewers.groupSave, {
      ...known,
      name: 'Only one app',
      apps: [apps[0]!],
      appGrouping: true,
      stages: ['first'],
      capacity: 5,
      shifts: [],
      members: [member.id],
      ...more,
    })
    group = { id: Number(stream.split('/')[1]), version }
  }
  beforeEach(() => limit())

  const numbers = async (who: Caller) =>
    (await who.data(approval.list, { list: 'firstWait' })).rows.map(({ orderNo }) => orderNo).toSorted()
  const versionOf = async (orderNo: string) => (await lead.data(approval.detail, { orderNo })).order.version

  const withRole = async (name: string, interfaces: string[]) => {
    const admin = await app.login('admin')
    const { stream } = await admin.data(access.roleSave, { name })
    const role_id = Number(stream.split('/')[1])
    await admin.data(access.interfaceSave, { role_id, interfaces })
    await admin.data(user.editUser, { name, email: `${name}@demo.example`, password, roles: [role_id] })
    return app.login(name)
  }

  test('a member finds in lists, counts and searches the orders of the apps alone, and everybody else all of them', async () => {
    expect(await numbers(member)).toEqual([inside])
    expect((await member.data(approval.count, { list: 'firstWait' })).count).toBe(1)
    expect((await member.data(approval.list, { list: 'firstWait', orderNo: outside })).rows).toEqual([])
    expect((await member.data(approval.find, { text: outside })).rows).toEqual([])
    expect((await member.data(approval.find, { text: inside })).rows).toHaveLength(1)
    expect(await numbers(free)).toEqual([inside, outside].toSorted())
    expect((await free.data(approval.count, { list: 'firstWait' })).count).toBe(2)
  })

  test('a member opens, claims, decides, notes and looks up no other order: there is none', async () => {
    const version = await versionOf(outside)
    for (const [endpoint, body] of [
      [approval.detail, { orderNo: outside }],
      [approval.document, { orderNo: outside, id: 'x' }],
      [approval.related, { orderNo: outside }],
      [approval.notes, { orderNo: outside }],
      [approval.addNote, { orderNo: outside, text: 'x' }],
      [approval.firstClaim, { orderNo: outside, version }],
      [approval.firstReject, { orderNo: outside, version, reason: 'policy', note: '' }],
    ] as const)
      expect(await member.call(endpoint as typeof approval.detail, body as never), endpoint.id).toMatchObject(notFound)
    expect(await versionOf(outside)).toBe(version)
    expect(await member.call(approval.detail, { orderNo: inside })).toMatchObject({ code: 0 })
  })

  test('an export reaches no further', async () => {
    const id = await requestExport(member)
    await app.settle()
    expect((await exportOf(member, id)).rows).toBe(1)
    const file = (await fetchFile(member, id)).toString()
    expect(file).toContain(inside)
    expect(file).not.toContain(outside)
  })

  test('a file of before is closed once its owner reaches less than it does, and only then', async () => {
    const written = async () => {
      const id = await requestExport(member)
      await app.settle()
      return id
    }
    const fetched = async (id: string) => (await member.call(jobs.exportChunk, { id, n: 0 })).code
    const ofOne = await written()
    await limit({ appGrouping: false })
    const ofAll = await written()
    expect([await fetched(ofOne), await fetched(ofAll)]).toEqual([0, 0])
    await limit({ apps: [apps[0]!, apps[1]!] })
    const ofTwo = await written()
    expect([await fetched(ofOne), await fetched(ofTwo)]).toEqual([0, 0])
    expect(await member.call(jobs.exportChunk, { id: ofAll, n: 0 })).toMatchObject({
      code: 4030,
      msg: 'This file may have orders of apps that you no longer see; export it again',
    })
    await limit()
    expect([await fetched(ofOne), await fetched(ofTwo), await fetched(ofAll)]).toEqual([0, 4030, 4030])
  })

  test('nor does a sheet of order numbers, whose result is closed as well', async () => {
    const looker = await withRole('looker', ['approve.firstPass', 'order.uploadSheet'])
    const content = Buffer.from([inside, outside].join('\n')).toString('base64')
    const handedIn = async () => {
      const { stream } = await looker.data(order.uploadSheet, { name: 'orders.csv', content })
      await app.settle()
      return stream.slice('orderSheet/'.length)
    }
    const fetched = async (id: string) => (await looker.call(order.sheetChunk, { id, n: 0 })).code
    const knownOf = async (id: string) =>
      (await looker.data(order.sheetsOf, {})).sheets.find((one) => one.id === id)!.counts!.known
    const ofAll = await handedIn()
    expect([await knownOf(ofAll), await fetched(ofAll)]).toEqual([2, 0])
    await limit({ members: [member.id, looker.id] })
    const ofOne = await handedIn()
    expect([await knownOf(ofOne), await fetched(ofOne), await fetched(ofAll)]).toEqual([1, 0, 4030])
    await limit()
    expect([await fetched(ofOne), await fetched(ofAll)]).toEqual([0, 0])
  })

  test('an action on many orders reaches no further, whether they are picked or found by a filter', async () => {
    const interfaces = ['approve.list', 'approve.detail', 'approve.firstPass', 'approve.firstAssign']
    const assigner = await withRole('assigner', interfaces)
    await limit({ members: [member.id, assigner.id] })

    const bulk = async (keys?: string[]) => {
      const { stream } = await assigner.data(jobs.requestBulk, {
        list: approval.list.id,
        filter: { list: 'firstWait' },
        ...(keys && { rows: await Promise.all(keys.map(async (key) => ({ key, version: await versionOf(key) }))) }),
        command: 'firstAssigned',
        said: { to: free.id },
      })
      await app.settle()
      const { rows } = await assigner.data(jobs.bulkRows, { id: stream.slice('bulk/'.length) })
      return rows.map(({ key, result }) => [key, result])
    }
    expect(await bulk([inside, outside])).toEqual([
      [inside, 'done'],
      [outside, 'errors:notFound'],
    ])
    await lead.data(approval.firstRecall, { orderNo: inside, version: await versionOf(inside) })
    expect(await bulk()).toEqual([[inside, 'done']])
    await lead.data(approval.firstRecall, { orderNo: inside, version: await versionOf(inside) })
  })

  test('nobody is assigned what they could not open', async () => {
    const to = member.id
    const assign = async (orderNo: string) =>
      lead.call(approval.firstAssign, { orderNo, version: await versionOf(orderNo), to })
    expect(await assign(outside)).toMatchObject({ code: 400, data: { issues: [{ field: 'to', reason: 'reviewer' }] } })
    expect(await assign(inside)).toMatchObject({ code: 0 })
    await lead.data(approval.firstRecall, { orderNo: inside, version: await versionOf(inside) })
  })

  test('it ends with the switch, with the group, and with another group that has no limit', async () => {
    const both = [inside, outside].toSorted()
    await limit({ appGrouping: false })
    expect(await numbers(member)).toEqual(both)
    await limit()
    expect(await numbers(member)).toEqual([inside])

    await lead.data(reviewers.groupClose, group)
    expect(await numbers(member)).toEqual(both)
    await lead.data(reviewers.groupReopen, { id: group.id, version: group.version + 1 })
    group.version += 2
    expect(await numbers(member)).toEqual([inside])

    const { stream } = await lead.data(reviewers.groupSave, {
      name: 'No limit',
      apps: [apps[0]!],
      stages: ['first'],
      capacity: 5,
      shifts: [],
      members: [member.id],
    })
    expect(await numbers(member)).toEqual(both)
    await lead.data(reviewers.groupClose, { id: Number(stream.split('/')[1]), version: 1 })
    expect(await numbers(member)).toEqual([inside])
  })

  test('two groups that limit give together what each gives, and an admin has no limit', async () => {
    const admin = await app.login('admin')
    const { stream } = await lead.data(reviewers.groupSave, {
      name: 'The other app',
      apps: [apps[1]!],
      appGrouping: true,
      stages: ['first'],
      capacity: 5,
      shifts: [],
      members: [member.id, admin.id],
    })
    expect(await numbers(member)).toEqual([inside, outside].toSorted())
    expect(await numbers(admin)).toEqual([inside, outside].toSorted())
    expect((await admin.data(user.userInfo, { token: admin.token })).apps).toBeNull()
    await lead.data(reviewers.groupClose, { id: Number(stream.split('/')[1]), version: 1 })
  })

  test('the account says what it is limited to, and a group that limits names an app', async () => {
    const admin = await app.login('admin')
    const { rows } = await admin.data(account.list, { email: 'reviewer1@' })
    expect(rows.map((row) => row.apps)).toEqual([[apps[0]]])
    expect((await member.data(user.userInfo, { token: member.token })).apps).toEqual([apps[0]])
    const none = {
      ...group,
      name: 'Only one app',
      apps: [],
      appGrouping: true,
      stages: ['first' as const],
      capacity: 5,
    }
    expect(await lead.call(reviewers.groupSave, { ...none, shifts: [], members: [] })).toMatchObject({
      code: 400,
      data: { issues: [{ field: 'apps', reason: 'required' }] },
    })
  })

  describe('with every right', () => {
    let keeper: Caller
    beforeAll(async () => {
      const admin = await app.login('admin')
      const made = await admin.data(access.roleSave, { name: 'everything' })
      const role_id = Number(made.stream.split('/')[1])
      const granted = app.mounted.filter(({ permission }) => permission === 'granted')
      const interfaces = [...new Set(granted.map((endpoint) => endpoint.interface))]
      await admin.data(access.interfaceSave, { role_id, interfaces })
      const named = { name: 'Keeper', email: 'keeper@demo.example', password }
      await admin.data(user.editUser, { ...named, roles: [role_id] })
      keeper = await app.login('keeper')
    })
    beforeEach(() => limit({ members: [member.id, keeper.id] }))

    test('changes that wait are counted within reach', async () => {
      const support = await app.login('support')
      await support.data(order.editUserInfo, { orderNo: await approvedOrder(app), street: 'Jalan Kenanga 9' })
      const waiting = async (who: Caller) => (await who.data(dashboard.summary, {})).edits
      expect(await waiting(keeper)).toMatchObject({ count: 1 })
      await limit({ apps: [apps[1]!], members: [member.id, keeper.id] })
      expect(await waiting(keeper)).toEqual({ count: 0, oldest: null })
    })

    test('what providers say of an order out of reach alarms others, who alone can say that they saw it', async () => {
      const payload = { word: 'failed' as const, code: 'X', message: '', amount: 1, at: app.clock.now() }
      const ids = [`${inside}-P1`, `${outside}-P1`, 'WD261121-000000000000']
      for (const txid of ids) await hearWord(app.server, [payoutSendings], 'samudra', { ...payload, txid }, 'callback')
      const alarmsOf = async (who: Caller) => (await who.data(payout.alarms, {})).alarms
      const txidsOf = async (who: Caller) => (await alarmsOf(who)).map(({ txid }) => txid).toSorted()
      expect(await txidsOf(keeper)).toEqual([ids[0], ids[2]])
      const admin = await app.login('admin')
      expect(await txidsOf(admin)).toEqual(ids)
      for (const { id, count } of await alarmsOf(admin)) await keeper.data(payout.alarmSeen, { id, count })
      expect(await txidsOf(admin)).toEqual([ids[1]])
    })

    test('money that went out may be said to be a withdrawal, which is of no app, and no order out of reach', async () => {
      await app.db.sql
        .insertInto('bank_account')
        .values({ code: 'REACH', bank: 'BCA', name: 'Uji', number: '123' })
        .execute()
      await takeIn(app, keeper, 'REACH', bankFile(5_000_000, [['2026-11-20', -1000, 'SEWA', 'R1']]))
      const [line] = (await keeper.data(statement.list, { account: 'REACH' })).rows
      const { id, version } = line!
      const propose = (orderNo: string) => keeper.call(statement.proposeMatch, { id, version, orderNo })
      expect(await propose('WD261121-000000000000')).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'orderNo', reason: 'noPayout' }] },
      })
      for (const orderNo of [outside, 'LK261121999999']) expect(await propose(orderNo)).toMatchObject(notFound)
    })

    test('those who share something are counted and shown within reach, however many others there are', async () => {
      const sharing = (app: string) => ({ app, device: 'kiosk', customer: passingCustomer({ contacts: [] }) })
      const others = Array.from({ length: approval.mostRelated + 2 }, () => sharing(apps[1]!))
      const orders = await waitingOrders(app, [...others, sharing(apps[0]!), sharing(apps[0]!)])
      const [one, other] = orders.slice(-2)
      const devices = async (who: Caller) => {
        const { shared } = await who.data(approval.related, { orderNo: one! })
        const { orders, more } = shared.find(({ link }) => link === 'device')!
        return { orders: orders.map(({ orderNo }) => orderNo), more }
      }
      expect(await devices(keeper)).toEqual({ orders: [other], more: false })
      expect(await devices(free)).toMatchObject({ more: true })
    })
  })
})
