import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDispatch } from '../../../src/server/dispatch/dispatch.ts'
import { reviewQueues } from '../../../src/server/reviewers/queues.ts'
import { reviewerStatistics } from '../../../src/server/reviewers/statistics.ts'
import { start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { fillOrders } from '../../kit/manyOrders.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const orders = 100_000
const big = ['approval', 'es_event', 'es_stream']
// A page of orders to dispatch, and the state of the reviewers.
const mostBlocks = 2_000

describe.each(onlyPostgres())(`on $engine with ${orders} orders`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let database: Watched

  beforeAll(async () => {
    await fillOrders(app.db, orders, start)
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const isRead = (text: string) => /^\s*(select|with)/.test(text) && big.some((one) => text.includes(one))
  const faultsOfDoing = async (run: () => Promise<unknown>) =>
    database.faults(await database.during(run), isRead, { big, mostRows: 10_000, mostBlocks })

  /** These orders have rows but no events: a dispatch reads everything it needs, and is then refused. */
  const giveOut = async () => {
    const server = { ...app.server, db: database.db }
    expect(await createDispatch(server, reviewQueues(server)).runDue()).toBe(0)
  }

  test('giving out orders reads no more than the oldest of them, whatever waits and is held', async () => {
    await app.db.sql.deleteFrom('reviewer').execute()
    await sql`
      insert into reviewer select id, 1, 'atWork', ${start}, 1 from account where id in (
        select substr(member, 7)::int from review_group, jsonb_array_elements_text(members) member)`.execute(app.db.sql)
    expect((await faultsOfDoing(giveOut)).join('\n\n')).toBe('')
  })

  test('and so it does for the reviewers of an app that hardly any order is of', async () => {
    await sql`update review_group set apps = '["GIVEN-UP", "PW"]', capacity = 500, shifts = '[]'`.execute(app.db.sql)
    expect((await faultsOfDoing(giveOut)).join('\n\n')).toBe('')
  })

  test("everybody's figures of a month read no order and no event but of signing in", async () => {
    const statistics = reviewerStatistics(database)
    expect((await faultsOfDoing(() => statistics('month', start))).join('\n\n')).toBe('')
  })
})
