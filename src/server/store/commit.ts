import { sql } from 'kysely'
import { deadlines } from '../../machines/kernel.ts'
import type { Database } from '../db/database.ts'
import { refuseOutdated } from '../db/outdated.ts'
import type { EventRow } from '../db/tables.ts'
import { Refused } from '../kit/refused.ts'
import type { Answer, Decided, Outcome, Read, Tx } from './command.ts'
import { eventRow, streamRow } from './events.ts'
import type { Projections } from './projection.ts'

/** A decision with the hash of the request's contents, which detects a reused idempotency key. */
export type Requested = Decided & { request: string }

type Head = { pos: number; hash: string; breaking: string | null }
type Lost = 'overtaken' | 'misread'
type Won = { decided: Requested; answer: Answer }

/**
 * Stores decisions in one transaction. Returns `overtaken` where the stream has changed since, and `misread` where
 * another stream that the decision read has. Streams and keys of one call must be distinct.
 */
export const commit = async (
  db: Database,
  projections: Projections,
  decided: readonly Requested[],
  heard: string,
): Promise<(Outcome | Lost)[]> => {
  if (decided.length === 0) return []
  return db.sql.transaction().execute(async (tx) => {
    // Lock the head first: otherwise two processes lock commands and streams in different orders and deadlock.
    const head = (await sql<Head>`select pos, hash, breaking from es_head for update`.execute(tx)).rows[0]!
    refuseOutdated(head.breaking)
    const { versions, answers } = await alreadyThere(tx, decided)
    const outcomes: (Outcome | Lost)[] = []
    const events: EventRow[] = []
    const won: Won[] = []
    let { pos, hash } = head
    for (const one of decided) {
      const { command } = one
      const done = answers.get(`${command.event.by} ${command.key}`)
      const stands = ({ stream, version }: Read) => (versions.get(stream) ?? 0) === version
      const lost = !stands({ stream: command.stream, version: one.before })
        ? 'overtaken'
        : !(command.reads ?? []).every(stands) && 'misread'
      if (done || lost) {
        outcomes.push(done ? firstAnswer(done, one.request) : (lost as Lost))
        continue
      }
      pos += 1
      const event = eventRow(one, pos, hash)
      hash = event.hash
      const answer: Answer = { stream: event.stream, version: event.version, pos, id: event.id }
      await command.writes?.(tx, answer)
      events.push(event)
      won.push({ decided: one, answer })
      outcomes.push(answer)
    }
    if (events.length > 0) {
      await endJobs(tx, won)
      await projections.write(
        tx,
        won.map(({ decided: { command, state } }) => ({ stream: command.stream, state })),
      )
      await insert(tx, won, events, { pos, hash }, heard)
    }
    return outcomes
  })
}

/** The stored answer of an idempotency key; a 409 when the key came with other contents. */
export const firstAnswer = (stored: { request: string; answer: string }, request: string): Outcome =>
  stored.request === request ? (JSON.parse(stored.answer) as Answer) : new Refused(409, 'errors:keyReused')

type There = {
  stream: string | null
  version: number | null
  actor: string
  key: string
  request: string
  answer: string
}

/** The versions of all streams written or read, and the answers of keys that were used before. */
const alreadyThere = async (tx: Tx, decided: readonly Requested[]) => {
  const streams = decided.flatMap(({ command }) => [
    command.stream,
    ...(command.reads ?? []).map(({ stream }) => stream),
  ])
  const keys = decided.map(({ command }) => ({ actor: command.event.by, key: command.key }))
  // A lateral look-up for each: the planner does not know the size of a record set and would scan the whole table.
  const { rows } = await sql<There>`
    select found.stream, found.version, null as actor, null as key, null as request, null as answer
    from jsonb_array_elements_text(${json(streams)}) s,
      lateral (select stream, version from es_stream where stream = s.value limit 1) found
    union all
    select null, null, found.actor, found.key, found.request, found.answer
    from jsonb_to_recordset(${json(keys)}) as k (actor text, key text),
      lateral (select * from es_command c where c.actor = k.actor and c.key = k.key limit 1) found`.execute(tx)
  return {
    versions: new Map(rows.flatMap(({ stream, version }) => (stream ? [[stream, version!]] : []))),
    answers: new Map(rows.flatMap((row) => (row.stream ? [] : [[`${row.actor} ${row.key}`, row]]))),
  }
}

/** Deletes the jobs that events end, with one statement: others wait for this transaction. */
const endJobs = async (tx: Tx, won: readonly Won[]) => {
  const ended = won.flatMap(({ decided: { command } }) =>
    command.ends ? [{ stream: command.stream, ...command.ends }] : [],
  )
  if (ended.length === 0) return
  await sql`
    delete from es_effect where stream = any(${ended.map(({ stream }) => stream)})
      and (stream, name, event) in (
        select stream, name, event from jsonb_to_recordset(${json(ended)}) as e (stream text, name text, event text))`.execute(
    tx,
  )
}

const insert = async (
  tx: Tx,
  won: readonly Won[],
  events: readonly EventRow[],
  head: { pos: number; hash: string },
  heard: string,
) => {
  const commands = won.map(({ decided: { command, request }, answer }) => ({
    actor: command.event.by,
    key: command.key,
    request,
    answer: JSON.stringify(answer),
    at: command.event.at,
  }))
  const streams = won.map(({ decided: { command, state } }) => streamRow(command.stream, state))
  const effects = won.flatMap(({ decided, answer }) =>
    decided.effects.map((name) => ({
      stream: answer.stream,
      name,
      event: answer.id,
      version: answer.version,
      at: decided.command.event.at,
      attempts: 0,
      error: null,
    })),
  )
  const timers = won.flatMap(({ decided: { command, state } }) =>
    deadlines(state).map(({ event, at, version }) => ({ stream: command.stream, name: event, at, version })),
  )
  await sql`
    with
      commands as (insert into es_command select * from jsonb_populate_recordset(null::es_command, ${json(commands)})),
      streams as (
        insert into es_stream select * from jsonb_populate_recordset(null::es_stream, ${json(streams)})
        on conflict (stream) do update set
          version = excluded.version, state = excluded.state, chart = excluded.chart, snapshot = excluded.snapshot),
      effects as (
        insert into es_effect select * from jsonb_populate_recordset(null::es_effect, ${json(effects)})
        on conflict (stream, name) do update set
          event = excluded.event, version = excluded.version, at = excluded.at, attempts = 0, error = null),
      timers as (
        insert into es_deadline select * from jsonb_populate_recordset(null::es_deadline, ${json(timers)})
        on conflict (stream, name) do update set at = excluded.at, version = excluded.version),
      gone as (
        delete from es_deadline d using jsonb_array_elements_text(${json(streams.map(({ stream }) => stream))}) s
        where d.stream = s.value and not exists (
          select 1 from jsonb_populate_recordset(null::es_deadline, ${json(timers)}) t
          where t.stream = d.stream and t.name = d.name)),
      events as (insert into es_event select * from jsonb_populate_recordset(null::es_event, ${json(events)}))
    update es_head set pos = ${head.pos}, hash = ${head.hash} returning pg_notify(${heard}, '')`.execute(tx)
}

const json = (rows: unknown) => sql`${JSON.stringify(rows)}::jsonb`
