import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { createApp } from '../../../src/server/app.ts'
import { serverFor } from '../../../src/server/http/listen.ts'
import { type Random, randomOf } from '../../../src/server/kit/random.ts'
import * as collectionGroup from '../../../src/services/collectionGroup.ts'
import * as collector from '../../../src/services/collector.ts'
import * as contact from '../../../src/services/contact.ts'
import type { DataOf, Endpoint, InputOf } from '../../../src/services/endpoint.ts'
import * as loan from '../../../src/services/loan.ts'
import * as placement from '../../../src/services/placement.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import { editUser } from '../../../src/services/user.ts'
import { password, type TestApp, unhurried } from '../../kit/app.ts'
import { secondPool } from '../../kit/engines.ts'
import { callsTo } from '../../kit/pair.ts'
import type { Halves } from '../../kit/raw.ts'
import type { Tried } from './weekJudge.ts'

type Answered<Data> = { code: number; msg: string; data: Data }
type Row = recoveryCase.RecoveryCase
export type Person = Halves & {
  id: string
  account: number
  name: string
  /** The agency; empty for the lender's own staff. */
  company: string
  random: Random
}

export const agencies = ['Agen Timur', 'Agen Barat'] as const
const hours = { apps: [], days: ['1', '2', '3', '4', '5', '6'] as const, opens: '08:00', closes: '20:00', target: 1000 }
const own = { ...hours, company: '', commission: 0 }
/** The groups, and how many people each has. */
const groups = [
  [4, { ...own, name: 'Near', stages: ['pre'], capacity: 4 }],
  [12, { ...own, name: 'Early', stages: ['s1', 's2'], capacity: 3 }],
  [9, { ...own, name: 'Late', stages: ['m2', 'm3'], capacity: 3 }],
  [13, { ...own, name: 'All', stages: ['s1', 's2', 'm2', 'm3'], capacity: 2 }],
  [6, { ...hours, name: 'East', company: agencies[0], stages: ['m2', 'm3', 'm4'], capacity: 3, commission: 2000 }],
  [
    6,
    { ...hours, name: 'West', company: agencies[1], stages: ['s2', 'm2', 'm3', 'm4'], capacity: 3, commission: 2500 },
  ],
] as const

/**
 * Fifty collectors, two dispatchers and who works beside them, on two servers over one database. Nobody waits: the
 * clock stands still until it is moved.
 */
export const openFloor = async (app: TestApp, databaseUrl: string, seed: string) => {
  const pool = await secondPool(app.db, databaseUrl)
  const other = await createApp({
    db: pool,
    clock: app.clock,
    ids: randomUUID,
    channels: app.server.channels,
    log: pino({ level: 'silent' }),
    limits: unhurried,
  })
  const servers = [app, other]
  const listening = servers.map((one) => serverFor(one.app, unhurried.connection).listen(0))
  const urls = listening.map((server) => `http://localhost:${(server.address() as AddressInfo).port}`)
  const random = randomOf(seed)

  /** Calls an endpoint at either server. */
  const ask = async <E extends Endpoint>(who: Person, endpoint: E, input: InputOf<E>, key: string = randomUUID()) => {
    const line = `${endpoint.method} ${endpoint.path}`
    const body = endpoint.method === 'GET' ? undefined : input
    return (await callsTo(who.random.pick(urls)).as(who).call(line, body, { 'idempotency-key': key })) as Answered<
      DataOf<E>
    >
  }
  const must = async <E extends Endpoint>(...asked: [who: Person, endpoint: E, input: InputOf<E>]) => {
    const { code, msg, data } = await ask(...asked)
    if (code !== 0) throw new Error(`${asked[1].id}: ${code} ${msg} ${JSON.stringify(data)}`)
    return data
  }

  const login = async (name: string, company = ''): Promise<Person> => {
    const calls = await callsTo(urls[0]!).login(name)
    const { id } = (await calls.info()).data
    const account = Number(id.slice('staff/'.length))
    return { token: calls.token, cookie: calls.cookie, id, account, name, company, random: random.fork(name) }
  }
  /** Nobody's session ends while the clock moves: how sessions end is not what this is about. */
  const keepAwake = () => {
    const now = app.clock.now()
    return app.db.sql
      .updateTable('session')
      .set({ started_at: now, seen_at: now })
      .where('ended_at', 'is', null)
      .execute()
  }

  const roles = await app.db.sql.selectFrom('role').select(['id', 'name']).execute()
  const roleOf = (name: string) => roles.find((role) => role.name === name)!.id
  const [admin, finance, checker, support] = await Promise.all(
    ['admin', 'finance', 'financeChecker', 'support'].map((name) => login(name)),
  )
  const accountOf = (name: string, role: string, more: { id?: number; status?: 'active' | 'disabled' } = {}) => ({
    name,
    email: `${name}@demo.example`,
    roles: [roleOf(role)],
    ...more,
  })
  const hire = async (name: string, role: string, company = '') => {
    await must(admin!, editUser, { ...accountOf(name, role), password })
    return login(name, company)
  }
  const leads = [await hire('lead.one', 'collectionLead'), await hire('lead.two', 'collectionLead')]
  const groupIds: { id: string; company: string }[] = []
  const collectors: Person[] = []
  const make = async () => {
    const [lead] = leads as [Person]
    for (const { id, version } of (await must(lead, collectionGroup.list, {})).rows)
      await must(lead, collectionGroup.close, { id, version })
    for (const [people, group] of groups) {
      const terms = { ...group, apps: [...group.apps], stages: [...group.stages], days: [...group.days] }
      const { stream } = await must(lead, collectionGroup.create, { version: 0, ...terms })
      const id = stream.slice('collectionGroup/'.length)
      groupIds.push({ id, company: group.company })
      const names = Array.from({ length: people }, (_, nth) => `${group.name.toLowerCase()}.${nth}`)
      const role = group.company === '' ? 'collector' : 'agencyCollector'
      collectors.push(...(await Promise.all(names.map((name) => hire(name, role, group.company)))))
    }
    const today = businessDay(app.clock.now())
    // One after the other: a server refuses too many calls of one person at the same time.
    for (const { id, company } of collectors) {
      const group = random.pick(groupIds.filter((one) => one.company === company)).id
      // Some certificates end within the week.
      const until = addDays(today, random.chance(0.2) ? random.int(0, 5) : 300)
      await must(lead, collector.join, { id, version: 0, group })
      await must(lead, collector.certify, { id, version: 1, certificate: 'SPPI', until })
    }
  }
  await make()

  const tried: Tried[] = []
  const openCases = async (who: Person, more: Partial<InputOf<typeof recoveryCase.list>> = {}) =>
    (await ask(who, recoveryCase.list, { phase: 'open', limit: 200, ...more })).data.rows ?? []
  /** What the leads see at the beginning of a round: by the time they act on it, much is stale. */
  let board: Row[] = []
  const somebody = (company: string) => random.pick(collectors.filter((one) => one.company === company)).id
  const today = () => businessDay(app.clock.now())

  /** Tries to reach a customer; now and then twice with the same key, as a double click does, at both servers. */
  const attempt = async (who: Person, { orderNo, version }: Pick<Row, 'orderNo' | 'version'>) => {
    const key = randomUUID()
    const channel = who.random.weighted([
      ['phone', 3],
      ['whatsapp', 2],
      ['sms', 2],
    ] as const)
    const clicks = who.random.chance(0.1) ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => ask(who, recoveryCase.contact, { orderNo, version, channel }, key)),
    )
    // The case may change between two clicks: then one of them finds it changed, and the other says what came of it.
    const told = answers.find(({ code }) => code === 0) ?? answers.find(({ code }) => code === 422) ?? answers[0]
    const { code, data } = told as Answered<{ version: number; rule?: string }>
    tried.push({ key, orderNo, code, rule: code === 422 ? data?.rule : undefined })
    return code === 0 ? data.version : undefined
  }

  const afterwards = async (who: Person, { orderNo, owed }: Row, version: number) => {
    const outcome = who.random.pick(['reached', 'promised', 'noAnswer', 'busy', 'refused'] as const)
    const noted = await ask(who, recoveryCase.noteOutcome, { orderNo, version, outcome })
    if (noted.code !== 0) return
    const now = noted.data.version
    const day = addDays(today(), who.random.int(-1, 3))
    if (who.random.chance(0.5)) {
      const amount = who.random.int(0, Math.ceil(owed * 1.1))
      await ask(who, recoveryCase.promise, { orderNo, version: now, amount, day })
    } else if (who.random.chance(0.4)) await ask(who, recoveryCase.callBack, { orderNo, version: now, day })
  }

  const work = async (who: Person) => {
    const { code, data } = await ask(who, recoveryCase.mine, { limit: 10, sort: 'urgency' })
    if (code !== 0) return
    if (who.random.chance(0.06) && board.length > 0) await attempt(who, who.random.pick(board))
    const row = data.rows[who.random.chance(0.7) ? 0 : data.rows.length - 1]
    if (!row) return
    const version = await attempt(who, row)
    if (version !== undefined && who.random.chance(0.8)) await afterwards(who, row, version)
    if (who.random.chance(0.1))
      await attempt(who, { ...row, version: await app.server.store.version(`recoveryCase/${row.orderNo}`) })
  }

  const moves = {
    dispatch: async (lead: Person) => {
      const { data } = await ask(lead, recoveryCase.waiting, { limit: 100 })
      if (data.rows.length === 0) return
      const { orderNo, version, company } = lead.random.pick(data.rows)
      const holder = lead.random.chance(0.5) ? recoveryCase.asProposed : somebody(company ?? '')
      await ask(lead, recoveryCase.dispatch, { orderNo, version, holder })
    },
    reassign: async (lead: Person, { orderNo, version, company }: Row) => {
      const other = lead.random.chance(0.1) ? agencies[0] : (company ?? '')
      await ask(lead, recoveryCase.reassign, { orderNo, version, holder: somebody(other) })
    },
    recall: async (lead: Person, { orderNo, version }: Row) => ask(lead, recoveryCase.recall, { orderNo, version }),
    hold: async (lead: Person, { orderNo, version, holdReason }: Row) => {
      if (holdReason) return ask(lead, recoveryCase.liftHold, { orderNo, version })
      const [from, until] = [addDays(today(), -lead.random.int(0, 2)), addDays(today(), lead.random.int(0, 2))]
      return ask(lead, recoveryCase.hold, { orderNo, version, reason: 'hardship', from, until })
    },
    complain: async (lead: Person, { orderNo, version }: Row) => {
      const said = {
        topic: 'manners',
        channel: 'phone',
        words: 'Somebody shouted',
        hold: lead.random.pick(['none', '3'] as const),
      } as const
      return ask(lead, recoveryCase.complain, { orderNo, version, ...said })
    },
    place: async (lead: Person, { orderNo, company }: Row) => {
      const version = await app.server.store.version(`placement/${orderNo}`)
      if (company !== null) return ask(lead, placement.recall, { orderNo, version })
      const until = addDays(today(), lead.random.int(0, 5))
      const terms = { company: lead.random.pick(agencies), until }
      const proposed = await ask(lead, placement.propose, { orderNo, version, ...terms })
      const body = { orderNo, version: version + 1 }
      if (proposed.code !== 0) return proposed
      if (lead.random.chance(0.1)) return ask(checker!, placement.refuse, { ...body, reason: 'Too early' })
      return ask(checker!, placement.confirm, body)
    },
    staff: async (lead: Person) => {
      const { id, account, company } = lead.random.pick(collectors)
      const version = await app.server.store.version(`collector/${account}`)
      const { context } = await app.server.store.state(`collector/${account}`)
      if (context.group === null) {
        const group = lead.random.pick(groupIds.filter((one) => one.company === company)).id
        return ask(lead, collector.join, { id, version, group })
      }
      if (context.certificate!.until < today())
        return ask(lead, collector.certify, {
          id,
          version,
          certificate: 'SPPI-2',
          until: addDays(today(), lead.random.int(0, 200)),
        })
      return lead.random.weighted([
        [() => ask(lead, collector.leave, { id, version }), 3],
        [() => ask(lead, collector.sendHome, { id, version }), 2],
        [() => ask(lead, collector.setDailyCap, { id, version, dailyCap: lead.random.int(1, 4) }), 2],
        [() => ask(lead, collector.setWeight, { id, version, weight: lead.random.int(1, 3) }), 1],
      ] as const)()
    },
  }
  const direct = async (lead: Person) => {
    for (let nth = 0; nth < 3; nth += 1) {
      const row = board.length > 0 ? lead.random.pick(board) : undefined
      const name = lead.random.weighted([
        ['dispatch', 5],
        ['reassign', 3],
        ['recall', 3],
        ['hold', 2],
        ['complain', 1],
        ['place', 4],
        ['staff', 3],
      ] as const)
      if (row) await moves[name](lead, row)
    }
  }

  /** Payments that stand, by order. */
  const paid: { orderNo: string; txid: string }[] = []
  const cash = async () => {
    const who = finance!
    for (let nth = 0; nth < 4 && board.length > 0; nth += 1) {
      const version = async (orderNo: string) => app.server.store.version(`loan/${orderNo}`)
      if (paid.length > 0 && who.random.chance(0.3)) {
        const [{ orderNo, txid }] = paid.splice(who.random.int(0, paid.length - 1), 1) as [
          { orderNo: string; txid: string },
        ]
        const proposed = await ask(who, loan.proposeReversal, {
          orderNo,
          version: await version(orderNo),
          txid,
          reason: 'bank',
        })
        if (proposed.code === 0) await ask(checker!, loan.confirmReversal, { orderNo, version: await version(orderNo) })
        continue
      }
      const { orderNo } = who.random.pick(board)
      const { data } = await ask(leads[0]!, recoveryCase.detail, { orderNo })
      const owed = data.row?.owed ?? 0
      if (owed === 0) continue
      const all = who.random.chance(0.4)
      const txid = randomUUID()
      const amount = all ? owed : who.random.int(1, Math.ceil(owed / 3))
      const day = all ? today() : addDays(today(), -who.random.int(0, 2))
      const { code } = await ask(who, loan.record, { orderNo, version: await version(orderNo), txid, day, amount })
      if (code === 0) paid.push({ orderNo, txid })
    }
  }

  /** A customer takes back the consent to a channel, or must not be reached at all. */
  const hear = async () => {
    if (!support!.random.chance(0.3) || board.length === 0) return
    const { orderNo } = support!.random.pick(board)
    const { context } = await app.server.store.state(`recoveryCase/${orderNo}`)
    const { person } = context.order!
    const of = { id: person, version: await app.server.store.version(`contact/${person}`) }
    if (support!.random.chance(0.2)) await ask(support!, contact.barContact, { ...of, reason: 'A court says so' })
    else
      await ask(support!, contact.withdrawConsent, {
        ...of,
        purpose: 'collection',
        channel: support!.random.pick(['sms', 'whatsapp'] as const),
      })
  }

  let away: Person | undefined
  /** One collector's account is disabled at a time. */
  const swap = async () => {
    const status = async ({ account, name, company }: Person, status: 'active' | 'disabled') =>
      must(admin!, editUser, accountOf(name, company === '' ? 'collector' : 'agencyCollector', { id: account, status }))
    if (away) {
      await status(away, 'active')
      Object.assign(away, await login(away.name, away.company))
    }
    away = random.pick(collectors)
    await status(away, 'disabled')
  }

  const running = new Map<number, Promise<unknown>>()
  /** Lets a server do what is due and dispatch what waits, as it does by itself when something happens. */
  const wake = async (nth: number) => {
    const run = async () => {
      await servers[nth]!.dispatch.runDue()
      await servers[nth]!.work.runDue()
      running.delete(nth)
    }
    if (!running.has(nth)) running.set(nth, run())
    await running.get(nth)
  }
  /** Everything that is due happens, on both servers at once. */
  const settle = async () => {
    for (;;) {
      const done = await Promise.all(servers.flatMap(({ work: due, dispatch }) => [due.runDue(), dispatch.runDue()]))
      if (done.every((count) => count === 0)) return
    }
  }

  /** Everybody acts once at this instant, and both servers dispatch meanwhile. */
  const round = async () => {
    await keepAwake()
    board = await openCases(leads[0]!)
    const beside = async (who: Person, act: (who: Person) => Promise<unknown>) => {
      await act(who)
      if (who.random.chance(0.15)) await wake(who.random.int(0, 1))
    }
    await Promise.all([
      wake(0),
      wake(1),
      ...collectors.map((one) => beside(one, work)),
      ...leads.map((one) => beside(one, direct)),
      beside(finance!, cash),
      hear(),
    ])
    await settle()
  }

  const morning = async () => {
    await keepAwake()
    await swap()
    for (const one of collectors) if (one.random.chance(0.85)) await ask(one, collector.signIn, {})
  }

  const close = async () => {
    for (const server of listening) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    await other.stop()
    await pool.close()
  }
  return { collectors, tried, ask, round, morning, settle, keepAwake, close }
}
