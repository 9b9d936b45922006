import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { demoRoles } from '../../../src/server/demo/staff.ts'
import * as access from '../../../src/services/access.ts'
import * as approval from '../../../src/services/approval.ts'
import * as collector from '../../../src/services/collector.ts'
import * as contact from '../../../src/services/contact.ts'
import type { Endpoint } from '../../../src/services/endpoint.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as order from '../../../src/services/order.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import * as savedViews from '../../../src/services/savedViews.ts'
import { bankLayout, type BankLayoutInput } from '../../../src/services/statement.layout.ts'
import * as user from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { requestExport } from '../../kit/exports.ts'
import { fitting, type Known } from '../../kit/inputs.ts'
import { knownIn } from '../../kit/known.ts'
import { openLoan } from '../../kit/loans.ts'
import { waitingOrders } from '../../kit/orders.ts'
import { base64, photo } from '../../kit/photo.ts'
import { withApp } from '../../kit/withApp.ts'

/** Fields by which a call names a record. */
const naming = ['orderNo', 'id', 'txid', 'number', 'role_id'] as const
type Name = (typeof naming)[number]

const seed = 1
const missing: Record<Name, readonly unknown[]> = {
  orderNo: ['LK261121999999'],
  id: [randomUUID(), 2_000_000_000],
  txid: [`WD${randomUUID()}`],
  number: [2_000_000_000],
  role_id: [2_000_000_000],
}

type Shape = Record<string, unknown>
const shapeOf = ({ body }: Endpoint): Shape => (body._zod.def as { shape?: Shape }).shape ?? {}
const namesIn = (endpoint: Endpoint) => naming.filter((name) => name in shapeOf(endpoint))
const isPeoples = ({ permission }: Endpoint) => permission === 'staff' || permission === 'granted'

/**
 * Calls on records that belong to nobody in particular: whoever was granted the call works on all of them. Every other
 * call, also of a new endpoint, must answer a non-owner as if the record did not exist.
 */
const everybodys: Partial<Record<Name, RegExp>> = {
  // Orders and loans; the limits to some apps are tested below.
  orderNo: /^(approve|customer|order|loan|repay|risk|audit|bankStatement|contact|message)\./,
  // Bank files and lines, backtests, groups, alarms, accounts and roles.
  id: /^(bankStatement|backtest|reviewers|account|power\.(roleSave|userEdit|getUsers)|user\.(editUser|getUsers)|order\.(confirmEdit|refuseEdit))/,
  txid: /^(withdrawal|repay|bankStatement)\./,
  number: /^risk\./,
  role_id: /^(power|user)\./,
}

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })
  let known: Known
  /** May call everything, and is limited to the orders of one app. */
  let limited: Caller
  /** May call everything, and owns none of the records. */
  let other: Caller
  /** May call everything, as the staff of an agency. */
  let agent: Caller
  /** Orders placed with that agency, and with another one. */
  let [placed, elsewhere]: string[] = []
  let own: { kind: string; by: string; id: string }[]
  let theirs: string
  beforeAll(async () => {
    await app.settle()
    const admin = await app.login('admin')

    const role = await admin.data(access.roleSave, { name: 'everything' })
    const role_id = Number(role.stream.slice('role/'.length))
    const interfaces = [
      ...new Set(app.mounted.filter((one) => one.permission === 'granted').map((one) => one.interface)),
    ]
    await admin.data(access.interfaceSave, { role_id, interfaces })
    const hired = async (name: string) => {
      await admin.data(user.powerUserEdit, { name, email: `${name}@demo.example`, roles: [role_id], password })
      return app.login(name)
    }
    ;[limited, other, agent] = [await hired('limited'), await hired('other'), await hired('agent')]
    await admin.data(reviewers.groupSave, {
      name: 'one app',
      apps: ['PW'],
      appGrouping: true,
      stages: ['first', 'final'],
      capacity: 5,
      shifts: [],
      members: [limited.id],
    })

    const image = base64(await photo())
    const reviewer = await app.login('reviewer1')
    const [orderNo] = await waitingOrders(app, [{ app: 'DK', documents: [{ kind: 'idFront', image }] }])
    theirs = orderNo!
    await reviewer.data(approval.firstClaim, { orderNo: theirs, version: 2 })
    const { documents } = await reviewer.data(approval.detail, { orderNo: theirs })
    const support = await app.login('support')
    const lead = await app.login('reviewLead')
    const sheet = await support.data(order.uploadSheet, {
      name: 'orders.csv',
      content: Buffer.from(`orderNo\n${theirs}\n`).toString('base64'),
    })
    const bulk = await lead.data(jobs.requestBulk, {
      list: 'approve.list',
      filter: { list: 'firstWait' },
      rows: [{ key: theirs, version: 3 }],
      command: 'firstRecalled',
      said: {},
    })
    const view = await reviewer.data(savedViews.saveView, {
      list: 'reviewFirstWait',
      name: 'mine',
      query: '',
      layout: { columns: [] },
      role: null,
    })
    own = [
      { kind: 'an export', by: 'reviewer1', id: await requestExport(reviewer) },
      { kind: 'a sheet', by: 'support', id: sheet.stream.slice('orderSheet/'.length) },
      { kind: 'many commands', by: 'reviewLead', id: bulk.stream.slice('bulk/'.length) },
      { kind: 'a view', by: 'reviewer1', id: view.id },
      {
        kind: 'what was concealed',
        by: 'reviewer1',
        id: (await reviewer.data(savedViews.conceal, { value: '3171015708921001' })).id,
      },
      { kind: 'a document', by: 'reviewer1', id: documents[0]!.id },
    ]
    await app.settle()
    ;[placed, elsewhere] = [await placedWith('demo-agency-1'), await placedWith('demo-agency-2')]
    await admin.data(collector.join, { id: agent.id, version: 0, group: 'demo-agency-1' })
    known = await knownIn(app)
  })

  /** An order whose case is placed with the agency of a group. */
  const placedWith = async (group: string) => {
    const documents = [{ kind: 'handheld' as const, image: base64(await photo()) }]
    const orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -40) }, [{ documents }])
    await app.settle()
    const { company } = (await app.server.store.state(`collectionGroup/${group}`)).context
    const until = addDays(businessDay(app.clock.now()), 30)
    await app.server.store.send({
      stream: `recoveryCase/${orderNo}`,
      event: { type: 'placementBegan', by: 'SYS', at: app.clock.now(), company, until },
      via: 'SYS',
      key: randomUUID(),
    })
    return orderNo
  }

  type Body = Partial<Record<Name, unknown>>
  /** The same body about another record, in every field that names the old one. */
  const renamed = (body: Body, name: Name, to: unknown): Body => ({
    ...(Object.fromEntries(Object.entries(body).map(([key, one]) => [key, one === body[name] ? to : one])) as Body),
    [name]: to,
  })

  const samples = new Map<string, Body[]>()
  const samplesOf = ({ id, body }: Endpoint) => {
    const made = samples.get(id) ?? (fc.sample(fitting(body, known), { numRuns: 400, seed }) as Body[])
    samples.set(id, made)
    return made
  }

  // A bank's layout has columns that fit its head: no body by chance does.
  const layout: BankLayoutInput = {
    head: ['Day', 'Text', 'Debit', 'Credit'],
    roles: ['day', 'info', 'debit', 'credit'],
    dates: 'dmy',
    sen: '.',
    unsigned: 'refused',
    creditMark: '',
    debitMark: '',
    id: 'journal',
  }

  /** A valid body of the endpoint that names this record; undefined when none is found. */
  const bodyWith = (endpoint: Endpoint, name: Name, there: unknown, more: object): Body | undefined => {
    for (const sample of samplesOf(endpoint)) {
      const body = {
        ...renamed(sample, name, there),
        ...(shapeOf(endpoint).layout === bankLayout && { layout }),
        ...more,
      }
      if (endpoint.body.safeParse(body).success) return body
    }
    return undefined
  }

  /** An answer without the name that it may repeat. */
  const answerOf = async (who: Caller, endpoint: Endpoint, body: object, name: unknown) => {
    const { code, msg, data } = await who.call(endpoint, body, { key: randomUUID() })
    const answer = JSON.stringify({ code, msg, data })
    return typeof name === 'string' ? answer.replaceAll(name, '…') : answer
  }

  const looked = { pairs: 0, endpoints: new Set<string>() }

  /** The differences by which a caller can tell an existing record from a missing one. */
  const tells = async (who: Caller, endpoint: Endpoint, name: Name, there: unknown, more: object = {}) => {
    const found: string[] = []
    for (const gone of missing[name].filter((one) => typeof one === typeof there)) {
      const body = bodyWith(endpoint, name, there, more)
      if (!body) continue
      const other = renamed(body, name, gone)
      const [one, another] = [await answerOf(who, endpoint, body, there), await answerOf(who, endpoint, other, gone)]
      looked.pairs += 1
      looked.endpoints.add(`${endpoint.id} ${name}`)
      if (one !== another) found.push(`${endpoint.id} ${name}: ${one.slice(0, 160)} ≠ ${another.slice(0, 160)}`)
    }
    return found
  }

  test('an order beyond the apps that somebody is limited to is as none at all, at every endpoint about an order', async () => {
    const told: string[] = []
    for (const endpoint of app.mounted.filter(isPeoples))
      if (namesIn(endpoint).includes('orderNo')) told.push(...(await tells(limited, endpoint, 'orderNo', theirs)))
    expect(told).toEqual([])
    expect(looked.endpoints.size).toBeGreaterThan(60)
  })

  test('a person without an order within those apps is as none at all, at every endpoint that takes an id', async () => {
    const { context } = await app.server.store.state(`approval/${theirs}`)
    const told: string[] = []
    for (const endpoint of app.mounted.filter(isPeoples))
      if (namesIn(endpoint).includes('id'))
        told.push(...(await tells(limited, endpoint, 'id', context.application!.person)))
    expect(told).toEqual([])
    expect([...looked.endpoints].filter((one) => one.startsWith('contact.') && one.endsWith(' id'))).toHaveLength(13)

    const { person: id } = context.application!
    await other.data(contact.barMarketing, { id, version: 0, reason: 'asked' })
    const listed = async (who: Caller) => (await who.data(contact.list, {})).rows.some((row) => row.id === id)
    expect([await listed(other), await listed(limited)]).toEqual([true, false])
  })

  test('an order that is not placed with an agency is as none at all to its staff, at every endpoint, list and count', async () => {
    looked.endpoints.clear()
    const told: string[] = []
    for (const orderNo of [elsewhere!, theirs])
      for (const endpoint of app.mounted.filter(isPeoples))
        if (namesIn(endpoint).includes('orderNo')) told.push(...(await tells(agent, endpoint, 'orderNo', orderNo)))
    const { context } = await app.server.store.state(`approval/${elsewhere}`)
    for (const endpoint of app.mounted.filter(isPeoples))
      if (namesIn(endpoint).includes('id'))
        told.push(...(await tells(agent, endpoint, 'id', context.application!.person)))
    expect(told).toEqual([])
    expect(looked.endpoints.size).toBeGreaterThan(100)

    expect((await agent.data(recoveryCase.list, {})).rows.map(({ orderNo }) => orderNo)).toEqual([placed])
    expect(await agent.data(recoveryCase.count, {})).toEqual({ count: 1, capped: false })
    expect((await agent.data(recoveryCase.detail, { orderNo: placed! })).row).toMatchObject({ orderNo: placed })
    expect(await agent.call(recoveryCase.detail, { orderNo: elsewhere! })).toMatchObject({ code: 404 })
  })

  test('an agency that has the right to documents sees those of its own case, while it is placed with it', async () => {
    const { store, clock } = app.server
    const stream = `recoveryCase/${placed!}` as const
    const { company } = (await store.existing(stream)).context.placement!
    const by = { by: 'SYS', at: clock.now() }
    await store.send({
      stream,
      event: { type: 'dispatched', ...by, holder: agent.id, company },
      via: recoveryCase.dispatch.interface,
      key: randomUUID(),
    })
    const documentOf = async (who: Caller, orderNo: string) => {
      const { open, documents } = await who.data(recoveryCase.documents, { orderNo })
      expect(documents).toEqual([{ id: expect.any(String), kind: 'handheld' }])
      return { open, id: documents[0]!.id }
    }
    const own = await documentOf(agent, placed!)
    expect(own.open).toBe(true)
    const sees = (orderNo: string, id: string) => agent.call(recoveryCase.document, { orderNo, id })
    expect(await sees(placed!, own.id)).toHaveCode(0)

    const foreign = await documentOf(await app.login('admin'), elsewhere!)
    const asks = (orderNo: string) => agent.call(recoveryCase.documents, { orderNo })
    expect(await asks(elsewhere!)).toMatchObject({ code: 404 })
    expect(await sees(elsewhere!, foreign.id)).toMatchObject({ code: 404 })
    // Another's document is none of this order either.
    expect(await sees(placed!, foreign.id)).toMatchObject({ code: 404 })

    await store.send({ stream, event: { type: 'placementEnded', ...by }, via: 'SYS', key: randomUUID() })
    expect(await asks(placed!)).toMatchObject({ code: 404 })
    expect(await sees(placed!, own.id)).toMatchObject({ code: 404 })
  })

  test('what somebody else asked for, keeps or holds is as nothing at all, at every endpoint that takes an id', async () => {
    const told: string[] = []
    const endpoints = app.mounted.filter(isPeoples).filter((endpoint) => namesIn(endpoint).includes('id'))
    for (const endpoint of endpoints)
      for (const { kind, id } of own)
        for (const line of await tells(
          other,
          endpoint,
          'id',
          id,
          'orderNo' in shapeOf(endpoint) ? { orderNo: theirs } : {},
        ))
          told.push(`${kind}: ${line}`)
    expect(told).toEqual([])
  })

  test('every role is told the same of what is there and of what is not, unless it works on all such records', async () => {
    const told: string[] = []
    for (const role of Object.keys(demoRoles)) {
      const who = await app.login(role)
      const there: Record<Name, readonly unknown[]> = {
        orderNo: [theirs],
        id: [own.find(({ by }) => by !== role)!.id, 3],
        txid: [known.txid![0]],
        number: [1],
        role_id: [3],
      }
      const may = new Set((await who.data(user.userInfo, { token: who.token })).interfaces)
      for (const endpoint of app.mounted.filter(isPeoples))
        for (const name of namesIn(endpoint)) {
          const isTheirs = endpoint.permission === 'staff' || may.has(endpoint.interface)
          if (isTheirs && everybodys[name]?.test(endpoint.id)) continue
          for (const one of there[name])
            told.push(...(await tells(who, endpoint, name, one)).map((line) => `${role}: ${line}`))
        }
    }
    console.log(
      `${looked.pairs} pairs of what is there and what is not, over ${looked.endpoints.size} ways to name a record`,
    )
    expect(told).toEqual([])
  })

  test('no endpoint that takes an id was left out', () => {
    const all = app.mounted
      .filter(isPeoples)
      .flatMap((endpoint) => namesIn(endpoint).map((name) => `${endpoint.id} ${name}`))
    expect(all.filter((one) => !looked.endpoints.has(one))).toEqual([])
  })
})
