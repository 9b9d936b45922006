import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { turnMs } from '../../../src/server/jobs/turn.ts'
import * as access from '../../../src/services/access.ts'
import type { BodyOf } from '../../../src/services/endpoint.ts'
import * as jobs from '../../../src/services/jobs.ts'
import { reports } from '../../../src/services/report.ts'
import * as reportPlan from '../../../src/services/reportPlan.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { fetchFile } from '../../kit/exports.ts'
import { withApp } from '../../kit/withApp.ts'

const hour = 3_600_000
type Terms = Omit<BodyOf<typeof reportPlan.make>, 'version' | 'role'> & { role?: string }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })
  beforeAll(async () => {
    await catchUp(app.db)
    await until('06:00')
  })

  /** Passes the time until Jakarta's clock shows the hour next. */
  const until = async (time: string) => {
    const [hours = 0] = time.split(':').map(Number)
    const now = app.clock.now()
    const today = dayStart(businessDay(now)) + hours * hour
    app.clock.advance((today > now ? today : today + 24 * hour) - now)
    await work()
  }
  /** One person's files are written one after another. */
  const work = async () => {
    for (let n = 0; n < 10; n += 1) {
      await app.settle()
      app.clock.advance(turnMs)
    }
  }
  const roleNamed = async (name: string) =>
    (await (await app.login('analyst')).data(reportPlan.choices, {})).roles.find((role) => role.name === name)!.id
  const planned = async ({ role = 'analyst', ...more }: Partial<Terms> = {}) => {
    const terms = { report: 'conversionRate', days: 7, time: '07:00', format: 'csv', ...more } as const
    const body = { version: 0, ...terms, role: await roleNamed(role) }
    const { stream } = await (await app.login('analyst')).data(reportPlan.make, body)
    return stream.slice('reportPlan/'.length)
  }
  const rowOf = async (id: string) =>
    (await (await app.login('analyst')).data(reportPlan.list, {})).rows.find((row) => row.id === id)!
  const stop = async (id: string) =>
    (await app.login('analyst')).data(reportPlan.stop, { id, version: (await rowOf(id)).version })
  /** Runs `work`, which may take days, while the analyst lacks a right. */
  const without = async (right: string, work: () => Promise<unknown>) => {
    const role_id = Number(await roleNamed('analyst'))
    const admin = await app.login('admin')
    const { interfaces } = await admin.data(access.getInterfaces, { role_id })
    const held = interfaces.filter(({ granted }) => granted).map(({ id }) => id)
    await admin.data(access.interfaceSave, { role_id, interfaces: held.filter((id) => id !== right) })
    await work()
    await (await app.login('admin')).data(access.interfaceSave, { role_id, interfaces: held })
  }
  const filesOf = async (who: string, plan: string) =>
    (await (await app.login(who)).data(jobs.exportsOf, {})).exports.filter((one) => one.plan === plan)

  test('every morning has one file with what its reader sees, over the days that are over', async () => {
    const id = await planned()
    expect(await rowOf(id)).toMatchObject({ state: 'active', roleName: 'analyst', last: null })
    await until('07:00')
    const today = businessDay(app.clock.now())
    expect(await rowOf(id)).toMatchObject({ last: { day: today, files: 1, denied: 0, unsent: 0 } })
    const files = await filesOf('analyst', id)
    expect(files).toMatchObject([{ state: 'ready', title: 'routes:conversionRate', rows: 7 }])

    const analyst = await app.login('analyst')
    const { rows } = await analyst.data(reports.conversionRate.list, {
      daysFrom: dayStart(addDays(today, -7)),
      daysTo: dayStart(today),
    })
    const [, ...lines] = (await fetchFile(analyst, files[0]!.id)).toString().trim().split('\r\n')
    expect(lines.map((line) => JSON.parse(line.split(';')[2]!))).toEqual(
      rows.map(({ figures }) => String(figures.applied)),
    )
    expect(rows.map(({ unfinished }) => unfinished)).not.toContain(true)

    await until('07:00')
    expect(await filesOf('analyst', id)).toHaveLength(2)
    await stop(id)
    await until('07:00')
    expect(await filesOf('analyst', id)).toHaveLength(2)
    expect(await rowOf(id)).toMatchObject({ state: 'stopped', morningDue: null })
  })

  test('each report can be sent', async () => {
    const plans: string[] = []
    for (const report of Object.keys(reportPlan.sendable) as Terms['report'][])
      plans.push(await planned({ report, days: 90 }))
    await until('07:00')
    for (const id of plans) {
      expect(await filesOf('analyst', id)).toMatchObject([{ state: 'ready', reason: null }])
      await stop(id)
    }
    expect(plans).toHaveLength(8)
  })

  test('whoever lost the right to the report by the morning gets none, and the others do', async () => {
    const id = await planned()
    await without(reports.conversionRate.list.interface, () => until('07:00'))
    expect((await rowOf(id)).last).toMatchObject({ files: 0, denied: 1 })
    expect(await filesOf('analyst', id)).toEqual([])
    await until('07:00')
    expect((await rowOf(id)).last).toMatchObject({ files: 1, denied: 0 })
    await stop(id)
  })

  test('a right that goes after the file was written is asked for when it is fetched', async () => {
    const id = await planned()
    await until('07:00')
    const [file] = await filesOf('analyst', id)
    await without(jobs.requestExport.interface, async () => {
      expect(await (await app.login('analyst')).call(jobs.exportChunk, { id: file!.id, n: 0 })).toHaveCode(4030)
    })
    expect(await (await app.login('admin')).call(jobs.exportChunk, { id: file!.id, n: 0 })).toHaveCode(404)
    await stop(id)
  })

  test('a morning without a server is made up for on its day, and a whole day is said', async () => {
    const id = await planned()
    // Nothing runs for three days and some hours.
    app.clock.advance(3 * 24 * hour + 3 * hour)
    await work()
    const today = businessDay(app.clock.now())
    expect((await rowOf(id)).last).toEqual({ day: today, files: 1, denied: 0, unsent: 2 })
    expect(await filesOf('analyst', id)).toHaveLength(1)
    await stop(id)
  })

  test('a job that dies after it asked for files, and runs again, asks for none twice', async () => {
    const id = await planned()
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`.execute(
      app.db.sql,
    )
    await sql`
      create trigger dies before insert on es_event for each row when (new.type = 'reportsSent') execute function die()`.execute(
      app.db.sql,
    )
    await until('07:00')
    expect((await rowOf(id)).last).toBeNull()
    expect(await filesOf('analyst', id)).toHaveLength(1)
    await sql`drop trigger dies on es_event`.execute(app.db.sql)
    app.clock.advance(hour)
    await work()
    const { rows } = await (await app.login('analyst')).data(reportPlan.list, {})
    expect(rows.find((row) => row.id === id)!.last).toMatchObject({ files: 1 })
    expect(await filesOf('analyst', id)).toHaveLength(1)
    await stop(id)
  })

  test('what cannot be planned is refused in words', async () => {
    const analyst = await app.login('analyst')
    const terms = { version: 0, report: 'conversionRate', days: 7, time: '07:00', format: 'csv' } as const
    const call = async (more: object) =>
      analyst.call(reportPlan.make, { ...terms, role: await roleNamed('analyst'), ...more })
    expect(await call({ time: '25:00' })).toHaveCode(400)
    expect(await call({ days: 0 })).toHaveCode(400)
    expect(await call({ days: 367 })).toHaveCode(400)
    expect(await call({ report: 'nothing' })).toHaveCode(400)
    expect(await call({ role: '999999' })).toHaveCode(404)
    expect(await call({ role: await roleNamed('finance') })).toMatchObject({
      code: 422,
      data: { reason: 'reportPlan:guard.roleMayOpen' },
    })
    await without(reports.conversionRate.list.interface, async () => {
      expect(
        await (await app.login('analyst')).call(reportPlan.make, { ...terms, role: await roleNamed('admin') }),
      ).toHaveCode(4030)
    })
    const finance = await app.login('finance')
    expect(await finance.call(reportPlan.list, {})).toHaveCode(4030)
    expect(await finance.call(reportPlan.make, { ...terms, role: '1' })).toHaveCode(4030)
    expect(await analyst.call(reportPlan.stop, { id: 'nobody', version: 0 })).toHaveCode(404)
  })
})
