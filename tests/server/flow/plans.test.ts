import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayStart } from '../../../src/machines/calendar.ts'
import { flowCounter } from '../../../src/server/flow/projection.ts'
import * as flow from '../../../src/services/flow.ts'
import { type Caller, start } from '../../kit/app.ts'
import { onlyPostgres } from '../../kit/engines.ts'
import { type Watched, watched } from '../../kit/watched.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)
const big = ['flow_step', 'flow_record', 'es_event']
const isRead = (text: string) => big.some((table) => text.includes(table))
const steps = 240_000
const month = { daysFrom: dayStart(addDays(today, -30)), daysTo: dayStart(addDays(today, 1)) }

describe.each(onlyPostgres())(`on $engine with ${steps} steps in four years`, ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let analyst: Caller
  let database: Watched

  beforeAll(async () => {
    // Applications that come one after another; each goes through the machine to a reviewer who passes it on.
    await sql`
      insert into es_event (pos, stream, version, id, type, schema, state, actor, command, at, data, prev, hash)
      select 1000000 + n, 'approval/' || n / 4, 1 + n % 4, 'plan ' || n,
        (array['submitted', 'machinePassed', 'firstClaimed', 'firstPassed'])[1 + n % 4], 1,
        (array['machineReview', 'firstReview.wait', 'firstReview.claimed', 'finalReview.wait'])[1 + n % 4],
        'staff/1', 'plan ' || n, ${start}::bigint - (${steps} - n)::bigint * 500000,
        '{"application":{"app":"DK","channel":"organic","product":"KILAT"}}', '', ''
      from generate_series(0, ${steps - 1}) n`.execute(app.db.sql)
    await sql`vacuum analyze es_event`.execute(app.db.sql)
    await app.db.sql.transaction().execute(async (tx) => {
      await sql`set local jit = off`.execute(tx)
      await flowCounter.count(tx, 999_999, 1_000_000 + steps)
    })
    await sql`vacuum analyze`.execute(app.db.sql)
    analyst = await app.login('analyst')
    database = await watched(app, databaseUrl!)
  })
  afterAll(async () => {
    await database.close()
  })

  const step = 'approval/firstReview.claimed/firstPassed/finalReview.wait'
  const state = 'approval/finalReview.wait'
  test.each([
    ['without a filter', flow.steps.list, {}],
    ['of a chart', flow.steps.list, { chart: 'approval' }],
    ['of a step', flow.steps.list, { step }],
    ['of a state', flow.steps.list, { entered: state }],
    ['of a month', flow.steps.list, { chart: 'approval', ...month }],
    ['of an app', flow.steps.list, { chart: 'approval', app: 'DK' }],
    ['the oldest first', flow.steps.list, { sort: 'at' }],
    ['of records without a filter', flow.records.list, {}],
    ['of records in a state', flow.records.list, { state }],
    ['of records of a month', flow.records.list, { chart: 'approval', ...month }],
  ] as const)('a page %s is read along the indexes', async (_name, list, filter) => {
    const asked = await database.calling(analyst, list as typeof flow.steps.list, filter as { chart: 'approval' })
    expect(await database.faults(asked, isRead, { big, mostRows: 1_000, mostBlocks: 1_500 })).toEqual([])
  })

  test('the figures of a month read the steps of that month alone', async () => {
    const asked = await database.calling(analyst, flow.summary, { chart: 'approval', ...month })
    // A month of steps is summed, not listed.
    expect(await database.faults(asked, isRead, { big, mostRows: 10_000, mostBlocks: 2_000 })).toEqual([])
  })
})
