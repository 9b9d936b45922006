import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { engines } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const damageable = [
  'es_event',
  'es_head',
  'es_stream',
  'es_deadline',
  'es_effect',
  'audit',
  'approval',
  'account',
  'role',
  'flow',
]

const execute = (db: Database, statement: string) => sql.raw(statement).execute(db.sql)

/** Copies the tables, and disables the triggers that forbid changes. */
const prepare = async (db: Database) => {
  await execute(db, 'create schema kept')
  for (const table of damageable) await execute(db, `create table kept.${table} as select * from ${table}`)
  for (const table of ['es_event', 'audit']) await execute(db, `alter table ${table} disable trigger user`)
}

const restore = async (db: Database) => {
  for (const table of damageable) {
    await execute(db, `delete from ${table}`)
    await execute(db, `insert into ${table} select * from kept.${table}`)
  }
}

const anEvent = (type: string) => `(select min(pos) from es_event where type = '${type}')`
const anOrder = `(select min(order_no) from approval where state = 'passed')`

describe.each(engines())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })
  beforeAll(async () => {
    await app.apply()
    await app.login('admin')
    await app.login('reviewer1')
    await catchUp(app.db)
    await prepare(app.db)
  })

  const verified = async (...statements: string[]) => {
    for (const statement of statements) await execute(app.db, statement)
    const told = await verify(app.db)
    await restore(app.db)
    return told
  }
  const found = async (...statements: string[]) => (await verified(...statements)).problems

  test('a log that nobody touched has no problems, and everything in it was read', async () => {
    const { pos } = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    const { pos: entries } = await app.db.sql.selectFrom('audit_head').select('pos').executeTakeFirstOrThrow()
    expect(await verify(app.db)).toEqual({ events: pos, entries, problems: [], more: false, forbidden: [] })
    expect(entries).toBeGreaterThan(0)
  })

  test.each<[string, string[], (string | RegExp)[]]>([
    [
      'an event of another amount',
      [
        `update es_event set data = regexp_replace(data, '"amount":[0-9]+', '"amount":1') where pos = ${anEvent('submitted')}`,
      ],
      [/^event \d+: its contents were changed$/, /^stream approval\/LK\d+: its row is not what its events lead to$/],
    ],
    [
      'an event of another type',
      [`update es_event set type = 'finalPassed' where pos = ${anEvent('machinePassed')}`],
      [
        /^event \d+: its contents were changed$/,
        /^event \d+: approval\/LK\d+: approval in machineReview does not take finalPassed$/,
        /^event \d+: approval\/LK\d+: approval in machineReview does not take/,
        /^stream approval\/LK\d+: its row is not what its events lead to$/,
      ],
    ],
    [
      'an event with another state',
      [`update es_event set state = 'passed' where pos = ${anEvent('firstPassed')}`],
      [
        /^event \d+: its contents were changed$/,
        /^event \d+: approval\/LK\d+ is finalReview\.wait after it, stored as passed$/,
      ],
    ],
    ['an event that is gone', ['delete from es_event where pos = 5'], ['event 5: is missing']],
    [
      'the last event gone',
      ['delete from es_event where pos = (select pos from es_head)'],
      [/^event \d+: is missing$/],
    ],
    [
      'an event before the first',
      [
        `insert into es_event select 0, 'role/999', 1, 'x', type, schema, state, actor, 'x', at, data, '', '' from es_event where pos = 1`,
      ],
      ['event 0: is before the first', 'event 0: its contents were changed'],
    ],
    [
      'an event of what has no chart',
      [
        `insert into es_event select pos + 1, 'ghost/1', 1, 'x', type, schema, state, actor, 'x', at, data, hash, '' from es_event where pos = (select pos from es_head)`,
      ],
      [/^event \d+: there is no chart for ghost\/1$/],
    ],
    [
      'a head that is behind',
      ['update es_head set pos = pos - 1'],
      [/^event \d+: is beyond the head, which is at \d+$/],
    ],
    [
      'an audit entry with another actor',
      [`update audit set actor = 'nobody' where pos = 1`],
      ['audit entry 1: its contents were changed'],
    ],
  ])('%s is named', async (_what, statements, problems) => {
    expect(await found(...statements)).toEqual(expect.arrayContaining(problems.map(matching)))
  })

  test('what a rule of today would refuse is told apart from problems, by event and rule, with how often and since when', async () => {
    const passed = await app.db.sql
      .selectFrom('es_event')
      .select(['stream', 'at'])
      .where('type', '=', 'machinePassed')
      .where('data', 'like', '%"round":1%')
      .orderBy('pos')
      .limit(3)
      .execute()
    const [first] = passed.toSorted((one, other) => one.at - other.at)
    const { problems, forbidden } = await verified(
      `update es_event set data = replace(data, '"round":1', '"round":2') where type = 'machinePassed' and pos in (
        select pos from es_event where type = 'machinePassed' and data like '%"round":1%' order by pos limit 3)`,
    )
    expect(problems).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^event \d+: its contents were changed$/)),
    )
    expect(forbidden).toEqual([
      {
        event: 'approval.machinePassed',
        rule: 'thisRound',
        times: 3,
        since: first!.at,
        until: Math.max(...passed.map(({ at }) => at)),
        stream: first!.stream,
      },
    ])
  })

  test('of a stream that an older chart left the snapshot is not compared, and all else is', async () => {
    const older = `update es_stream set chart = '0', snapshot = '{}' where stream = 'account/1'`
    expect(await found(older)).toEqual([])
    const its = ['stream account/1: its row is not what its events lead to']
    expect(await found(older, `update es_stream set state = 'x' where stream = 'account/1'`)).toEqual(its)
    expect(await found(`update es_stream set chart = '99' where stream = 'account/1'`)).toEqual(its)
  })

  test.each<[string, string[], (string | RegExp)[]]>([
    [
      'a stream with another version',
      [`update es_stream set version = version + 1 where stream = 'account/1'`],
      ['stream account/1: its row is not what its events lead to'],
    ],
    ['a stream that is gone', [`delete from es_stream where stream = 'role/3'`], ['stream role/3: its row is missing']],
    [
      'a stream without events',
      [
        `insert into es_stream select 'account/999', kind, version, state, chart, snapshot from es_stream where stream = 'account/1'`,
      ],
      ['stream account/999: there are no events of it'],
    ],
    [
      'an order with another amount',
      [`update approval set amount = amount + 1 where order_no = ${anOrder}`],
      [/^approval LK\d+: its row is not what its events lead to$/],
    ],
    [
      'an order that is gone',
      [`delete from approval where order_no = ${anOrder}`],
      [/^approval LK\d+: its row is missing$/],
    ],
    [
      'an order without events',
      [`update approval set order_no = 'LK0' where order_no = ${anOrder}`],
      [/^approval LK\d+: its row is missing$/, 'approval LK0: there are no events of it'],
    ],
    [
      'an account that was given a role',
      [`update account set roles = '[1]' where id = 5`],
      ['account 5: its row is not what its events lead to'],
    ],
    [
      'a role with more interfaces',
      [`update role set interfaces = interfaces || '["approve.undo"]' where id = 3`],
      ['role 3: its row is not what its events lead to'],
    ],
    [
      'a deadline that was put off',
      [`update es_deadline set at = at + 1 where stream = (select min(stream) from es_deadline)`],
      [/^deadline \w+ of approval\/LK\d+: its row is not what its events lead to$/],
    ],
    [
      'a deadline that is gone',
      [`delete from es_deadline where stream = (select min(stream) from es_deadline)`],
      [/^deadline \w+ of approval\/LK\d+: its row is missing$/],
    ],
    [
      'a deadline that nothing armed',
      [`insert into es_deadline values ('account/1', 'firstClaimExpired', 1, 1)`],
      ['deadline firstClaimExpired of account/1: its events lead to no such row'],
    ],
    [
      'a deadline of a stream without events',
      [`insert into es_deadline values ('approval/nobody', 'firstClaimExpired', 1, 1)`],
      ['deadline firstClaimExpired of approval/nobody: there are no events of it'],
    ],
    [
      'an effect that no event asked for',
      [`insert into es_effect values ('account/1', 'openPayout', 'nothing', 1, 1)`],
      ['effect openPayout of account/1: no event asked for it'],
    ],
    [
      'an effect of a stream without events',
      [`insert into es_effect values ('approval/nobody', 'openPayout', 'nothing', 1, 1)`],
      ['effect openPayout of approval/nobody: no event asked for it'],
    ],
    [
      'a step that was counted too often',
      [
        `update flow set count = count + 7 where event = 'machinePassed' and bucket = (select max(bucket) from flow where event = 'machinePassed')`,
      ],
      [/^flow of approval: machinePassed from machineReview to firstReview\.wait is not what its events add up to$/],
    ],
  ])('%s is named, and nothing else', async (_what, statements, problems) => {
    expect(await found(...statements)).toEqual(problems.map(matching))
  })

  test('every bad row is named', async () => {
    expect(await found('delete from approval')).toHaveLength(61)
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('of very many bad rows the first are named, and that there are more', async () => {
    await execute(app.db, `insert into es_deadline select 'approval/' || n, 'x', 1, 1 from generate_series(1, 3000) n`)
    const { problems, more } = await verify(app.db)
    await restore(app.db)
    expect(problems).toHaveLength(1000)
    expect(more).toBe(true)
  })
})

const matching = (problem: string | RegExp) =>
  typeof problem === 'string' ? problem : (expect.stringMatching(problem) as string)
