import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { projections } from '../../../src/server/processes.ts'
import type { Command } from '../../../src/server/store/command.ts'
import { createStore, type Store } from '../../../src/server/store/store.ts'
import { deciding, freshOrder, freshRole, refusalOf, saving, submitting } from '../../kit/commands.ts'
import { engines, secondPool } from '../../kit/engines.ts'
import { logProblems } from '../../kit/log.ts'
import { ownDatabase } from '../../kit/templates.ts'
import * as approval from '../../machines/approval.events.ts'

describe.each(engines())('commands at once on $engine', ({ databaseUrl }) => {
  let db: Database
  let store: Store
  let other: { db: Database; store: Store }
  beforeAll(async () => {
    db = await ownDatabase(databaseUrl)
    store = createStore({ db, projections, ids: randomUUID })
    const second = await secondPool(db, databaseUrl)
    other = { db: second, store: createStore({ db: second, projections, ids: randomUUID }) }
  })
  afterAll(async () => {
    await other.db.close()
    await db.close()
  })

  /** The transaction that stored each event of these streams. */
  const transactionsOf = async (streams: readonly string[]) => {
    const { rows } = await sql<{ transaction: string }>`
      select xmin::text as transaction from es_event where stream in (${sql.join(streams)}) order by pos`.execute(
      db.sql,
    )
    return rows.map(({ transaction }) => transaction)
  }
  const sendAll = (commands: readonly Command[]) => Promise.all(commands.map((command) => store.send(command)))
  const waiting = async () => {
    const stream = freshOrder()
    await store.send(submitting(stream))
    await store.send(deciding(stream, approval.machinePassed(), 'SYS'))
    return stream
  }
  const claim = (by: string, stream: string) => deciding(stream, approval.firstClaimed({ by }), 'approve.firstClaim')
  const release = (by: string, stream: string) =>
    deciding(stream, approval.firstReleased({ by }), 'approve.firstRelease')

  test('share one transaction, in the order in which they came', async () => {
    const streams = Array.from({ length: 100 }, freshRole)
    const answers = await sendAll(streams.map((stream) => saving(stream)))
    expect(new Set(await transactionsOf(streams)).size).toBe(1)
    const positions = answers.map(({ pos }) => pos)
    expect(positions).toEqual(positions.toSorted((one, two) => one - two))
  })

  test('share none when they are on one stream', async () => {
    const stream = freshRole()
    const answers = await sendAll(Array.from({ length: 5 }, () => saving(stream)))
    expect(answers.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(await transactionsOf([stream])).size).toBe(5)
  })

  test('share none when one reads what another writes', async () => {
    const [read, reader] = [freshRole(), freshRole()]
    const [, refused] = await Promise.all([
      store.send(saving(read)),
      refusalOf(store.send(saving(reader, { reads: [{ stream: read, version: 0 }] }))),
    ])
    expect(refused).toMatchObject({ code: 409, key: 'errors:stale' })
  })

  test('fail alone: what one writes cannot fail the others', async () => {
    const app = (code: string): Partial<Command> => ({
      writes: (tx) => tx.insertInto('lending_app').values({ code, name: code }).execute(),
    })
    const twice = freshRole()
    const streams = Array.from({ length: 10 }, freshRole)
    const ends = await Promise.allSettled([
      store.send(saving(freshRole(), app('one'))),
      store.send(saving(twice, app('one'))),
      ...streams.map((stream, index) => store.send(saving(stream, app(`own ${index}`)))),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...streams.map(() => 'fulfilled')])
    expect(ends[1]).toMatchObject({ reason: { code: '23505' } })
    expect(await store.version(twice)).toBe(0)
    const { length } = await db.sql.selectFrom('lending_app').select('code').execute()
    expect(length).toBe(11)
  })

  test('are answered as the first one was when they have its key, also when that is refused', async () => {
    const stream = freshRole()
    const command = saving(stream, { taken: true })
    const refusals = await Promise.all([command, command, command].map((one) => refusalOf(store.send(one))))
    expect(refusals.map(({ key }) => key)).toEqual(Array.from({ length: 3 }, () => 'role:guard.nameFree'))
    expect(await store.send({ ...command, ...saving(stream, { key: command.key }) })).toMatchObject({ version: 1 })
  })

  test('leave the log whole', async () => expect(await logProblems(db)).toEqual([]))

  describe('after another process went on with a stream', () => {
    test('a command on it is decided on what is there now', async () => {
      const stream = await waiting()
      await other.store.send(claim('ayu', stream))
      // By this process's stale memory, nobody holds the order.
      expect(await store.send(release('ayu', stream))).toMatchObject({ version: 4 })
      await other.store.send(claim('budi', stream))
      const refused = await refusalOf(store.send(claim('citra', stream)))
      expect(refused).toMatchObject({ code: 422, data: { reason: 'approval:guard.notOffered' } })
    })

    test('a version that this process has not heard of is taken, and the one it remembers is stale', async () => {
      const stream = await waiting()
      await other.store.send(claim('ayu', stream))
      const stale = await refusalOf(store.send({ ...claim('budi', stream), version: 2 }))
      expect(stale).toMatchObject({ code: 409, data: { type: 'firstClaimed', actor: 'ayu', version: 3 } })
      await other.store.send(release('ayu', stream))
      expect(await store.send({ ...claim('budi', stream), version: 4 })).toMatchObject({ version: 5 })
    })
  })
})
