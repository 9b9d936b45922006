import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import * as collectionGroup from '../../../src/services/collectionGroup.ts'
import * as collector from '../../../src/services/collector.ts'
import { choices } from '../../../src/services/recovery.ts'
import { editUser } from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const agency = {
  version: 0,
  name: 'Agen Satu',
  company: 'Agen',
  stages: ['s1' as const],
  apps: ['DK'],
  capacity: 30,
  days: ['6' as const, '1' as const],
  opens: '08:00',
  closes: '17:00',
  commission: 1500,
  target: 3000,
}

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const lead = as('collectionLead')
  let one: Caller
  let group: string
  beforeAll(async () => {
    const admin = await app.login('admin')
    const { id } = await app.db.sql
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'collector')
      .executeTakeFirstOrThrow()
    await admin.data(editUser, { name: 'caller', email: 'caller@demo.example', roles: [id], password })
    one = await app.login('caller')
    const { stream } = await lead.data(collectionGroup.create, agency)
    group = stream.slice('collectionGroup/'.length)
  })

  const of = async (filter: object = {}) =>
    (await lead.data(collector.list, filter)).rows.find(({ id }) => id === one.id)

  test('a collector without a record has the usual terms, on the lists of both kinds', async () => {
    const usual = { version: 0, state: 'away', weight: 1, dailyCap: 60, held: 0, workedToday: 0, group: null }
    expect(await of({ kind: 'pre' })).toMatchObject(usual)
    expect(await of({ kind: 'post', certificate: 'none' })).toMatchObject(usual)
    expect(await of({ certificate: 'valid' })).toBeUndefined()
    // A collector without a group has no choices in the filters.
    expect(await one.data(choices, {})).toEqual({ collectors: [], groups: [], companies: [] })
  })

  test('a member has the company, stages and hours of the group', async () => {
    const today = businessDay(app.clock.now())
    await lead.data(collector.join, { id: one.id, version: 0, group })
    await lead.data(collector.certify, { id: one.id, version: 1, certificate: 'SPPI-1', until: addDays(today, 20) })
    await one.data(collector.signIn, {})
    expect(await of({ kind: 'post', state: 'atWork', certificate: 'ending', group, stage: 's1', app: 'DK' })).toEqual({
      id: one.id,
      version: 3,
      name: expect.any(String),
      state: 'atWork',
      since: app.clock.now(),
      group,
      groupName: 'Agen Satu',
      company: 'Agen',
      stages: ['s1'],
      weight: 1,
      dailyCap: 60,
      held: 0,
      workedToday: 0,
      certificate: 'SPPI-1',
      certifiedUntil: addDays(today, 20),
      shift: { days: [6, 1], opens: '08:00', closes: '17:00' },
    })
    expect(await of({ kind: 'pre' })).toBeUndefined()
    expect(await of({ app: 'KK' })).toBeUndefined()
    const { rows } = await lead.data(collectionGroup.list, { employer: 'agency', stage: 's1' })
    expect(rows).toMatchObject([{ id: group, kind: 'post', members: 1, held: 0 }])
    expect(await one.data(collector.mine, {})).toMatchObject({ since: app.clock.now(), weight: 1 })
  })

  test('two groups do not have one name, and a group has known apps and each day once', async () => {
    const twice = await lead.call(collectionGroup.create, {
      ...agency,
      name: 'AGEN satu',
      days: ['1', '1'],
      apps: ['?'],
    })
    expect(twice).toMatchObject({
      code: 400,
      data: {
        issues: [
          { field: 'apps', reason: 'app' },
          { field: 'days', reason: 'twice' },
          { field: 'name', reason: 'groupTaken' },
        ],
      },
    })
  })

  test('nobody joins a closed group, nor one that is not there', async () => {
    await lead.data(collectionGroup.close, { id: group, version: 1 })
    const { version } = (await of())!
    for (const into of [group, 'none'])
      expect(await lead.call(collector.join, { id: one.id, version, group: into })).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'group', reason: 'choice' }] },
      })
    expect(await lead.call(collector.leave, { id: 'staff/999999', version: 0 })).toMatchObject({ code: 404 })
  })
})
