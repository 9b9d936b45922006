import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import type { StreamOf } from '../../../src/machines/lifecycles.ts'
import { statements } from '../../../src/server/db/schema/0103-visitor-registration.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { policy } from '../../../src/server/policy.ts'
import * as approval from '../../../src/services/approval.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as intake from '../../../src/services/intake.ts'
import * as visitor from '../../../src/services/visitor.ts'
import { oneEngine } from '../../kit/engines.ts'
import { rowsMade } from '../../kit/made.ts'
import { passing, passingCustomer } from '../../kit/passing.ts'
import { withApp } from '../../kit/withApp.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
const today = businessDay(monday)

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl, at: monday })
  const analyst = as('analyst')
  let nth = 0

  const newDevice = () => `device ${(nth += 1)}`
  const newPhone = () => `+62814${String((nth += 1)).padStart(8, '0')}`
  const visit = (more: Partial<InputOf<typeof intake.visit>> & { device: string }, key: string = randomUUID()) =>
    app.customerApp.call(intake.visit, { app: 'DK', channel: 'organic', day: today, ...more }, { key })
  const register = (
    more: Partial<InputOf<typeof intake.register>> & { device: string; phone: string },
    key: string = randomUUID(),
  ) => app.customerApp.call(intake.register, { app: 'DK', channel: 'organic', day: today, ...more }, { key })
  const streamOf = (device: string): StreamOf<'visitor'> => `visitor/${app.server.vault.visitorOf('DK', device)}`
  const stateOf = async (device: string) => (await app.server.store.state(streamOf(device))).context
  const typesOf = async (device: string) => (await app.server.store.history(streamOf(device))).map(({ type }) => type)

  test('a visit counts once a day, however often and whenever it is told', async () => {
    const device = newDevice()
    const key = randomUUID()
    expect(await visit({ device }, key)).toHaveCode(0)
    expect(await visit({ device }, key)).toHaveCode(0)
    expect(await visit({ device })).toHaveCode(0)
    const together = await Promise.all(Array.from({ length: 5 }, () => visit({ device, day: addDays(today, -1) })))
    expect(together.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    expect(await visit({ device, day: addDays(today, -policy.visitMostLate), channel: 'partner' })).toHaveCode(0)
    expect(await typesOf(device)).toEqual(['visited', 'visited', 'visited'])
    const { rows } = await analyst.data(visitor.list, { sort: 'firstDay', limit: 1 })
    expect(rows).toMatchObject([
      { state: 'visiting', channel: 'organic', firstDay: addDays(today, -30), lastDay: today, days: 3 },
    ])
    expect(JSON.stringify(rows)).not.toContain(device)
  })

  test('what no app may tell is refused in words', async () => {
    const device = newDevice()
    expect(await visit({ device, day: addDays(today, 1) })).toMatchObject({
      code: 422,
      msg: 'This day has not come yet',
    })
    expect(await visit({ device, day: addDays(today, -31) })).toMatchObject({
      code: 422,
      msg: 'A visit is told within 30 days',
    })
    expect(await register({ device, phone: newPhone(), day: addDays(today, -31) })).toMatchObject({
      code: 422,
      msg: 'A visit is told within 30 days',
    })
    expect(await visit({ device, app: 'XX' })).toHaveCode(400)
    expect(await visit({ device, day: '2026-02-30' })).toHaveCode(400)
    expect(await register({ device, phone: '12' })).toHaveCode(400)
    expect(await typesOf(device)).toEqual([])
    expect(await analyst.call(intake.visit, { app: 'DK', channel: 'organic', day: today, device })).toHaveCode(4030)
  })

  test('a registration finds a customer by phone, in any spelling', async () => {
    const customer = passingCustomer()
    const orderNo = await app.apply(passing({ customer }))
    await app.settle()
    const { person } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
    const device = newDevice()
    expect(await register({ device, phone: customer.phone.replace('+62', '0') })).toHaveCode(0)
    expect((await stateOf(device)).people).toEqual([person])
  })

  test('an application says when its customer registered in its app, and last used it', async () => {
    const customer = passingCustomer({ phone: newPhone() })
    const orderNo = await app.apply(passing({ customer }))
    await app.settle()
    const reviewer = await app.login('reviewer1')
    const told = async () => {
      const { registeredOn, lastLoginOn } = await reviewer.data(approval.detail, { orderNo })
      return { registeredOn, lastLoginOn }
    }
    expect(await told()).toEqual({ registeredOn: null, lastLoginOn: null })
    const [one, two, other] = [newDevice(), newDevice(), newDevice()]
    const { phone } = customer
    const ago = (days: number) => addDays(today, -days)
    await register({ device: one, phone: newPhone(), day: ago(20) })
    await register({ device: one, phone, day: ago(9) })
    await register({ device: two, phone, day: ago(7) })
    await register({ device: other, phone, day: ago(15), app: 'PW' })
    expect(await told()).toEqual({ registeredOn: ago(9), lastLoginOn: ago(7) })
    await visit({ device: one, day: ago(2) })
    expect(await told()).toEqual({ registeredOn: ago(9), lastLoginOn: ago(2) })
    const kept = async () => (await rowsMade(app.db))['visitor_registration']
    const before = await kept()
    await rebuild(app.db)
    expect(await kept()).toBe(before)
    await sql`drop table visitor_registration`.execute(app.db.sql)
    for (const statement of statements) await sql.raw(statement).execute(app.db.sql)
    expect(await kept()).toBe(before)
  })

  test('one phone on two devices at once is one person, who stays the same when they apply', async () => {
    const [one, two] = [newDevice(), newDevice()]
    const phone = newPhone()
    const answers = await Promise.all([register({ device: one, phone }), register({ device: two, phone })])
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    const { people } = await stateOf(one)
    expect((await stateOf(two)).people).toEqual(people)
    // What is known of them before: they want no marketing.
    await app.customerApp.data(intake.optOut, { phone }, { key: randomUUID() })

    const orderNo = await app.apply(passing({ customer: passingCustomer({ phone }), device: one }))
    const { application } = (await app.server.store.state(`approval/${orderNo}`)).context
    expect(application!.person).toBe(people[0])
    expect(`visitor/${application!.visitor}`).toBe(streamOf(one))
    expect((await app.server.store.state(`contact/${people[0]!}`)).value).toBe('noMarketing')
    // Somebody else with this phone is somebody else.
    const other = await app.apply(passing({ customer: passingCustomer({ phone }) }))
    expect((await app.server.store.state(`approval/${other}`)).context.application!.person).not.toBe(people[0])
  })

  test('two people register on one device, each once', async () => {
    const device = newDevice()
    const [one, two] = [newPhone(), newPhone()]
    for (const phone of [one, two, one]) expect(await register({ device, phone })).toHaveCode(0)
    expect(await typesOf(device)).toEqual(['registered', 'registered'])
    expect((await stateOf(device)).people).toHaveLength(2)
  })

  test('nothing in the log or the list tells a device or a phone', async () => {
    const device = newDevice()
    const phone = newPhone()
    await register({ device, phone })
    const stored = JSON.stringify(await app.server.store.history(streamOf(device)))
    expect(stored).not.toContain(device)
    expect(stored).not.toContain(phone.slice(3))
  })

  test('the list is filtered by day, status, app and channel', async () => {
    const device = newDevice()
    await register({ device, phone: newPhone(), channel: 'partner', app: 'DK' })
    const counted = async (filter: object) => (await analyst.data(visitor.count, filter)).count
    const all = await counted({})
    const { rows } = await analyst.data(visitor.list, {})
    expect(rows).toHaveLength(all)
    expect(await analyst.data(visitor.choices, {})).toEqual({ channels: ['organic', 'partner'] })
    const firstFrom = monday - 3 * 3_600_000
    for (const [filter, has] of [
      [{ state: 'registered' }, (row: visitor.Visitor) => row.state === 'registered'],
      [{ channel: 'partner' }, (row: visitor.Visitor) => row.channel === 'partner'],
      [{ app: 'XX' }, () => false],
      [{ firstFrom, firstTo: firstFrom + 86_400_000 }, (row: visitor.Visitor) => row.firstDay === today],
      [{ firstTo: firstFrom }, (row: visitor.Visitor) => row.firstDay < today],
    ] as const)
      expect(await counted(filter)).toBe(rows.filter(has).length)
  })
})
