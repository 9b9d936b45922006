import { beforeAll, describe, expect, test } from 'vitest'
import { businessDay } from '../../../src/machines/calendar.ts'
import { hoursOf } from '../../../src/server/recovery/hours.ts'
import { signIn, signOut } from '../../../src/services/collector.ts'
import { productivity } from '../../../src/services/recovery.columns.ts'
import * as recovery from '../../../src/services/recovery.ts'
import { start } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000
/** 10:00 on a Saturday in Jakarta. */
const [saturday, sunday] = [businessDay(start), businessDay(start + 24 * 60 * minute)]

test('an hour at work is of the day on which it was, and of the group of then', () => {
  const event = (pos: number, minutes: number, type: string, data: object = {}) => ({
    pos,
    stream: 'collector/1',
    version: pos,
    type,
    state: '',
    actor: 'staff/1',
    at: start + minutes * minute,
    data: JSON.stringify(data),
  })
  const day = 24 * 60
  const events = [
    // 13 hours up to 23:00, of which 12 count.
    event(1, 0, 'signedIn', { signInTtl: 12 * 60 * minute }),
    event(2, 13 * 60, 'signInExpired'),
    event(3, 13 * 60, 'signedIn', { signInTtl: 12 * 60 * minute }),
    event(4, 13 * 60 + 5, 'weightSet', { weight: 2 }),
    event(5, 14 * 60 + 90, 'sentHome'),
    event(6, day, 'signedIn', { signInTtl: 12 * 60 * minute }),
  ]
  const deskOf = (pos: number) => ({ group: pos < 6 ? 'near' : 'late', company: '', target: 0, kind: 'post' as const })
  const rows = hoursOf('staff/1', events, deskOf)
  expect(rows.map((row) => [row.id, row.day, row.group, (row.until - row.at) / minute, row.ended])).toEqual([
    [1, saturday, 'near', 12 * 60, true],
    [3, saturday, 'near', 60, true],
    [3, sunday, 'near', 90, true],
    [6, sunday, 'late', 12 * 60, false],
  ])
})

describe.each(oneEngine())('hours at work on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const lead = as('collectionLead')
  const collector = as('collector')
  const agency = as('agencyCollector')
  beforeAll(async () => {
    await collector.data(signIn, {})
    app.clock.advance(9 * minute)
    await collector.data(signOut, {})
    app.clock.advance(3 * minute)
    await collector.data(signIn, {})
    app.clock.advance(6 * minute)
    await catchUp(app.db)
  })
  const lineOf = async (filter: object) => {
    const { rows } = await lead.data(recovery.daily.list, { by: 'collector', ...filter })
    return rows.find(({ key }) => key === collector.id)
  }

  test('are counted up to now while somebody is at work, and open the stays behind them', async () => {
    expect((await lineOf({}))?.figures.minutes).toBe(15)
    const { rows } = await lead.data(recovery.hours.list, { collector: collector.id })
    expect(rows.map(({ day, minutes, ended, kind }) => [day, minutes, ended, kind])).toEqual([
      [saturday, 6, false, 'post'],
      [saturday, 9, true, 'post'],
    ])
    expect(await lineOf({ kind: 'pre' })).toBeUndefined()
  })

  test('are not divided by what was worked on', async () => {
    for (const filter of [
      { stage: 's1' },
      { app: 'DK' },
      { province: recovery.none },
      { strategy: recovery.none },
    ] as const) {
      expect(await lineOf(filter)).toBeUndefined()
      expect((await lead.data(recovery.hours.count, filter)).count).toBe(0)
    }
    for (const by of ['stage', 'strategy', 'province', 'regency'] as const)
      expect((await lead.data(recovery.daily.count, { by })).sums['minutes']).toBe(0)
  })

  test('give what came in an hour, to the rupiah', () => {
    const figures = { recovered: 100_000, minutes: 110 } as recovery.Figures
    expect(productivity(figures)).toBe(54_545)
    expect(productivity({ ...figures, recovered: -100_000 })).toBe(-54_545)
    expect(productivity({ ...figures, minutes: 0 })).toBeNull()
  })

  test('of the lender are not told to an agency', async () => {
    expect(await agency.call(recovery.hours.list, {})).toMatchObject({ code: 4030 })
  })
})
