import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { makeLender } from '../../src/server/demo/lender.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import { newKey, rowOf } from '../../src/server/statement/file.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as loan from '../../src/services/loan.lists.ts'
import * as order from '../../src/services/order.ts'
import * as payout from '../../src/services/payout.ts'
import * as statement from '../../src/services/statement.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import { password } from '../kit/app.ts'
import { listen } from '../kit/http.ts'
import { fillLoans } from '../kit/manyLoans.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../kit/manyOrders.ts'
import { fillPayouts } from '../kit/manyPayouts.ts'
import { agree, costOver, type Measured, sayDearest, someRows } from './cost.ts'
import { minutes, newDatabase, settle } from './lender.ts'
import { session } from './session.ts'
import { sized } from './sized.ts'

const orders = sized(1_000_000, 2000)
const lines = sized(1_000_000, 500)
const linesAtATime = Math.min(lines, 5_000)
const withdrawals = sized(100_000, 500)
const different = sized(40, 2)

type Filters = Record<string, unknown>[]

/** Measures the money lists of a lender with 1,000,000 orders and as many bank movements. */
export const moneyLists = async (server: string): Promise<void> => measureMoney(await moneyLender(server))

const appOn = async (db: Database) => {
  const sandboxes = await startSandboxes()
  const log = pino({ level: 'silent' })
  const parts = await createApp({ db, clock: systemClock, ids: randomUUID, channels: sandboxes.channels, log })
  return { ...parts, sandboxes }
}

/** The URL of a new database with that lender, settled. */
export const moneyLender = async (server: string): Promise<string> => {
  const url = await newDatabase(server, 'loket_bench_money')
  const began = performance.now()
  const db = await openPostgres(url)
  const { server: parts, sandboxes } = await appOn(db)
  await makeLender(parts, { password, orders: 0 })
  const now = systemClock.now()
  await fillOrders(db, orders, now)
  await fillPayouts(db)
  await fillLoans(db, now)
  await fillLines(db, now)
  await fillWithdrawals(db, now)
  await sandboxes.stop()
  await db.close()
  await settle(url)
  console.log(`made ${orders.toLocaleString('en')} orders with their money in ${minutes(performance.now() - began)}`)
  return url
}

/** Costs over HTTP of pages and counts of each money list, with each filter. */
export const measureMoney = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  const { app, sandboxes } = await appOn(db)
  const now = systemClock.now()
  const served = await listen(app)
  const cost = costOver(served.url, await session(served.url, 'admin'))

  const pages: Measured[] = []
  const counts: Measured[] = []
  const measure = async (
    name: string,
    [list, count]: readonly [Endpoint, Endpoint],
    filters: Record<string, Filters>,
    where = {},
  ) => {
    for (const [filter, inputs] of Object.entries({ none: [{}], ...filters })) {
      const bodies = inputs.map((one) => ({ ...where, ...one }))
      const page = await cost(`${name} by ${filter}`, list, bodies)
      const counted = await cost(`${name} by ${filter}, counted`, count, bodies)
      agree(page, counted)
      pages.push(page)
      counts.push(counted)
    }
  }

  const today = businessDay(now)
  const each = (name: string, values: readonly unknown[]): Filters => values.map((value) => ({ [name]: value }))
  const nth = <Value>(value: (n: number) => Value) => Array.from({ length: different }, (_, n) => value(1 + n * 7_919))
  const period = (from: string, to: string): Filters =>
    [1, 7, 30, 90, 700].map((days) => ({ [from]: dayStart(addDays(today, -days)), [to]: dayStart(addDays(today, 1)) }))
  const { rows: some } = await sql<{ order_no: string }>`
    select order_no from loan order by order_no offset ${orders / 4} limit ${different}`.execute(db.sql)
  const who = {
    orderNo: some.map((row) => ({ orderNo: row.order_no })),
    'part of orderNo': some.map((row) => ({ orderNo: row.order_no.slice(-6) })),
    phone: each('phone', nth(phoneOf)),
    nik: each('nik', nth(nikOf)),
    fullName: each('fullName', nth(nameOf)),
  }
  const what = {
    app: each('app', ['DK', 'PW', 'GIVEN-UP']),
    product: each('product', ['KILAT', 'GONE', 'CICIL']),
    channel: each('channel', ['samudra', 'merapi']),
  }
  const source = { ...what, channel: each('channel', ['organic', 'gone']) }

  for (const list of payout.lists) {
    const filters = {
      ...who,
      ...what,
      stage: each('stage', payout.stages),
      contradicted: each('contradicted', [true, false]),
      opened: period('openedFrom', 'openedTo'),
    }
    await measure(`payouts, ${list},`, [payout.list, payout.count], filters, { list })
  }
  await measure('days of payouts', [payout.days, payout.dayCount], { ...what, day: period('dayFrom', 'dayTo') })
  await measure(
    'payouts of a day',
    [payout.dayList, payout.dayTotals],
    { ...who, ...what, returned: each('returned', [true, false]) },
    { day: addDays(today, -300) },
  )
  await measure('instalments', [loan.plan, loan.planCount], {
    ...who,
    ...source,
    status: each('status', loan.instalmentStates),
    due: period('dueFrom', 'dueTo'),
  })
  await measure('payments', [loan.payments, loan.paymentsCount], {
    ...who,
    ...source,
    kind: each('kind', loan.repaymentKinds),
    reversed: each('reversed', [true, false]),
    txid: each('txid', ['nobody']),
    paid: period('paidFrom', 'paidTo'),
  })
  await measure('overdue by day', [loan.overdue, loan.overdueCount], { ...source, due: period('dueFrom', 'dueTo') })
  await measure('movements', [statement.list, statement.count], {
    account: each('account', ['BCA-IN', 'RARE']),
    state: each('state', statement.lineStates),
    direction: each('direction', ['credit', 'debit']),
    txid: each(
      'txid',
      nth((n) => `T${n}`),
    ),
    amount: each(
      'amount',
      nth((n) => String(n)),
    ),
    booked: period('bookedFrom', 'bookedTo'),
  })
  await measure('withdrawals', [withdrawal.list, withdrawal.count], {
    state: each('state', withdrawal.withdrawalStates),
    channel: what.channel,
    account: each('account', ['BCA-OUT', 'RARE']),
    requested: period('requestedFrom', 'requestedTo'),
  })
  await measure('orders with their loans', [order.list, order.count], who)

  someRows(pages)
  console.log(`lists of money over HTTP, ${orders.toLocaleString('en')} orders, one caller, each with one filter`)
  sayDearest('pages', pages, 50)
  sayDearest('counts', counts)
  await served.close()
  await sandboxes.stop()
  await db.close()
}

/** Inserts two years of one account's movements; the oldest 100 belong to another account and are exceptions. */
const fillLines = async (db: Database, now: number) => {
  const statement = 'one'
  const key = newKey()
  await db.sql
    .insertInto('bank_statement_file')
    .values({ id: statement, name: '', key, content: null, findings: null })
    .execute()
  const apart = (2 * 365 * 86_400_000) / lines
  for (let first = 1; first <= lines; first += linesAtATime) {
    const rows = Array.from({ length: linesAtATime }, (_, index) => {
      const n = first + index
      const at = Math.round(now - (lines - n) * apart)
      return rowOf(key, statement, n, {
        txid: `T${n}`,
        day: businessDay(at),
        at,
        direction: n % 2 ? 'credit' : 'debit',
        amount: n,
        part: 0,
        before: n,
        after: n,
        row: n,
        info: `SETORAN ${n}`,
      })
    })
    await sql`
      insert into bank_statement_row
      select * from json_populate_recordset(null::bank_statement_row, ${JSON.stringify(rows)}::json)`.execute(db.sql)
  }
  await sql`
    insert into statement_line
    select id, 1, state, account, place, statement, place, txid, day, booked_at, direction, amount, before, after,
      null, null, null, null, null, null, null, null, null, ''
    from (
      select *, 'L' || place as id, case when place <= 100 then 'exception' else 'reconciled' end as state,
        case when place <= 100 then 'RARE' else 'BCA-IN' end as account from bank_statement_row) rows`.execute(db.sql)
}

const fillWithdrawals = (db: Database, now: number) =>
  sql`
    insert into withdrawal
    select 'WD' || n, 1, case when n <= 100 then 'unknown' else 'succeeded' end, case when n <= 100 then 'RARE' else 'BCA-OUT' end,
      case when n <= 100 then 'merapi' else 'samudra' end, n, 'rent', 'staff/9', ${now}::bigint - 100000000 + n * 1000, null, null, null, null,
      null, null, false
    from generate_series(1, ${withdrawals}::int) n`.execute(db.sql)
