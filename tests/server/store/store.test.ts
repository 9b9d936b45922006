import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replay } from '../../../src/machines/kernel.ts'
import { machineOf } from '../../../src/machines/lifecycles.ts'
import { roleProjection } from '../../../src/server/access/role.projection.ts'
import { approvalProjection } from '../../../src/server/approval/projection.ts'
import { createAudit } from '../../../src/server/audit/audit.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { againWhenTaken } from '../../../src/server/kit/conflict.ts'
import { Misread } from '../../../src/server/kit/refused.ts'
import { projections } from '../../../src/server/processes.ts'
import type { Answer, Command } from '../../../src/server/store/command.ts'
import { recordOf } from '../../../src/server/store/events.ts'
import { createStore, type Store } from '../../../src/server/store/store.ts'
import { deciding, endsOf, freshOrder, freshRole, refusalOf, saving, submitting } from '../../kit/commands.ts'
import { engines, secondPool } from '../../kit/engines.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { ownDatabase } from '../../kit/templates.ts'
import * as approval from '../../machines/approval.events.ts'

describe.each(engines())('on $engine', ({ databaseUrl }) => {
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

  const effectsOf = (stream: string) =>
    db.sql.selectFrom('es_effect').selectAll().where('stream', '=', stream).orderBy('name').execute()
  const deadlinesOf = (stream: string) =>
    db.sql.selectFrom('es_deadline').selectAll().where('stream', '=', stream).execute()
  const headPos = async () => (await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos
  const typesOf = async (stream: string) => (await store.history(stream)).map(({ type }) => type)
  const sendAll = async (...commands: Command[]) => {
    const answers: Answer[] = []
    for (const command of commands) answers.push(await store.send(command))
    return answers
  }

  describe('a key', () => {
    test('that comes again gets its first answer and stores nothing', async () => {
      const command = saving(freshRole())
      const first = await store.send(command)
      const head = await headPos()
      expect(first).toEqual({ stream: command.stream, version: 1, pos: head, id: expect.any(String) })
      expect(await store.send(structuredClone(command))).toEqual(first)
      expect(await other.store.send(structuredClone(command))).toEqual(first)
      expect(await headPos()).toBe(head)
      expect(await typesOf(command.stream)).toEqual(['roleSaved'])
    })

    test('with other contents is refused and stores nothing', async () => {
      const stream = freshRole()
      const command = saving(stream, { note: 'one' })
      await store.send(command)
      const refused = await refusalOf(store.send(saving(stream, { note: 'two', key: command.key })))
      expect(refused).toMatchObject({ code: 409, key: 'errors:keyReused' })
      expect(await typesOf(stream)).toEqual(['roleSaved'])
    })

    test('of somebody else is another key', async () => {
      const stream = freshRole()
      const command = saving(stream)
      const colleague = saving(stream, { by: 'staff/2', key: command.key })
      expect((await sendAll(command, colleague)).map(({ version }) => version)).toEqual([1, 2])
    })

    test('that comes fifty times at once stores one event and answers fifty times alike', async () => {
      const order = submitting(freshOrder())
      const role = saving(freshRole())
      for (const command of [order, role]) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => (index % 2 ? store : other.store).send(structuredClone(command))),
        )
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
        expect(await typesOf(command.stream)).toEqual([command.event.type])
      }
    })

    test('that comes again and again while the first is at work is answered alike', async () => {
      const stream = freshOrder()
      await sendAll(submitting(stream), deciding(stream, approval.machinePassed(), 'SYS'))
      // The chart accepts this once; repeated calls must not notice.
      const claim = { ...deciding(stream, approval.firstClaimed(), 'approve.firstClaim'), version: 2 }
      const answers: Promise<Answer>[] = []
      for (let count = 0; count < 50; count += 1) {
        answers.push((count % 2 ? store : other.store).send(structuredClone(claim)))
        await setImmediate()
      }
      expect(new Set((await Promise.all(answers)).map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await typesOf(stream)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    })

    test('that comes twenty times at once, each for a stream of its own, makes one of them', async () => {
      const key = randomUUID()
      const commands = Array.from({ length: 20 }, () => saving(freshRole(), { key, request: 'make one' }))
      const answers = await Promise.all(
        commands.map((command, index) => (index % 2 ? store : other.store).send(command)),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      const made = await Promise.all(commands.map(({ stream }) => typesOf(stream)))
      expect(made.flat()).toEqual(['roleSaved'])
    })

    test('is not used up by a refusal of the chart', async () => {
      const stream = freshRole()
      const key = randomUUID()
      const refused = await refusalOf(store.send(saving(stream, { key, taken: true })))
      expect(refused).toMatchObject({
        code: 422,
        key: 'role:guard.nameFree',
        data: { reason: 'role:guard.nameFree' },
      })
      expect(await store.send(saving(stream, { key }))).toMatchObject({ version: 1 })
    })

    test('is not used up by a stale version', async () => {
      const stream = freshRole()
      await store.send(saving(stream))
      const command = saving(stream, { version: 0, note: 'again' })
      expect(await refusalOf(store.send(command))).toMatchObject({ code: 409, key: 'errors:stale' })
      expect(await typesOf(stream)).toEqual(['roleSaved'])
      expect(await store.send({ ...command, version: 1 })).toMatchObject({ version: 2 })
    })
  })

  describe('a version', () => {
    test.each([0, 2, 7])('%i where 1 is the last is refused and says who acted, when and what', async (version) => {
      const stream = freshRole()
      await store.send(saving(stream, { by: 'staff/8', at: 5000 }))
      const refused = await refusalOf(store.send(saving(stream, { version })))
      expect({ code: refused.code, key: refused.key, data: refused.data }).toEqual({
        code: 409,
        key: 'errors:stale',
        data: { type: 'roleSaved', actor: 'staff/8', actorName: null, at: 5000, version: 1, state: 'active' },
      })
      expect(await typesOf(stream)).toEqual(['roleSaved'])
    })

    test('that is the last is taken', async () => {
      const stream = freshRole()
      const answers = await sendAll(saving(stream, { version: 0 }), saving(stream, { version: 1 }))
      expect(answers.map(({ version }) => version)).toEqual([1, 2])
    })

    test('is won by one of many at once', async () => {
      const stream = freshRole()
      await store.send(saving(stream))
      const { taken, refused } = await endsOf(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 ? store : other.store).send(saving(stream, { version: 1, note: `${index}` })),
        ),
      )
      expect(taken).toEqual([expect.objectContaining({ version: 2 })])
      expect(refused).toHaveLength(11)
      for (const one of refused) expect(one).toMatchObject({ code: 409, key: 'errors:stale', data: { version: 2 } })
      expect(await typesOf(stream)).toEqual(['roleSaved', 'roleSaved'])
    })
  })

  describe('without a version', () => {
    test('a command that was overtaken is decided again', async () => {
      const stream = freshRole()
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          (index % 2 ? store : other.store).send(saving(stream, { note: `${index}` })),
        ),
      )
      expect(answers.map(({ version }) => version).toSorted((one, two) => one - two)).toEqual([1, 2, 3, 4, 5, 6])
    })

    test('and is refused by the chart when the event it lost to left it no way', async () => {
      const stream = freshOrder()
      await sendAll(submitting(stream), deciding(stream, approval.machinePassed(), 'SYS'))
      const claims = ['ayu', 'budi', 'citra'].map((by) =>
        deciding(stream, approval.firstClaimed({ by }), 'approve.firstClaim'),
      )
      const { taken, refused } = await endsOf(claims.map((claim) => store.send(claim)))
      expect(taken).toEqual([expect.objectContaining({ version: 3 })])
      expect(refused.map(({ code, data }) => ({ code, data }))).toEqual(
        Array.from({ length: 2 }, () => ({ code: 422, data: { reason: 'approval:guard.notOffered' } })),
      )
      expect(await typesOf(stream)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    })
  })

  describe('a command made from another stream that has gone on since', () => {
    test.each([{ version: 0 }, {}])('with %j is no stale version: whoever made it is to look again', async (more) => {
      const [stream, read] = [freshRole(), freshRole()]
      await store.send(saving(read))
      const refused = await refusalOf(store.send(saving(stream, { ...more, reads: [{ stream: read, version: 0 }] })))
      expect(refused).toBeInstanceOf(Misread)
      expect(await typesOf(stream)).toEqual([])
    })

    test('is a stale version where its own stream went on as well', async () => {
      const [stream, read] = [freshRole(), freshRole()]
      await sendAll(saving(stream), saving(read))
      const command = saving(stream, { version: 0, reads: [{ stream: read, version: 0 }] })
      const refused = await refusalOf(store.send(command))
      expect(refused).not.toBeInstanceOf(Misread)
      expect(refused).toMatchObject({ key: 'errors:stale', data: { version: 1 } })
    })

    test('is taken by whoever looks again', async () => {
      const [stream, read] = [freshRole(), freshRole()]
      const looks: number[] = []
      const answer = await againWhenTaken(async () => {
        const version = await store.version(read)
        looks.push(version)
        // Another writer comes first twice.
        if (version < 2) await other.store.send(saving(read))
        return store.send(saving(stream, { reads: [{ stream: read, version }] }))
      })
      expect(answer).toMatchObject({ stream, version: 1 })
      expect(looks).toEqual([0, 1, 2])
    })
  })

  test('the commands of a batch fail alone and leave no gap', async () => {
    const [good, bad, late, repeated, last] = [1, 2, 3, 4, 5].map(freshRole)
    const before = saving(repeated!)
    const first = await store.send(before)
    await store.send(saving(late!))
    const head = await headPos()
    const outcomes = await store.append([
      saving(good!),
      saving(bad!, { taken: true }),
      saving(late!, { version: 4 }),
      before,
      saving(last!),
    ])
    expect(outcomes).toEqual([
      { stream: good, version: 1, pos: head + 1, id: expect.any(String) },
      expect.objectContaining({ code: 422, key: 'role:guard.nameFree' }),
      expect.objectContaining({ code: 409, key: 'errors:stale' }),
      first,
      { stream: last, version: 1, pos: head + 2, id: expect.any(String) },
    ])
    const types = await Promise.all([bad, late, repeated].map((stream) => typesOf(stream!)))
    expect(types).toEqual([[], ['roleSaved'], ['roleSaved']])
    expect(await logProblems(db)).toEqual([])
  })

  describe('a command that read another stream', () => {
    test('is taken while that stream stands where it was read', async () => {
      const [read, unborn] = [freshRole(), freshRole()]
      await store.send(saving(read))
      const reads = [
        { stream: read, version: 1 },
        { stream: unborn, version: 0 },
      ]
      expect(await store.send(saving(freshRole(), { reads }))).toMatchObject({ version: 1 })
    })

    test('is refused once that stream has moved, and leaves neither event nor key', async () => {
      const [stream, read] = [freshRole(), freshRole()]
      for (const one of [stream, read]) await store.send(saving(one))
      const command = saving(stream, { reads: [{ stream: read, version: 0 }] })
      expect(await refusalOf(store.send(command))).toMatchObject({ code: 409, key: 'errors:stale' })
      expect(await typesOf(stream)).toEqual(['roleSaved'])
      expect(await store.send({ ...command, reads: [{ stream: read, version: 1 }] })).toMatchObject({ version: 2 })
    })
  })

  test('what a command writes beside its event is kept or lost with it', async () => {
    const writing = (name: string): Partial<Command> => ({
      writes: (tx) => tx.insertInto('lending_app').values({ code: name, name }).execute(),
    })
    const failing = saving(freshRole(), {
      writes: async (tx) => {
        await writing('lost').writes!(tx, { stream: '', version: 0, pos: 0, id: '' })
        await sql`select 1 / 0`.execute(tx)
      },
    })
    await store.send(saving(freshRole(), writing('kept')))
    await expect(store.send(failing)).rejects.toThrow('division by zero')
    await refusalOf(store.send(saving(freshRole(), { ...writing('refused'), taken: true })))
    expect(await db.sql.selectFrom('lending_app').select('code').execute()).toEqual([{ code: 'kept' }])
    expect(await typesOf(failing.stream)).toEqual([])
    expect(await logProblems(db)).toEqual([])
  })

  test('of 200 commands at once positions have no gap, and a reader sees them in order', async () => {
    const begin = await headPos()
    const streams = Array.from({ length: 40 }, freshRole)
    let last = begin
    const seen: number[] = []
    const read = async () => {
      const rows = await db.sql.selectFrom('es_event').select('pos').where('pos', '>', last).orderBy('pos').execute()
      seen.push(...rows.map(({ pos }) => pos))
      last = seen.at(-1) ?? last
    }
    let sending = true
    const reading = (async () => {
      // Embedded queries never wait for I/O: the writer gets a turn only when the reader yields.
      for (; sending; await setImmediate()) await read()
      await read()
    })()
    // Five versions of forty streams, each stream in order, all streams concurrently and from both pools.
    const answers = await Promise.all(
      streams.map(async (stream, index) => {
        const mine = index % 2 ? store : other.store
        const answered: Answer[] = []
        for (let version = 0; version < 5; version += 1) answered.push(await mine.send(saving(stream, { version })))
        return answered
      }),
    ).finally(() => (sending = false))
    await reading
    const positions = Array.from({ length: 200 }, (_, index) => begin + 1 + index)
    expect(seen).toEqual(positions)
    expect(
      answers
        .flat()
        .map(({ pos }) => pos)
        .toSorted((one, two) => one - two),
    ).toEqual(positions)
    expect(await logProblems(db)).toEqual([])
  })

  test('every event says which state it led to', async () => {
    const stream = freshOrder()
    await sendAll(
      submitting(stream),
      deciding(stream, approval.machinePassed(), 'SYS'),
      deciding(stream, approval.firstClaimed(), 'approve.firstClaim'),
      deciding(stream, approval.firstPassed(), 'approve.firstPass'),
    )
    expect((await store.history(stream)).map(({ version, type, state }) => [version, type, state])).toEqual([
      [1, 'submitted', 'machineReview'],
      [2, 'machinePassed', 'firstReview.wait'],
      [3, 'firstClaimed', 'firstReview.claimed'],
      [4, 'firstPassed', 'finalReview.wait'],
    ])
  })

  test('a snapshot that an older chart made is not trusted: the events are', async () => {
    const stream = freshOrder()
    await sendAll(submitting(stream), deciding(stream, approval.machinePassed(), 'SYS'))
    const state = await store.state(stream)
    await db.sql
      .updateTable('es_stream')
      .set({ chart: '0', snapshot: JSON.stringify({ value: 'closed', context: {}, armed: {} }) })
      .where('stream', '=', stream)
      .execute()
    expect(await store.state(stream)).toEqual(state)
    await store.send(deciding(stream, approval.firstClaimed(), 'approve.firstClaim'))
    const { chart } = await db.sql
      .selectFrom('es_stream')
      .select('chart')
      .where('stream', '=', stream)
      .executeTakeFirstOrThrow()
    expect(chart).toBe(machineOf(stream).version)
  })

  test('effects and deadlines are rows that appear, are armed anew and disappear', async () => {
    const stream = freshOrder()
    const { machineTtl, claimTtl, returnTtl } = approval
    const job = (name: string, { id, version }: Answer, at: number) => {
      return { stream, name, event: id, version, at, attempts: 0, error: null }
    }
    const timer = (name: string, at: number, version: number) => ({ stream, name, at, version })

    const [submitted] = await sendAll(submitting(stream))
    expect(await effectsOf(stream)).toEqual([job('runMachineReview', submitted!, 0)])
    expect(await deadlinesOf(stream)).toEqual([timer('machineTimedOut', machineTtl, 1)])

    await sendAll(deciding(stream, approval.machinePassed(), 'SYS'))
    expect(await deadlinesOf(stream)).toEqual([])

    await sendAll(deciding(stream, approval.firstClaimed({ at: 10 }), 'approve.firstClaim'))
    expect(await deadlinesOf(stream)).toEqual([timer('firstClaimExpired', 10 + claimTtl, 3)])

    await sendAll(deciding(stream, approval.firstReassigned({ at: 20 }), 'approve.firstReassign'))
    expect(await deadlinesOf(stream)).toEqual([timer('firstClaimExpired', 20 + claimTtl, 4)])

    const [returned] = await sendAll(deciding(stream, approval.returned({ by: 'budi', at: 30 }), 'approve.firstReturn'))
    expect(await deadlinesOf(stream)).toEqual([timer('returnExpired', 30 + returnTtl, 5)])
    await db.sql.updateTable('es_effect').set({ attempts: 4, error: 'down' }).where('stream', '=', stream).execute()

    const [again] = await sendAll(deciding(stream, approval.resubmitted({ at: 40 }), 'intake.resubmit'))
    expect(await effectsOf(stream)).toEqual([
      { ...job('askCustomer', returned!, 30), attempts: 4, error: 'down' },
      job('runMachineReview', again!, 40),
    ])
    expect(await deadlinesOf(stream)).toEqual([timer('machineTimedOut', 40 + machineTtl, 6)])
  })

  test('a deadline whose instant stays is not armed anew', async () => {
    const stream = freshOrder()
    await sendAll(
      submitting(stream),
      deciding(stream, approval.machinePassed(), 'SYS'),
      deciding(stream, approval.firstClaimed({ at: 10 }), 'approve.firstClaim'),
      deciding(stream, approval.firstReassigned({ at: 10 }), 'approve.firstReassign'),
    )
    expect((await deadlinesOf(stream)).map(({ version }) => version)).toEqual([3])
  })

  test('nobody changes or deletes an event or an audit entry', async () => {
    await store.send(saving(freshRole()))
    await createAudit(db).record({ at: 0, actor: 'staff/1', type: 'loggedIn', subject: 'login', data: {} })
    for (const table of ['es_event', 'audit']) {
      const name = sql.table(table)
      await expect(sql`update ${name} set at = 1`.execute(db.sql)).rejects.toThrow(`${table} is append-only`)
      await expect(sql`delete from ${name}`.execute(db.sql)).rejects.toThrow(`${table} is append-only`)
      await expect(sql`truncate ${name}`.execute(db.sql)).rejects.toThrow(`${table} is append-only`)
    }
  })

  test('every projected row is what the replayed events give', async () => {
    const orders = [freshOrder(), freshOrder(), freshOrder()]
    for (const stream of orders) await sendAll(submitting(stream), deciding(stream, approval.machinePassed(), 'SYS'))
    const [, claimed, passed] = orders as [string, string, string]
    for (const stream of [claimed, passed])
      await sendAll(deciding(stream, approval.firstClaimed(), 'approve.firstClaim'))
    await sendAll(deciding(passed, approval.firstPassed({ amount: 1_500_000 }), 'approve.firstPass'))
    const role = freshRole()
    await sendAll(saving(role, { note: 'replayed' }), {
      ...saving(role),
      event: { type: 'menusGranted', by: 'staff/1', at: 1, menus: ['role', 'account'], beyondOwn: [] },
      via: 'power.roleMenuSave',
    })
    const replayed = async (stream: string) => replay(machineOf(stream), (await store.history(stream)).map(recordOf))
    for (const stream of orders) {
      const fresh = approvalProjection.row(stream, await replayed(stream))
      expect(
        await db.sql
          .selectFrom('approval')
          .selectAll()
          .where('order_no', '=', String(fresh.order_no))
          .executeTakeFirst(),
      ).toEqual(fresh)
    }
    const fresh = roleProjection.row(role, await replayed(role))
    expect(fresh).toMatchObject({ version: 2, note: 'replayed', menus: ['role', 'account'] })
    expect(await db.sql.selectFrom('role').selectAll().where('id', '=', Number(fresh.id)).executeTakeFirst()).toEqual(
      fresh,
    )
  })

  test('the log holds exactly what was answered', async () => {
    const events = await allEvents(db)
    expect(events.length).toBe(await headPos())
    expect(await logProblems(db)).toEqual([])
  })
})
