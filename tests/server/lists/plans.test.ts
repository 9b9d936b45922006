import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import * as dashboard from '../../../src/services/dashboard.ts'
import type { BodyOf, Endpoint, InputOf } from '../../../src/services/endpoint.ts'
import * as secondPerson from '../../../src/services/secondPerson.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillOrders, nikOf, phoneOf } from '../../kit/manyOrders.ts'
import { blocksOf, drawn } from '../../kit/plans.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 100_000
const day = 86_400_000
const big = ['approval', 'person', 'person_key', 'person_lookup', 'es_event', 'es_stream']
const mostRows = 10_000

type List = (typeof approval.lists)[number]
type Sort = NonNullable<BodyOf<typeof approval.list>['sort']>
type Way = { where: string; by: string; direction: 'asc' | 'desc'; turned: Sort }

const waiting = (stage: string): Way => ({
  where: `stage = '${stage}'`,
  by: 'since',
  direction: 'asc',
  turned: '-since',
})
const decided = (who: 'first' | 'final', result: string): Way => ({
  where: `${who}_result = '${result}'`,
  by: `${who}_at`,
  direction: 'desc',
  turned: `${who}At`,
})

const judged = (result: string): Way => ({
  where: `machine_result = '${result}'`,
  by: 'applied_at',
  direction: 'desc',
  turned: 'appliedAt',
})

/** Each list's condition, its sort column and direction, and the name of the opposite order. */
const ways: Record<List, Way> = {
  machinePass: judged('pass'),
  machineReject: judged('reject'),
  firstWait: waiting('firstReview'),
  firstPass: decided('first', 'pass'),
  firstReject: decided('first', 'reject'),
  finalWait: waiting('finalReview'),
  finalPass: decided('final', 'pass'),
  finalReject: decided('final', 'reject'),
  all: { where: 'true', by: 'applied_at', direction: 'desc', turned: 'appliedAt' },
}
type Filter = Omit<BodyOf<typeof approval.count>, 'list'>
type Cursor = BodyOf<typeof approval.list>['after']

// The worst case of each filter that staff can choose: a rare or old value, or a part of very many numbers.
const filters: Filter[] = [
  { app: 'GIVEN-UP' },
  { customerType: 'globalOld' },
  { appliedFrom: start - 400 * day },
  { appliedTo: start - 600 * day },
  { mine: true },
  { phone: phoneOf(77) },
  { nik: nikOf(77) },
  { orderNo: '261' },
]
/** Filters that only some lists have. */
const narrowers: Filter[] = [
  { stage: 'finalReview' },
  { refer: true },
  { firstReviewer: 'staff/2' },
  { finalReviewer: 'staff/999' },
]
const more: Filter[] = [
  {},
  { app: 'PW' },
  { orderNo: '777' },
  { orderNo: 'LK250301' },
  { orderNo: 'LK250301060000' },
  { appliedFrom: start - 600 * day, appliedTo: start - 500 * day },
]
const pairsOf = (some: Filter[]) =>
  some.flatMap((one, index) => some.slice(index + 1).map((other) => ({ ...one, ...other })))

describe.each(onlyPostgres())(`on $engine with ${orders} orders`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let reviewer: Caller
  let database: Watched

  beforeAll(async () => {
    await fillOrders(app.db, orders, start)
    reviewer = await app.login('reviewer1')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const isRead = (text: string) => big.some((table) => text.includes(table))

  /** The plan of each query of a call that reads one of the big tables. */
  const plansOf = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, caller = reviewer) => {
    const asked = await database.calling(caller, endpoint, input)
    const queries = asked.filter(({ sql: text }) => isRead(text))
    expect(queries).not.toEqual([])
    return Promise.all(queries.map(database.planOf))
  }

  const faults = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, caller = reviewer) => {
    const found = await database.faults(await database.calling(caller, endpoint, input), isRead, { big, mostRows })
    return found.map((fault) => `${endpoint.id} ${JSON.stringify(input)} ${fault}`)
  }

  /** Cursors of the first page, of one in the middle, and of one near the end. */
  const depths = async (list: List): Promise<Cursor[]> => {
    const { where, by: column, direction: way } = ways[list]
    const [some, by, direction] = [sql.raw(where), sql.ref(column), sql.raw(way)]
    const { rows } = await sql<NonNullable<Cursor>>`
      select "sortedAt", "orderNo" from (
        select ${by} as "sortedAt", order_no as "orderNo", percent_rank() over (order by ${by} ${direction}, order_no ${direction}) as rank
        from approval where ${some}
      ) ranked where rank >= 0.5 and rank < 0.5002 or rank >= 0.95 and rank < 0.9502 order by rank`.execute(app.db.sql)
    return [undefined, rows[0]!, rows.at(-1)!]
  }

  describe.each(approval.lists)('the list %s', (list) => {
    test.each([undefined, ways[list].turned] as const)(
      'reads as much for a page at any depth, sorted by %s',
      async (sort) => {
        for (const after of await depths(list)) {
          const [plan] = await plansOf(approval.list, { list, ...(sort && { sort }), ...(after && { after }) })
          expect(blocksOf(plan!), drawn(plan!)).toBeLessThan(1000)
        }
      },
    )

    test('has no page by any filter or two, and no count, that would not do for more orders', async () => {
      const found: string[] = []
      const offered: Filter[] = []
      for (const filter of narrowers)
        if ((await reviewer.call(approval.count, { list, ...filter })).code === 0) offered.push(filter)
      const all = [...filters, ...offered]
      for (const filter of [...more, ...all, ...pairsOf(all)]) {
        found.push(...(await faults(approval.list, { list, ...filter })))
        found.push(...(await faults(approval.count, { list, ...filter })))
      }
      for (const after of await depths(list)) {
        if (!after) continue
        for (const filter of [...more, ...all]) {
          found.push(...(await faults(approval.list, { list, after, ...filter })))
        }
      }
      expect(found.join('\n\n')).toBe('')
    })
  })

  test('the dashboard would do for more orders', async () => {
    const lead = await app.login('approve')
    expect((await faults(dashboard.summary, {}, lead)).join('\n\n')).toBe('')
  })

  test('the worklist of second steps would do for more orders', async () => {
    const admin = await app.login('admin')
    expect((await faults(secondPerson.list, {}, admin)).join('\n\n')).toBe('')
  })
})
