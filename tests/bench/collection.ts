import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { addDays, businessDay, dayStart, weekday } from '../../src/machines/calendar.ts'
import { collectionStages } from '../../src/machines/collectionStages.ts'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { makeLender } from '../../src/server/demo/lender.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import { limits } from '../../src/server/kit/limits.ts'
import type { Server } from '../../src/server/server.ts'
import * as collectionGroup from '../../src/services/collectionGroup.ts'
import * as collector from '../../src/services/collector.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as placement from '../../src/services/placement.ts'
import * as recovery from '../../src/services/recovery.ts'
import * as recoveryCase from '../../src/services/recoveryCase.ts'
import { editUser } from '../../src/services/user.ts'
import { password } from '../kit/app.ts'
import { startServer } from '../kit/child.ts'
import { listen } from '../kit/http.ts'
import { fillCases } from '../kit/manyCases.ts'
import { fillLoans } from '../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../kit/manyOrders.ts'
import { agree, costOver, inWords, type Measured, sayDearest, someRows } from './cost.ts'
import { happened, same } from './happened.ts'
import { lenderOf, minutes, newDatabase, settle } from './lender.ts'
import { loggedIn } from './loggedIn.ts'
import { othersUntil, p99 } from './others.ts'
import { session } from './session.ts'
import { isSmall, sized } from './sized.ts'
import { writeStreams } from './streams.ts'
import { until } from './until.ts'

const allOrders = sized(1_000_000, 2000)
const waiting = sized(100_000, 60)
const collectors = sized(500, 6)
const groups = sized(5, 2)
const different = sized(40, 2)
const idlePages = sized(200, 3)
const pollMs = sized(250, 20)
const hiredAtOnce = 8
const agency = 'Agen Penagihan Timur'
const count = (value: number) => Math.round(value).toLocaleString('en')

/** Dispatches the cases that wait, and measures every list, detail and figure of collection. */
export const collecting = async (server: string): Promise<void> => {
  await measureDispatch(server)
  await measureCollection(await collectionLender(server))
}

const appOn = async (db: Database) => {
  const sandboxes = await startSandboxes()
  const log = pino({ level: 'silent' })
  // One caller who asks without a pause.
  const unlimited = { ...limits, share: { ...limits.share, most: Infinity } }
  const { channels } = sandboxes
  const parts = await createApp({ db, clock: systemClock, ids: randomUUID, channels, log, limits: unlimited })
  return { ...parts, sandboxes }
}

/** Hires certified collectors into groups that get no case yet; answers their ids and the groups'. */
const hire = async ({ db, store }: Server, url: string) => {
  const admin = await loggedIn(url, 'admin')
  const lead = await loggedIn(url, 'collectionLead')
  for (const { id, version } of (await lead(collectionGroup.list, {})).rows)
    await lead(collectionGroup.close, { id, version })
  // Nobody gets a case until the groups open.
  const otherDay = String(1 + ((weekday(systemClock.now()) + 2) % 7)) as '1'
  const terms = { company: '', stages: ['s1', 's2', 'm2', 'm3'] as const, apps: [], capacity: 1000, days: [otherDay] }
  const made: string[] = []
  for (let nth = 0; nth < groups; nth += 1) {
    const rest = { opens: '00:00', closes: '23:59', commission: 0, target: 3000 }
    const name = `Group ${nth}`
    const { stream } = await lead(collectionGroup.create, {
      version: 0,
      name,
      ...terms,
      stages: [...terms.stages],
      ...rest,
    })
    made.push(stream.slice('collectionGroup/'.length))
  }
  const role = await db.sql.selectFrom('role').select('id').where('name', '=', 'collector').executeTakeFirstOrThrow()
  const people: string[] = []
  const hireNext = async (nth: number) => {
    const name = `bench.${nth}`
    const { stream } = await admin(editUser, { name, email: `${name}@demo.example`, roles: [role.id], password })
    const account = stream.slice('account/'.length)
    const group = made[nth % groups]!
    const now = { by: 'staff/1', at: systemClock.now() }
    const until = addDays(businessDay(now.at), 300)
    const own = `collector/${account}` as const
    await store.send({
      stream: own,
      event: { type: 'groupJoined', ...now, group, company: '' },
      via: collector.join.interface,
      key: `join ${account}`,
    })
    await store.send({
      stream: own,
      event: { type: 'certified', ...now, certificate: 'SPPI', until },
      via: collector.certify.interface,
      key: `certify ${account}`,
    })
    await store.send({
      stream: own,
      event: { type: 'dailyCapSet', ...now, dailyCap: 1000 },
      via: collector.setDailyCap.interface,
      key: `cap ${account}`,
    })
    await store.send({
      stream: own,
      event: { type: 'signedIn', ...now, by: `staff/${account}`, collector: `staff/${account}`, signInTtl: 43_200_000 },
      via: collector.signIn.interface,
      key: `sign in ${account}`,
    })
    people.push(`staff/${account}`)
  }
  for (let first = 0; first < collectors; first += hiredAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(hiredAtOnce, collectors - first) }, (_, index) => hireNext(first + index)),
    )
  return { people, groups: made }
}

/** Prints how long it takes to give 100,000 waiting cases to 500 collectors, and what others feel of it. */
export const measureDispatch = async (postgres: string): Promise<void> => {
  const url = await lenderOf(postgres, sized(2000, 100))
  const db = await openPostgres(url)
  const { app, server, sandboxes } = await appOn(db)
  const served = await listen(app)
  const hired = await hire(server, served.url)
  await served.close()
  await sandboxes.stop()
  const now = systemClock.now()
  const rules = { from: '2020-01-01', pre: 3, s2: 8, m2: 31, m3: 61, m4: 91, horizon: 14, grace: 1, heldBack: 3 }
  await writeStreams(db, waiting, (nth) => {
    const orderNo = `LK200101${String(nth).padStart(6, '0')}`
    const due = addDays(businessDay(now), -1 - (nth % 80))
    const order = { person: `bench-${nth}`, app: nth % 3 ? 'DK' : 'PW', product: 'KILAT' }
    const opened = { type: 'episodeOpened', by: 'SYS', at: now, due, rules, orderNo, order }
    return [{ stream: `recoveryCase/${orderNo}`, events: [opened] }]
  })
  await settle(url)

  const child = await startServer({ DATABASE_URL: url })
  process.once('exit', () => void child.kill())
  const left = db.sql
    .selectFrom('recovery_case')
    .where('state', '=', 'open.unassigned')
    .where('order_no', 'like', 'LK200101%')
  const leftNow = async () =>
    (await left.select(({ fn }) => fn.countAll<number>().as('left')).executeTakeFirstOrThrow()).left
  const idle = await othersUntil(child.url, (pages) => pages === idlePages)
  same('cases that wait, and cases made', await leftNow(), waiting)
  const lead = await loggedIn(child.url, 'collectionLead')
  const began = performance.now()
  for (const id of hired.groups) {
    const { version, context } = await server.store.existing(`collectionGroup/${id}`)
    await lead(collectionGroup.change, { id, version, ...context, days: ['1', '2', '3', '4', '5', '6', '7'] })
  }
  let isOver = false
  const over = until(pollMs, async () => (await leftNow()) === 0).then(() => {
    isOver = true
    return performance.now() - began
  })
  const busy = await othersUntil(child.url, () => isOver)
  const took = await over
  const { rows } = await sql<{ cases: number; fewest: number; most: number }>`
    select sum(cases)::bigint as cases, min(cases) as fewest, max(cases) as most from (
      select count(*) as cases from recovery_case where holder = any(${hired.people}) and phase = 'open'
        and order_no like 'LK200101%' group by holder) h`.execute(db.sql)
  same('cases that somebody holds, and cases made', rows[0]!.cases, waiting)
  console.log(
    `dispatch of ${count(waiting)} cases to ${collectors} collectors: ${(took / 1000).toFixed(0)} s, ` +
      `${count((waiting / took) * 1000)} a second; ${rows[0]!.fewest} to ${rows[0]!.most} each`,
  )
  console.log(`  claims and releases of others, p99: ${p99(busy.claims)} ms, alone ${p99(idle.claims)} ms`)
  console.log(`  pages of a list of others, p99: ${p99(busy.pages)} ms, alone ${p99(idle.pages)} ms`)
  await child.kill()
  await db.close()
}

/** The URL of a new database with a lender of many orders, loans and cases, settled. */
export const collectionLender = async (postgres: string, orders = allOrders): Promise<string> => {
  const url = await newDatabase(postgres, 'loket_bench_collection')
  const began = performance.now()
  const db = await openPostgres(url)
  const { app, server, sandboxes } = await appOn(db)
  await makeLender(server, { password, orders: 0 })
  const served = await listen(app)
  const hired = await hire(server, served.url)
  await served.close()
  const now = systemClock.now()
  await fillOrders(db, orders, now)
  await fillLoans(db, now)
  await fillCases(db, now, { collectors: hired.people, group: hired.groups[0]!, agency })
  await sandboxes.stop()
  await db.close()
  await settle(url)
  console.log(`made ${count(orders)} orders with their cases in ${minutes(performance.now() - began)}`)
  return url
}

type Filters = Record<string, unknown>[]

/** Costs over HTTP of pages and counts of each list of collection, with each filter, of the detail and of a day's figures. */
export const measureCollection = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  const { app, sandboxes } = await appOn(db)
  const served = await listen(app)
  const cost = costOver(served.url, await session(served.url, 'admin'))
  const now = systemClock.now()
  const today = businessDay(now)
  const orders = (await sql<{ orders: number }>`select count(*) as orders from approval`.execute(db.sql)).rows[0]!
    .orders

  const pages: Measured[] = []
  const counts: Measured[] = []
  const measure = async (
    name: string,
    [list, counter]: readonly [Endpoint, Endpoint],
    filters: Record<string, Filters>,
    where = {},
    sort?: string,
  ) => {
    for (const [filter, inputs] of Object.entries({ none: [{}], ...filters })) {
      const bodies = inputs.map((one) => ({ ...where, ...one }))
      const page = await cost(`${name} by ${filter}`, list, sort ? bodies.map((one) => ({ ...one, sort })) : bodies)
      const counted = await cost(`${name} by ${filter}, counted`, counter, bodies)
      agree(page, counted)
      pages.push(page)
      counts.push(counted)
    }
  }

  const each = (name: string, values: readonly unknown[]): Filters => values.map((value) => ({ [name]: value }))
  const nth = <Value>(value: (n: number) => Value) => Array.from({ length: different }, (_, n) => value(1 + n * 7_919))
  const period = (name: string): Filters =>
    [1, 7, 30, 90, 700].map((days) => ({
      [`${name}From`]: dayStart(addDays(today, -days)),
      [`${name}To`]: dayStart(addDays(today, 1)),
    }))
  const { rows: some } = await sql<{ order_no: string }>`
    select order_no from recovery_case where phase = 'open' order by order_no offset ${Math.floor(orders / 40)} limit ${different}`.execute(
    db.sql,
  )
  const { rows: held } = await sql<{ holder: string }>`
    select holder from recovery_case where phase = 'open' and holder is not null group by 1 order by count(*) desc, 1 limit ${different}`.execute(
    db.sql,
  )
  const holders = held.map(({ holder }) => holder)
  const { rows: made } = await sql<{ id: string }>`select id from collection_group where state = 'open'`.execute(db.sql)
  const groupIds = made.map(({ id }) => id)

  const customer = {
    orderNo: some.map((row) => ({ orderNo: row.order_no })),
    'part of orderNo': some.map((row) => ({ orderNo: row.order_no.slice(-6) })),
    phone: each('phone', nth(phoneOf)),
    nik: each('nik', nth(nikOf)),
    fullName: each('fullName', nth(nameOf)),
  }
  const stage = { stage: each('stage', collectionStages) }
  const company = { company: each('company', [agency, 'nobody']) }
  const byApp = { app: each('app', ['DK', 'PW', 'GIVEN-UP']) }
  const due = { due: period('due'), ...byApp }
  const holder = { holder: each('holder', [...holders, 'staff/999999']) }
  const group = { group: each('group', [...groupIds, recovery.none]) }
  const promise = { promise: each('promise', recoveryCase.promiseOutcomes) }
  const states = recoveryCase.caseStates.filter((one) => one !== 'settled')
  const near = { ...customer, state: each('state', states), ...holder, ...group, ...promise, ...due }
  const bands = { days: each('days', Object.keys(recoveryCase.dayBands)) }
  const open = { ...near, ...stage, ...bands, ...company }
  const cases = [recoveryCase.list, recoveryCase.count] as const
  const nearly = { days: each('days', Object.keys(recoveryCase.nearBands)) }
  await measure('preOrderList', cases, { ...near, ...nearly }, { kind: 'pre', phase: 'open' })
  const working = { ...customer, ...holder, ...group, ...promise, ...due, callBack: period('callBack') }
  await measure('orderProcessingList', cases, working, { kind: 'pre', phase: 'open', working: true })
  await measure('all', cases, open, { kind: 'post', phase: 'open' })
  await measure('all, latest due first', cases, open, { kind: 'post', phase: 'open' }, '-due')
  const settled = { settled: period('settled'), creditedTo: each('creditedTo', [...holders, recovery.none]) }
  await measure(
    'finish',
    cases,
    { ...customer, ...settled, ...holder, ...group, ...stage, ...promise, ...due },
    { phase: 'settled' },
  )
  const toGive = [recoveryCase.waiting, recoveryCase.waitingCount] as const
  const waits = {
    ...customer,
    why: each('why', recoveryCase.waitReasons),
    amount: each('amount', Object.keys(recoveryCase.amountBands)),
    group: each('group', groupIds),
    ...due,
  }
  await measure('dispatchManage', toGive, { ...waits, ...nearly }, { kind: 'pre' })
  const late = { ...bands, ...stage, ...company }
  await measure('collectionDispatchManage', toGive, { ...waits, ...late }, { kind: 'post' })
  const ofPlacement = {
    orderNo: customer.orderNo,
    state: each('state', placement.placementStates),
    ...company,
    outcome: each('outcome', ['recalled', 'expired', 'settled']),
    ...byApp,
  }
  await measure('placements', [placement.list, placement.count], ofPlacement)
  const ofCollector = {
    state: each('state', collector.collectorStates),
    certificate: each('certificate', collector.certificateStates),
    group: each('group', groupIds),
    stage: each('stage', collectionStages),
    app: each('app', ['DK', 'PW']),
  }
  await measure('userManage', [collector.list, collector.count], ofCollector, { kind: 'pre' })
  await measure('collectionUserManage', [collector.list, collector.count], ofCollector, { kind: 'post' })
  const ofGroup = {
    kind: each('kind', collectionGroup.groupKinds),
    state: each('state', collectionGroup.groupStates),
    employer: each('employer', collectionGroup.employers),
    stage: each('stage', collectionStages),
    app: each('app', ['DK', 'PW']),
  }
  await measure('groupManage', [collectionGroup.list, collectionGroup.count], ofGroup)

  const shared = {
    orderNo: customer.orderNo,
    app: each('app', ['DK', 'PW', 'GIVEN-UP']),
    kind: each('kind', recovery.kinds),
    stage: each('stage', collectionStages),
    collector: each('collector', [...holders, recovery.none]),
    group: each('group', [...groupIds, recovery.none]),
    company: each('company', [agency, recovery.none]),
    province: each('province', ['31', recovery.none]),
    regency: each('regency', ['Jakarta Pusat', recovery.none]),
    strategy: each('strategy', [...recovery.strategies, recovery.none]),
    day: period('day'),
  }
  const behind = async (name: string, its: { list: Endpoint; count: Endpoint }, more: Record<string, Filters>) =>
    measure(name, [its.list, its.count], { ...shared, ...more })
  const ended = { ended: period('ended') }
  await behind('caseHoldings', recovery.holdings, {
    ...ended,
    endedBy: each('endedBy', recovery.endings),
    held: period('held'),
  })
  await behind('caseAttempts', recovery.attempts, {
    first: [{ first: true }],
    firstReached: [{ firstReached: true }],
    outcome: each('outcome', ['reached', 'noAnswer', 'refused']),
  })
  await behind('casePromises', recovery.promises, {
    judged: period('judged'),
    outcome: each('outcome', ['open', 'kept', 'broken', 'ended']),
    verdict: [{ verdict: true }],
  })
  await behind('credits', recovery.credits, { sign: each('sign', ['payment', 'reversal']) })
  await behind('casePlacements', recovery.placements, { ...ended, endedBy: each('endedBy', ['recalled', 'settled']) })
  await behind('caseComplaints', recovery.complaints, {
    topic: each('topic', ['manners', 'hours']),
    channel: each('channel', ['phone', 'letter']),
  })
  await behind('caseStandings', recovery.standings, {
    asOf: period('asOf'),
    state: each('state', recovery.standingStates),
    age: each('age', recovery.ages),
  })

  console.log(`lists of collection over HTTP, ${count(orders)} orders, one caller, each with one filter`)
  someRows(pages)
  sayDearest('pages', pages, 50)
  sayDearest('counts', counts)

  const [myself] = holders
  if (!isSmall && myself) {
    const name = await db.sql
      .selectFrom('profile')
      .select('email')
      .where('id', '=', Number(myself.slice('staff/'.length)))
      .executeTakeFirstOrThrow()
    const own = costOver(served.url, await session(served.url, name.email.split('@')[0]!))
    for (const [what, body] of Object.entries({ myOrderList: {}, myOrderProcessingList: { working: true } })) {
      const page = await own(what, recoveryCase.mine, [{ ...body, sort: 'urgency' }])
      console.log(`  ${inWords(page)} (aim: p95 at most 50 ms)`)
    }
  }
  const numbers = some.map((row) => ({ orderNo: row.order_no }))
  console.log(`  ${inWords(await cost('detail', recoveryCase.detail, numbers))} (aim: p95 at most 60 ms)`)
  const oneDay = { daysFrom: dayStart(addDays(today, -1)), daysTo: dayStart(today) }
  for (const by of recovery.groupings) {
    const of = [{ ...oneDay, by }, { by }]
    const lines = await cost(`a day's figures by ${by}`, recovery.daily.list, of)
    console.log(`  ${inWords(lines)} (aim: p95 at most 300 ms)`)
  }
  const ofOne = some.map((row) => ({ orderNo: row.order_no, by: 'company', outsourced: true, usual: true }))
  console.log(`  ${inWords(await cost('the figures of one placement', recovery.daily.list, ofOne))}`)
  console.log(`  ${inWords(await cost("a day's totals", recovery.standingOfFigures, [oneDay, {}]))}`)
  const asOf = { asOfFrom: oneDay.daysFrom, asOfTo: oneDay.daysTo }
  console.log(`  ${inWords(await cost('the summary, of today and of yesterday', recovery.summary.list, [{}, asOf]))}`)
  happened('no case was opened', numbers.length > 0)

  await served.close()
  await sandboxes.stop()
  await db.close()
}
