import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import type { Endpoint, InputOf } from '../../../src/services/endpoint.ts'
import * as payout from '../../../src/services/payout.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillOrders, nameOf, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { fillPayouts } from '../../kit/manyPayouts.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 100_000
const big = ['payout', 'payout_arrival', 'provider_word', 'person', 'person_key', 'person_lookup']
const mostRows = 10_000
const dayAgo = (days: number) => addDays(businessDay(start), -days)
const ago = (days: number) => dayStart(dayAgo(days))

// The worst case of each filter that staff can choose: a rare or old value, or a part of very many numbers.
const who = [{ fullName: nameOf(77) }, { phone: phoneOf(77) }, { nik: nikOf(77) }, { orderNo: '261' }]
const what = [{ app: 'GIVEN-UP' }, { product: 'GONE' }, { channel: 'gone' }, { channel: 'merapi' }]
const filters = [
  {},
  ...who,
  ...what,
  ...payout.stages.map((stage) => ({ stage })),
  { contradicted: true },
  { openedFrom: ago(400) },
  { openedTo: ago(600) },
  { openedFrom: ago(600), openedTo: ago(599) },
]

describe.each(onlyPostgres())(`payouts on $engine of ${orders} orders`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let finance: Caller
  let database: Watched

  beforeAll(async () => {
    await fillOrders(app.db, orders, start)
    await fillPayouts(app.db)
    finance = await app.login('finance')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const faults = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const asked = await database.calling(finance, endpoint, input)
    const isRead = (text: string) => text.includes('payout') || text.includes('provider_word')
    const found = await database.faults(asked, isRead, { big, mostRows })
    return found.map((fault) => `${endpoint.id} ${JSON.stringify(input)} ${fault}`)
  }

  test('have no page and no count by any filter that would not do for more', async () => {
    const found: string[] = []
    for (const list of payout.lists) {
      for (const filter of filters) {
        for (const sort of ['since', '-since'] as const)
          found.push(...(await faults(payout.list, { list, ...filter, sort })))
        found.push(...(await faults(payout.count, { list, ...filter })))
      }
    }
    expect(found.join('\n\n')).toBe('')
  })

  test('are counted by day, and shown of a day, without reading those of others', async () => {
    const found: string[] = []
    for (const filter of [{}, ...what, { dayFrom: ago(600), dayTo: ago(590) }]) {
      found.push(...(await faults(payout.days, filter)), ...(await faults(payout.dayCount, filter)))
      found.push(...(await faults(payout.days, { ...filter, after: { day: dayAgo(400) } })))
    }
    const day = dayAgo(300)
    for (const filter of [{}, ...who, ...what, { returned: true }]) {
      found.push(
        ...(await faults(payout.dayList, { day, ...filter })),
        ...(await faults(payout.dayTotals, { day, ...filter })),
      )
    }
    expect(found.join('\n\n')).toBe('')
  })

  test('are days so far, and all of them with what they come to when asked', async () => {
    const whole = await finance.data(payout.dayCount, { exact: true })
    expect(whole.sums!.paid).toBeGreaterThan(mostRows)
    const soFar = await finance.data(payout.dayCount, {})
    expect(soFar).toEqual({ count: expect.any(Number) as number, capped: true })
    expect(soFar.count).toBeLessThanOrEqual(whole.count)
  })
})
