import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalEvent } from '../../../src/machines/approval.facts.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { counters } from '../../../src/server/processes.ts'
import { countUpTo, forgetCounts } from '../../../src/server/store/counter.ts'
import { start } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { deciding, freshOrder, submitting } from '../../kit/commands.ts'
import { engines } from '../../kit/engines.ts'
import { ownDatabase } from '../../kit/templates.ts'
import { withApp } from '../../kit/withApp.ts'
import * as approval from '../../machines/approval.events.ts'
import { worked } from '../recovery/worked.ts'

/** Those of the reports; the recovery by place is made of the rows of collection. */
const mine = counters.filter(({ name }) => name.startsWith('report_') || name.startsWith('recovery'))
const tables = mine.flatMap((counter) => Object.keys(counter.tables))

/** The columns that name a row by the log position of the event that made it. */
const positions = ['id', 'holding', 'placement']

/** Every row of the roll-ups; `was` says at which position the event at a position stood before. */
const stored = async (db: Database, was: (pos: number) => number = (pos) => pos) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{
          row: Record<string, unknown>
        }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db.sql)
        const isNamed = table.startsWith('recovery_')
        const said = rows.map(({ row }) =>
          JSON.stringify(row, (column, value) =>
            isNamed && positions.includes(column) ? was(value as number) : value,
          ),
        )
        return [table, said.toSorted()] as const
      }),
    ),
  )

/** What became of a debt is told by three streams that move each other: their order is a fact too. */
const recordOf = (stream: string) => stream.replace(/^(loan|recoveryCase|placement)\//, 'debt/')
/** Where a collector works changes what the cases say from then on. */
const isOfDesk = (stream: string) => /^(collector|collectionGroup)\//.test(stream)

describe.each(engines())('the roll-ups behind every report on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 60 })
  let counted: Awaited<ReturnType<typeof stored>>
  let head: number
  const remember = async () => {
    await catchUp(app.db)
    counted = await stored(app.db)
    head = (await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos
  }
  beforeAll(async () => {
    await worked(app)
    await remember()
  })

  const forget = () => app.db.sql.transaction().execute((tx) => forgetCounts(tx, mine))

  test('follow an order whose decisions are doubted, made again and undone', async () => {
    const stream = freshOrder()
    const { store } = app.server
    await store.send(submitting(stream))
    const steps: [ApprovalEvent, string][] = [
      [approval.machinePassed(), 'SYS'],
      [{ type: 'rechecked', by: 'SYS', at: 0, round: 1, personVersion: 1, finding: approval.incomplete }, 'SYS'],
      [approval.firstClaimed(), 'approve.firstClaim'],
      [approval.firstPassed(), 'approve.firstPass'],
      [approval.finalClaimed(), 'approve.finalClaim'],
      [approval.sentBack(), 'approve.finalSendBack'],
      [{ type: 'rechecked', by: 'SYS', at: 0, round: 2, personVersion: 1, finding: approval.finding }, 'SYS'],
      [approval.firstClaimed(), 'approve.firstClaim'],
      [approval.returned(), 'approve.firstReturn'],
      [approval.resubmitted(), 'intake.resubmit'],
      [approval.machinePassed({ round: 3 }), 'SYS'],
      [approval.firstClaimed(), 'approve.firstClaim'],
      [approval.firstPassed(), 'approve.firstPass'],
      [approval.finalClaimed(), 'approve.finalClaim'],
      [approval.finalPassed(), 'approve.finalPass'],
      [approval.approvalUndone(), 'approve.undo'],
      [approval.withdrawn(), 'intake.withdraw'],
    ]
    const outcomes: string[] = []
    for (const [event, via] of steps) {
      await store.send(deciding(stream, { ...event, at: start }, via))
      await catchUp(app.db)
      const { rows } = await sql<{ outcome: string }>`
        select stage || ' ' || case when passed > 0 then 'passed' when referred > 0 then 'referred' else 'rejected' end as outcome
        from report_decision where app = 'kilat' and passed + referred + rejected <> 0 order by stage desc`.execute(
        app.db.sql,
      )
      outcomes.push(rows.map(({ outcome }) => outcome).join(', '))
    }
    const [passed, referred] = ['machine passed', 'machine referred']
    expect(outcomes).toEqual([
      passed,
      referred,
      referred,
      `${referred}, first passed`,
      `${referred}, first passed`,
      referred,
      referred,
      referred,
      referred,
      '',
      passed,
      passed,
      `${passed}, first passed`,
      `${passed}, first passed`,
      `${passed}, first passed, final passed`,
      `${passed}, first passed`,
      `${passed}, first passed`,
    ])
    const { rows } = await sql`
      select applied, machine, first, final, paid, undecided from report_application where app = 'kilat'`.execute(
      app.db.sql,
    )
    expect(rows).toEqual([{ applied: 1, machine: 1, first: 1, final: 0, paid: 0, undecided: 0 }])
    await remember()
  })

  test('are the same when they are counted anew, whatever the batches', async () => {
    for (const [table, rows] of Object.entries(counted))
      expect(rows.length, table).toBeGreaterThan(table.startsWith('recovery_') ? 0 : 10)
    for (const size of [head, 7, 100]) {
      await forget()
      for (let pos = 0; pos < head; pos += size)
        await app.db.sql.transaction().execute(async (tx) => {
          for (const { count } of mine) await count(tx, pos, Math.min(head, pos + size))
        })
      expect(await stored(app.db)).toEqual(counted)
    }
  })

  test('count nothing twice after one that died in the middle', async () => {
    await forget()
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`.execute(
      app.db.sql,
    )
    for (const table of tables) {
      const trigger = sql.id(`dies_${table}`)
      await sql`create trigger ${trigger} after insert on ${sql.table(table)} execute function die()`.execute(
        app.db.sql,
      )
      await expect(catchUp(app.db)).rejects.toThrow('died')
      await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(app.db.sql)
    }
    await catchUp(app.db)
    expect(await stored(app.db)).toEqual(counted)
    await catchUp(app.db)
    expect(await stored(app.db)).toEqual(counted)
  })

  test('are the same when the facts of other records come in another order', async () => {
    const other = await ownDatabase(databaseUrl)
    try {
      const events = await app.db.sql.selectFrom('es_event').selectAll().orderBy('pos').execute()
      const random = randomOf('shuffled')
      const shuffled: typeof events = []
      let waiting: typeof events = []
      const shuffle = () => {
        const records = [...Map.groupBy(waiting, ({ stream }) => recordOf(stream)).values()]
        waiting = []
        while (records.length > 0) {
          const nth = random.int(0, records.length - 1)
          shuffled.push(records[nth]!.shift()!)
          if (records[nth]!.length === 0) records.splice(nth, 1)
        }
      }
      for (const event of events) {
        if (isOfDesk(event.stream)) {
          shuffle()
          shuffled.push(event)
        } else waiting.push(event)
      }
      shuffle()
      const moved = shuffled.filter(({ pos }, nth) => pos !== nth + 1)
      expect(moved.length).toBeGreaterThan(0.9 * events.length)
      for (let from = 0; from < shuffled.length; from += 500)
        await other.sql
          .insertInto('es_event')
          .values(shuffled.slice(from, from + 500).map((event, nth) => ({ ...event, pos: from + nth + 1 })))
          .execute()
      await other.sql.transaction().execute(async (tx) => {
        for (const counter of mine) await countUpTo(tx, counter, shuffled.length, () => {})
      })
      // 0 is no position.
      expect(await stored(other, (pos) => shuffled[pos - 1]?.pos ?? pos)).toEqual(counted)
    } finally {
      await other.close()
    }
  })
})
