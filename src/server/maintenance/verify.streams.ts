import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { blank, brokenRule, evolve, type Fact, stateName } from '../../machines/kernel.ts'
import { kindOf, lifecycles, machineOf } from '../../machines/lifecycles.ts'
import type { Report } from '../kit/progress.ts'
import type { Tx } from '../store/command.ts'
import { factOf } from '../store/events.ts'
import { pageAfter, pageEndingWith, readAhead, type ReplayRow, type StreamPage } from '../store/streamPages.ts'
import { keysIn, type DerivedTable, derivedTables, type Reached, type Row } from './derivedTables.ts'

// When the lists were never built, every row is a problem, and all of them would not fit in memory.
export const mostNamed = 1000

/** Receives each problem, and the progress. */
export type Findings = { problem: (line: string) => void; report: Report }

/**
 * Events that a current rule would refuse: how many, the instants of the first and the last in epoch ms, and the stream
 * of the first. They are older than the rule and stay valid.
 */
export type Forbidden = { event: string; rule: string; times: number; since: number; until: number; stream: string }
type Compared = StreamPage & { stored: Row[][] }

/**
 * Replays every stream and compares each event's stored state and each derived row; reports rows without events.
 * Returns the events that a current rule would refuse.
 */
export const verifyStreams = async (tx: Tx, { problem, report }: Findings): Promise<Forbidden[]> => {
  let done = 0
  const refused = new Map<string, Forbidden>()
  const forbid = (stream: string, { type, at }: Fact, rule: string) => {
    const event = `${kindOf(stream)}.${type}`
    const known = refused.get(`${event} ${rule}`) ?? { event, rule, times: 0, since: at, until: at, stream }
    if (at < known.since) Object.assign(known, { since: at, stream })
    known.times += 1
    known.until = Math.max(at, known.until)
    refused.set(`${event} ${rule}`, known)
  }
  // The queries of a page run one after the other on the transaction's connection, while the previous page is replayed.
  const following = async (before: StreamPage): Promise<Compared | undefined> => {
    const page = await pageAfter(tx, before, Number.MAX_SAFE_INTEGER)
    return page && { ...page, stored: await storedFor(tx, page) }
  }
  for await (const { streams, stored } of readAhead({ ...pageEndingWith(''), stored: [] }, following)) {
    const states = streams.flatMap(({ stream, events }) => replayed(stream, events, { problem, forbid }))
    for (const [index, table] of derivedTables.entries()) compare(table, table.rows(states), stored[index]!, problem)
    done += streams.reduce((sum, { events }) => sum + events.length, 0)
    report.count('replayed', done, 'events')
  }
  for (const table of derivedTables) for (const stray of await strays(tx, table)) problem(stray)
  for (const stray of await strayEffects(tx)) problem(stray)
  return [...refused.values()]
}

const storedFor = async (tx: Tx, { streams }: StreamPage): Promise<Row[][]> => {
  const stored: Row[][] = []
  const names = streams.map(({ stream }) => stream)
  for (const derived of derivedTables) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(derived.table)}
      where ${sql.ref(derived.column)}::text in (
        select jsonb_array_elements_text(${JSON.stringify(keysIn(derived, names))}::jsonb))`.execute(tx)
    stored.push(rows)
  }
  return stored
}

type Told = Pick<Findings, 'problem'> & { forbid: (stream: string, fact: Fact, rule: string) => void }

/** The state that a stream's events lead to; none when the stream has no chart. */
const replayed = (stream: string, events: readonly ReplayRow[], { problem, forbid }: Told): Reached[] => {
  if (!lifecycles.some(({ name }) => name === kindOf(stream))) {
    problem(`event ${events[0]!.pos}: there is no chart for ${stream}`)
    return []
  }
  const machine = machineOf(stream)
  let state = blank(machine)
  let isWhole = true
  for (const row of events) {
    try {
      const fact = factOf(row)
      const before = state
      state = evolve(machine, before, fact).state
      const rule = brokenRule(machine, before, fact)
      if (rule) forbid(stream, fact, rule)
      if (stateName(state.value) !== row.state)
        problem(`event ${row.pos}: ${stream} is ${stateName(state.value)} after it, stored as ${row.state}`)
    } catch (error) {
      isWhole = false
      problem(`event ${row.pos}: ${stream}: ${(error as Error).message}`)
    }
  }
  const reached = { stream, state }
  return isWhole || canBeMade(reached) ? [reached] : []
}

/** Whether rows can be derived. They may not when the stream lacks its first events. */
const canBeMade = (reached: Reached): boolean => {
  try {
    for (const { rows } of derivedTables) rows([reached])
    return true
  } catch {
    return false
  }
}

const compare = (
  { name, isAsMade = isDeepStrictEqual }: DerivedTable,
  expected: readonly Row[],
  stored: readonly Row[],
  problem: Findings['problem'],
) => {
  const found = new Map(stored.map((row) => [name(row), row]))
  for (const row of expected) {
    const stored = found.get(name(row))
    found.delete(name(row))
    if (!stored) problem(`${name(row)}: its row is missing`)
    else if (!isAsMade(stored, row)) problem(`${name(row)}: its row is not what its events lead to`)
  }
  for (const left of found.keys()) problem(`${left}: its events lead to no such row`)
}

const strays = async (tx: Tx, { table, column, prefix, name }: DerivedTable): Promise<string[]> => {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} made where not exists (
      select from es_event where stream = ${prefix}::text || made.${sql.ref(column)}::text and es_event.version = 1)
      and not exists (select from unrecorded where stream = ${prefix}::text || made.${sql.ref(column)}::text)
    limit ${mostNamed + 1}`.execute(tx)
  return rows.map((row) => `${name(row)}: there are no events of it`)
}

const strayEffects = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ stream: string; name: string }>`
    select stream, name from es_effect made where not exists (
      select from es_event e where e.stream = made.stream and e.version = made.version and e.id = made.event)
    limit ${mostNamed + 1}`.execute(tx)
  return rows.map(({ stream, name }) => `effect ${name} of ${stream}: no event asked for it`)
}
