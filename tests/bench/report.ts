import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { addDays, businessDay, dayStart } from '../../src/machines/calendar.ts'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import { defaultOrders } from '../../src/server/demo/lender.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import { limits } from '../../src/server/kit/limits.ts'
import { counters, projections } from '../../src/server/processes.ts'
import { catchUp, type Counter, forgetCounts } from '../../src/server/store/counter.ts'
import { createCounting } from '../../src/server/store/counting.ts'
import { createStore } from '../../src/server/store/store.ts'
import type { DataOf } from '../../src/services/endpoint.ts'
import { daily, standingOfFigures } from '../../src/services/recovery.ts'
import { type FilterName, grains, type Report, reports } from '../../src/services/report.ts'
import { listen } from '../kit/http.ts'
import { costOver, type Measured, sayDearest } from './cost.ts'
import { happened, same } from './happened.ts'
import { lenderOf, minutes, settle } from './lender.ts'
import { live } from './lives.ts'
import { session } from './session.ts'
import { sized } from './sized.ts'

const orders = sized(defaultOrders, 60)
/** The log is told anew so many times, each time a quarter of a year earlier: three years. */
const quarters = sized(12, 2)
const quarter = 91
const copies = sized(1_000_000 / defaultOrders / 12 + 1, 2)
const rowsAtATime = 5000
const workers = 8
const seconds = sized(20, 0.5)
const inWords = (count: number) => Math.round(count).toLocaleString('en')

/** Measures the reports, the counting of their roll-ups beside commands, and counting everything anew. */
export const reporting = async (server: string): Promise<void> => {
  const url = await lenderOf(server, orders)
  const log = pino({ level: 'silent' })
  const db = await openPostgres(url)
  const began = performance.now()
  await tellAnew(db)
  await settle(url)
  const { events, submitted } = await sizeOf(db)
  console.log(
    `made ${inWords(submitted)} orders with ${inWords(events)} events in ${minutes(performance.now() - began)}`,
  )

  await countAnew(db, events)
  await settle(url)

  const { channels, stop } = await startSandboxes()
  // One caller who asks without a pause.
  const unlimited = { ...limits, share: { ...limits.share, most: Infinity } }
  const { app } = await createApp({ db, clock: systemClock, ids: randomUUID, channels, log, limits: unlimited })
  const served = await listen(app)
  await everyReport(db, costOver(served.url, await session(served.url, 'admin')))
  await served.close()
  await stop()

  await besideCommands(db)
  await db.close()
}

const copied = ['approval', 'payout', 'loan', 'recoveryCase', 'placement']
/** One copy in so many has visitors: ten events an order, as the aim says. */
const visited = 4

/**
 * Multiplies the log in SQL, each copy with orders, persons and devices of its own. The quarters differ in all of their
 * days; the copies of a quarter share them.
 */
const tellAnew = async (db: Database) => {
  const { rows: told } = await sql<Record<string, unknown> & { pos: number; at: number; data: string; stream: string }>`
    select * from es_event where split_part(stream, '/', 1) in (${sql.join([...copied, 'visitor'])}) order by pos`.execute(
    db.sql,
  )
  const { pos: head } = await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  let pos = head
  for (let nth = 1; nth < quarters; nth += 1) {
    const days = nth * quarter
    for (let first = 0; first < told.length; first += rowsAtATime) {
      const rows = told.slice(first, first + rowsAtATime).map((event) => ({
        ...event,
        pos: (pos += 1),
        stream: `${event.stream}-q${nth}`,
        at: event.at - days * 86_400_000,
        data: ownNames(event.data, `-q${nth}`)
          .replaceAll(/"(20[2-9]\d-\d\d-\d\d)"/g, (_, day: string) => `"${addDays(day, -days)}"`)
          .replaceAll(/\b1[6-9]\d{11}\b/g, (at) => String(Number(at) - days * 86_400_000)),
      }))
      await sql`insert into es_event select * from jsonb_populate_recordset(null::es_event, ${JSON.stringify(rows)}::jsonb)`.execute(
        db.sql,
      )
    }
  }
  // Nobody else is there to read the log meanwhile, and an index is made at once in a third of the time.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'es_event' and indexname not in (select conname from pg_constraint)`.execute(db.sql)
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db.sql)
  for (let nth = 1; nth < copies; nth += 1)
    await sql`
      insert into es_event
      select pos + ${sql.lit(nth)}::bigint * ${sql.lit(pos)}, stream || ${sql.lit(`-${nth}`)}, version, id, type, schema, state,
        actor, command, at, case when type = 'submitted'
          then regexp_replace(data, '"(person|visitor)":"([^"]*)"', ${sql.lit(`"\\1":"\\2-${nth}"`)}, 'g') else data end,
        prev, hash, writer
      from es_event where pos <= ${sql.lit(pos)} and
        split_part(stream, '/', 1) in (${sql.join((nth % visited ? copied : [...copied, 'visitor']).map((kind) => sql.lit(kind)))})`.execute(
      db.sql,
    )
  for (const { definition } of indexes) await sql.raw(definition).execute(db.sql)
  await sql`update es_head set pos = (select max(pos) from es_event)`.execute(db.sql)
}

/** The facts of a submission with a person and a device of their own. */
const ownNames = (data: string, suffix: string) =>
  data.replaceAll(/"(person|visitor)":"([^"]*)"/g, `"$1":"$2${suffix}"`)

const sizeOf = async (db: Database) => {
  const { rows } = await sql<{ events: number; submitted: number }>`
    select count(*) as events, count(*) filter (where type = 'submitted' and stream like 'approval/%') as submitted
    from es_event`.execute(db.sql)
  return rows[0]!
}

/** As a rebuild does, once its tables are there. */
const countAnew = async (db: Database, events: number) => {
  await db.sql.transaction().execute((tx) => forgetCounts(tx, counters))
  const began = performance.now()
  const ended: string[] = []
  const count = async (counter: Counter) => {
    await catchUp(db, [counter])
    ended.push(`${counter.name} ${minutes(performance.now() - began)}`)
  }
  await Promise.all(counters.map(count))
  const took = performance.now() - began
  const { rows } = await sql<{ applied: number }>`
    select sum(applied)::bigint as applied from report_application`.execute(db.sql)
  same('applications counted, and submitted', rows[0]!.applied, (await sizeOf(db)).submitted)
  console.log(
    `all roll-ups anew: ${inWords((events / took) * 1000)} events a second (aim: at least 15,000), ${minutes(took)}`,
  )
  console.log(`  each had counted them after: ${ended.join(', ')}`)
}

type Cost = ReturnType<typeof costOver>

/** Each report with each of its filters, over a month, a year and three years. */
const everyReport = async (db: Database, cost: Cost) => {
  const measured: Measured[] = []
  const today = businessDay(systemClock.now())
  const periods = [30, 365, 1096].map((days) => ({
    daysFrom: dayStart(addDays(today, 1 - days)),
    daysTo: dayStart(addDays(today, 1)),
  }))
  const { rows: reviewers } = await sql<{ reviewer: string }>`
    select distinct reviewer from report_decision where reviewer <> '' limit 5`.execute(db.sql)
  const { rows: ruleSets } = await sql<{ rule_set: string }>`
    select distinct rule_set from report_decision where rule_set <> ''`.execute(db.sql)
  const { rows: channels } = await sql<{ channel: string }>`select distinct channel from report_application`.execute(
    db.sql,
  )
  const values: Record<FilterName, readonly string[]> = {
    app: ['DK', 'PW'],
    channel: channels.map(({ channel }) => channel),
    product: ['KILAT', 'CICIL'],
    customerType: ['new', 'old', 'globalOld'],
    reviewer: reviewers.map(({ reviewer }) => reviewer),
    ruleSet: ruleSets.map(({ rule_set: version }) => version),
    basis: ['booked'],
  }
  for (const report of Object.values<Report>(reports)) {
    const filters: Record<string, object[]> = {
      none: [{}],
      ...Object.fromEntries(report.filters.map((name) => [name, values[name].map((value) => ({ [name]: value }))])),
      ...(report.grained && { grain: grains.map((grain) => ({ grain })) }),
    }
    for (const [filter, inputs] of Object.entries(filters))
      for (const [nth, days] of ['a month', 'a year', 'three years'].entries())
        for (const call of ['list', 'count', 'standing'] as const)
          measured.push(
            await cost(
              `${report.name}, ${call} of ${days} by ${filter}`,
              report[call],
              inputs.map((one) => ({ ...periods[nth], ...one })),
            ),
          )
  }
  for (const by of ['province', 'regency', 'group', 'stage'] as const)
    for (const [nth, days] of ['a month', 'a year', 'three years'].entries())
      for (const [name, call] of [
        ['list', daily.list],
        ['count', daily.count],
        ['standing', standingOfFigures],
      ] as const)
        measured.push(await cost(`placeRecovery, ${name} of ${days} by ${by}`, call, [{ ...periods[nth], by }]))
  type Standing = DataOf<Report['standing']>
  happened(
    'no report has a figure',
    measured.some(({ first }) =>
      Object.values((first as Partial<Standing>).total?.figures ?? {}).some((n) => (n ?? 0) > 0),
    ),
  )
  console.log('reports over HTTP, one caller')
  sayDearest('calls', measured, 300)
}

/** Commands without and with the roll-ups being counted behind them. */
const besideCommands = async (db: Database) => {
  const store = createStore({ db, projections, ids: randomUUID })
  await live(store, workers, sized(3, 0.2))
  await catchUp(db, counters)
  const alone = await live(store, workers, seconds)
  await catchUp(db, counters)
  const counting = createCounting({ db, log: pino({ level: 'silent' }), counters })
  counting.start()
  const beside = await live(store, workers, seconds)
  const { pos: head } = await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  const { rows } = await sql<{
    pos: number
  }>`select min(pos) as pos from es_checkpoint where name in (${sql.join(counters.map(({ name }) => name))})`.execute(
    db.sql,
  )
  await counting.stop()
  const behind = head - rows[0]!.pos
  happened('no command was sent', alone.sent > 0 && beside.sent > 0)
  console.log(
    `commands, ${workers} workers: ${inWords(alone.rate)} events a second, p99 ${alone.p99.toFixed(1)} ms; ` +
      `with the roll-ups counted behind them ${inWords(beside.rate)}, p99 ${beside.p99.toFixed(1)} ms`,
  )
  console.log(
    `  the slowest roll-up was ${inWords(behind)} events behind at the end, ${(behind / beside.rate).toFixed(1)} s`,
  )
}
