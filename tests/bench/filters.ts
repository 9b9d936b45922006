import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { normalPhone } from '../../src/machines/identity.ts'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import * as approval from '../../src/services/approval.ts'
import type { BodyOf, Endpoint } from '../../src/services/endpoint.ts'
import * as order from '../../src/services/order.ts'
import { listen } from '../kit/http.ts'
import { agree, costOver, inWords, type Measured, sayDearest, someRows } from './cost.ts'
import { lenderOf } from './lender.ts'
import { session } from './session.ts'
import { sized } from './sized.ts'

const orders = sized(1_000_000, 100)
const differentOrders = sized(40, 5)
const day = 86_400_000

type Filters = Record<string, unknown>[]

/** Costs over HTTP at 1,000,000 orders: pages and counts of each order list with each filter, and an order's detail. */
export const byFilter = async (server: string): Promise<void> => measureFilters(await lenderOf(server, orders))

export const measureFilters = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  const sandboxes = await startSandboxes()
  const { app, server: parts } = await createApp({
    db,
    clock: systemClock,
    ids: randomUUID,
    channels: sandboxes.channels,
    log: pino({ level: 'silent' }),
  })
  const served = await listen(app)
  const cost = costOver(served.url, await session(served.url, 'admin'))

  const some = await db.sql
    .selectFrom('approval')
    .select(['order_no', 'person', 'person_version'])
    .where(sql<boolean>`order_no > (select order_no from approval order by applied_at offset ${orders / 2} limit 1)`)
    .orderBy('order_no')
    .limit(differentOrders)
    .execute()
  const records = await parts.vault.read(some.map((row) => ({ person: row.person, version: row.person_version })))
  const now = systemClock.now()
  const values = async (column: 'app' | 'channel' | 'product' | 'first_reviewer' | 'final_reviewer') => {
    const rows = await db.sql.selectFrom('approval').select(column).distinct().where(column, 'is not', null).execute()
    return rows.map((row) => row[column])
  }
  const each = (name: string, list: readonly unknown[]): Filters => list.map((value) => ({ [name]: value }))
  const period = (from: string, to: string): Filters =>
    [1, 7, 30, 90].map((days) => ({ [from]: now - days * day, [to]: now }))
  const common: Record<string, Filters> = {
    none: [{}],
    orderNo: each(
      'orderNo',
      some.map((row) => row.order_no),
    ),
    'part of orderNo': each(
      'orderNo',
      some.map((row) => row.order_no.slice(-6)),
    ),
    'three digits of orderNo': each('orderNo', ['261', '777', '000']),
    phone: each(
      'phone',
      records.map((record) => normalPhone(record!.phone)),
    ),
    nik: each(
      'nik',
      records.map((record) => record!.nik),
    ),
    app: each('app', await values('app')),
    customerType: each('customerType', ['new', 'old', 'globalOld']),
    applied: period('appliedFrom', 'appliedTo'),
    'applied, long ago': [{ appliedTo: now - 1000 * day }],
  }
  const reviewers = {
    firstReviewer: each('firstReviewer', [...(await values('first_reviewer')), 'staff/999']),
    finalReviewer: each('finalReviewer', [...(await values('final_reviewer')), 'staff/999']),
  }
  const stage = { stage: each('stage', approval.stages) }
  const refer = { refer: each('refer', [true, false]) }
  const mine = { mine: [{ mine: true }] }
  const reviewed: Record<BodyOf<typeof approval.list>['list'], Record<string, Filters>> = {
    machinePass: refer,
    machineReject: {},
    firstWait: { ...refer, ...mine },
    firstPass: { firstReviewer: reviewers.firstReviewer },
    firstReject: { firstReviewer: reviewers.firstReviewer },
    finalWait: { firstReviewer: reviewers.firstReviewer, ...mine },
    finalPass: reviewers,
    finalReject: reviewers,
    all: { ...stage, ...refer, ...reviewers, ...mine },
  }
  const ordered: Record<string, Filters> = {
    ...stage,
    ...reviewers,
    channel: each('channel', await values('channel')),
    product: each('product', await values('product')),
    fullName: each(
      'fullName',
      records.map((record) => record!.name),
    ),
    appCustomerType: each('appCustomerType', ['new', 'old']),
    whiteType: each('whiteType', ['VIP', 'none']),
    machine: period('machineFrom', 'machineTo'),
    first: period('firstFrom', 'firstTo'),
    final: period('finalFrom', 'finalTo'),
  }

  const pages: Measured[] = []
  const counts: Measured[] = []
  const measure = async (
    name: string,
    endpoints: [Endpoint, Endpoint],
    filters: Record<string, Filters>,
    where = {},
  ) => {
    for (const [filter, bodies] of Object.entries({ ...common, ...filters })) {
      const asked = bodies.map((body) => ({ ...where, ...body }))
      const page = await cost(`${name} by ${filter}`, endpoints[0], asked)
      const counted = await cost(`${name} by ${filter}, counted`, endpoints[1], asked)
      agree(page, counted)
      pages.push(page)
      counts.push(counted)
    }
  }
  for (const list of approval.lists) await measure(list, [approval.list, approval.count], reviewed[list], { list })
  await measure('orderList', [order.list, order.count], ordered)

  someRows(pages)

  const numbers = some.map((row) => ({ orderNo: row.order_no }))
  console.log(`lists of orders over HTTP, ${orders.toLocaleString('en')} orders, one caller, each with one filter`)
  sayDearest('pages', pages, 50)
  sayDearest('counts', counts)
  console.log(`  ${inWords(await cost('detail', approval.detail, numbers))} (aim: p95 under 60 ms)`)
  console.log(`  ${inWords(await cost('related orders', approval.related, numbers))}`)

  await served.close()
  await sandboxes.stop()
  await db.close()
}
