import { queryObjects } from 'node:v8'
import { Hono } from 'hono'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFeed } from '../../../src/server/http/feed.ts'
import { heard } from '../../../src/server/processes.ts'
import type { Staff } from '../../../src/server/staff/sessions.ts'
import { freshRole, saving } from '../../kit/commands.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

// Long enough for a busy machine; a passing test never waits for it.

describe.each(oneEngine())('a listener that missed 1,200 changes, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let staff: Staff
  let last: number
  beforeAll(async () => {
    const { token, cookie } = await app.login('admin')
    const sid = /sid=([^;]+)/.exec(cookie)![1]!
    staff = (await app.server.sessions.staffOf(token, sid, app.clock.now(), false))!
    last = (await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos
    await app.server.store.append(Array.from({ length: 1200 }, () => saving(freshRole())))
  })

  /** A feed that counts the rows it reads. */
  const startFeed = async () => {
    const read = { rows: 0 }
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read.rows += result.rows.length
        return result
      },
    }
    const feed = createFeed({
      heard,
      heartbeat: 10_000,
      most: 10,
      db: { ...app.db, sql: app.db.sql.withPlugin(counting) },
    })
    await feed.start()
    return { feed, read }
  }
  /** The stream of a client that returns with its last position; each chunk is read on demand. */
  const comeBack = async (
    { feed }: Awaited<ReturnType<typeof startFeed>>,
    current = async () => staff,
    position = String(last),
  ) => {
    const route = new Hono().get('/', (c) => feed.serve(c, staff, current))
    const { body } = await route.request('/', { headers: { 'last-event-id': position } })
    return body!.pipeThrough(new TextDecoderStream()).getReader()
  }
  const positionIn = (text: string | undefined) => Number(/^id: (\d+)$/m.exec(text ?? '')?.[1])

  test('is sent them a page at a time, each once and in order', async () => {
    const running = await startFeed()
    const reader = await comeBack(running)
    expect((await reader.read()).value).toBe(': connected\n\n')
    let ahead = 0
    for (let heard = 1; heard <= 1200; heard += 1) {
      expect(positionIn((await reader.read()).value)).toBe(last + heard)
      ahead = Math.max(ahead, running.read.rows - heard)
    }
    expect(ahead).toBeLessThan(600)
    await reader.cancel()
    await running.feed.stop()
  })

  test.each(['', '-1', '0x10', '1e99', 'yesterday'])(
    'and says %j for its position hears what is to come',
    async (position) => {
      const running = await startFeed()
      const reader = await comeBack(running, async () => staff, position)
      expect((await reader.read()).value).toBe(': connected\n\n')
      const { pos } = await app.server.store.send(saving(freshRole()))
      running.feed.wake()
      expect(positionIn((await reader.read()).value)).toBe(pos)
      await reader.cancel()
      await running.feed.stop()
    },
  )

  test('and whose reading fails is let go, and then gets them when they come again', async () => {
    // A class, so that the test can find instances in memory that something still holds.
    class Listener {
      staff = staff
      now = async () => this.staff
    }
    const running = await startFeed()
    const letGo = async () => {
      const reader = await comeBack(running, new Listener().now)
      expect((await reader.read()).value).toBe(': connected\n\n')
      expect(await reader.read()).toEqual({ done: true, value: undefined })
    }
    await sql`alter table es_event rename to es_event_elsewhere`.execute(app.db.sql)
    await letGo()
    await sql`alter table es_event_elsewhere rename to es_event`.execute(app.db.sql)
    await expect.poll(() => queryObjects(Listener)).toBe(0)

    const reader = await comeBack(running)
    await reader.read()
    expect(positionIn((await reader.read()).value)).toBe(last + 1)
    await reader.cancel()
    await running.feed.stop()
  })
})
