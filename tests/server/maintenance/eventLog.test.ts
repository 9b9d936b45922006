import { text } from 'node:stream/consumers'
import { parseCsvObjects } from 'hucre/csv'
import { describe, expect, test } from 'vitest'
import { eventLog } from '../../../src/server/maintenance/eventLog.ts'
import { engines } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })

  test.each(['approval', 'setting'])('the log of %s has a line an event, in the order of time', async (chart) => {
    const { data } = parseCsvObjects(await text(eventLog(app.db, chart, 7)), { header: true })
    const stored = await app.db.sql
      .selectFrom('es_event')
      .selectAll()
      .where('stream', 'like', `${chart}/%`)
      .orderBy('at')
      .orderBy('pos')
      .execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(data).toEqual(
      stored.map(({ stream, type, at, actor, state }) => ({
        case: stream.slice(stream.indexOf('/') + 1),
        activity: type,
        time: new Date(at).toISOString(),
        resource: actor,
        state,
      })),
    )
  })
})
