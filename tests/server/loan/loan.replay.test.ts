import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { blank, evolve, type Fact, replay, type State } from '../../../src/machines/kernel.ts'
import { type Loan, type LoanEvent, standing } from '../../../src/machines/loan.facts.ts'
import { loanMachine } from '../../../src/machines/loan.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { Refused } from '../../../src/server/kit/refused.ts'
import { derivedTables } from '../../../src/server/maintenance/derivedTables.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { projections } from '../../../src/server/processes.ts'
import type { Command } from '../../../src/server/store/command.ts'
import { eventRow, factOf, streamRow } from '../../../src/server/store/events.ts'
import { createStore } from '../../../src/server/store/store.ts'
import { engines } from '../../kit/engines.ts'
import { rowsMade } from '../../kit/made.ts'
import { stateAfter } from '../../kit/stateAfter.ts'
import { ownDatabase } from '../../kit/templates.ts'
import { histories, lived, via } from '../../model/loan.history.ts'

type Golden = { stream: string; events: { state: string; fact: Fact }[] }[]

const isDeep = inject('deep')
const pure = isDeep ? 100_000 : 1000
const atOnce = 100
const stored = isDeep ? 2000 : 100

const commandOf = (stream: string, event: LoanEvent): Command => ({
  stream,
  event,
  via: via.get(event.type)!,
  key: randomUUID(),
})

/** An event as read from the log. */
const kept = (stream: string, event: LoanEvent, state: State) =>
  factOf(eventRow({ command: commandOf(stream, event), before: 0, state, effects: [], id: '' }, 1, ''))

/** A state as the next command finds it after a restart. */
const found = (stream: string, state: State): State => ({
  ...(JSON.parse(streamRow(stream, state).snapshot) as State),
  version: state.version,
})

/** The rows of a stream, table by table, as they are written. */
const written = (stream: string, state: State) =>
  derivedTables.map(({ table, rows }) => `${table} ${JSON.stringify(rows([{ stream, state }]))}`)

test('whatever happened to a loan, its events lead to its rows byte for byte', () => {
  const stream = 'loan/LK-1'
  fc.assert(
    fc.property(histories, (history) => {
      const { events, state } = lived(history)
      const live = written(stream, state())
      const facts = events.map((event) => kept(stream, event, state()))
      expect(written(stream, stateAfter(loanMachine, facts))).toEqual(live)
      const startedAgain = events.reduce<State>(
        (before, event) => evolve(loanMachine, found(stream, before), event).state,
        blank(loanMachine),
      )
      expect(written(stream, startedAgain)).toEqual(live)
      expect(found(stream, state())).toEqual(state())
    }),
    { numRuns: pure },
  )
})

test('a reversed payment replays: the log leads to the rows of the time, and the payment counts no more', () => {
  const golden = JSON.parse(readFileSync('tests/golden/loan.json', 'utf8')) as Golden
  const { stream, events } = golden.find((one) => one.events.some(({ fact }) => fact.type === 'repaymentReversed'))!
  const reversedAt = events.findIndex(({ fact }) => fact.type === 'repaymentReversed')
  const log = events.slice(0, reversedAt + 1)
  const replayed = replay(
    loanMachine,
    log.map((event) => ({ stream, ...event })),
  )
  const live = stateAfter(
    loanMachine,
    log.map(({ fact }) => fact),
  )
  expect(written(stream, replayed)).toEqual(written(stream, live))
  const { fact } = log.findLast((event) => event.fact.type === 'reversalProposed')!
  const { txid } = fact as Extract<LoanEvent, { type: 'reversalProposed' }>
  expect((replayed.context as Loan).entries).toContainEqual(expect.objectContaining({ txid, reversed: true }))
  expect(standing((replayed.context as Loan).entries)).not.toContainEqual(expect.objectContaining({ txid }))
})

describe.each(engines())('loans of every kind on $engine', ({ databaseUrl }) => {
  let db: Database
  beforeAll(async () => {
    db = await ownDatabase(databaseUrl)
    await migrate(db.sql)
  })
  afterAll(() => db.close())

  /** Sends commands to a freshly created store, which puts one event of each stream into a transaction. */
  const say = async (commands: readonly Command[]) => {
    const outcomes = await createStore({ db, projections, ids: randomUUID }).append(commands)
    expect(outcomes.filter((outcome) => outcome instanceof Refused)).toEqual([])
  }

  test('a rebuild writes the bytes that the commands wrote', async () => {
    let loans = 0
    await fc.assert(
      fc.asyncProperty(fc.array(histories, { minLength: atOnce, maxLength: atOnce }), async (some) => {
        const told = some.map((history) => {
          const orderNo = `LK-${(loans += 1)}`
          return lived(history, orderNo).events.map((event) => commandOf(`loan/${orderNo}`, event))
        })
        await say(told.flatMap((commands) => commands.slice(0, commands.length / 2)))
        await say(told.flatMap((commands) => commands.slice(commands.length / 2)))
        const before = await rowsMade(db)
        expect(before.loan!.split('\n')).toHaveLength(loans)
        await rebuild(db)
        expect(await rowsMade(db)).toEqual(before)
      }),
      // Shrinking a hundred loans one by one is not worth it: the differing rows name their loan.
      { numRuns: stored / atOnce, endOnFailure: true },
    )
    expect((await verify(db)).problems).toEqual([])
  })
})
