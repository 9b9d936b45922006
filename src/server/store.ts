import { sql, type Transaction } from 'kysely'
import { blank, deadlines, evolve, type Fact, type State, refusal, replay, stateName } from '../machines/kernel.ts'
import { kindOf, type LifecycleEvent, machineOf } from '../machines/lifecycles.ts'
import { linkHash, sha256 } from './chain.ts'
import type { Database } from './database.ts'
import { projections } from './projections.ts'
import { Refused } from './refused.ts'
import type { EventRow, Tables } from './tables.ts'

export type Tx = Transaction<Tables>
export type Answer = { stream: string; version: number; pos: number; id: string }

/** One event meant for one stream. `version` is what its author saw (left out: whatever is there); `writes` join its transaction. */
export type Command = {
  stream: string
  version?: number
  event: LifecycleEvent
  via: string
  key: string
  request?: string
  reads?: readonly { stream: string; version: number }[]
  writes?: (tx: Tx, answer: Answer) => Promise<unknown>
}

type Decided = { command: Command; before: number; state: State; effects: string[]; id: string }
type Outcome = Answer | Refused

const heard = 'loket'
const schema = 1
// A system's command without an expected version is decided again when somebody was faster.
const tries = 5

export type Store = ReturnType<typeof createStore>

export const createStore = ({ db, ids }: { db: Database; ids: () => string }) => {
  const load = async (streams: readonly string[]): Promise<Map<string, State>> => {
    const rows = await db.sql
      .selectFrom('es_stream')
      .selectAll()
      .where('stream', 'in', [...streams])
      .execute()
    const found = new Map(rows.map((row) => [row.stream, row]))
    const loaded = new Map<string, State>()
    for (const stream of streams) {
      const row = found.get(stream)
      const machine = machineOf(stream)
      // A snapshot of an older chart is not trusted: the events are.
      const state = !row
        ? blank(machine)
        : row.chart === machine.version
          ? { ...(JSON.parse(row.snapshot) as State), version: row.version }
          : replay(machine, (await history(stream)).map(factOf))
      loaded.set(stream, state)
    }
    return loaded
  }

  /** A stream's events, oldest first. */
  const history = (stream: string) =>
    db.sql.selectFrom('es_event').selectAll().where('stream', '=', stream).orderBy('version').execute()

  /** Where a stream stands; version 0 when nothing happened yet. */
  const state = async (stream: string): Promise<State> => (await load([stream])).get(stream)!

  /** What each of these commands was answered when it was first done: its answer, or a refusal when the key had other contents. */
  const stored = async (
    commands: readonly Command[],
    tx: Database['sql'] | Tx = db.sql,
  ): Promise<Map<Command, Outcome>> => {
    const rows = await tx
      .selectFrom('es_command')
      .selectAll()
      .where((eb) =>
        eb(
          eb.refTuple('actor', 'key'),
          'in',
          commands.map(({ event, key }) => eb.tuple(event.by, key)),
        ),
      )
      .execute()
    const found = new Map(rows.map((row) => [`${row.actor} ${row.key}`, row]))
    return new Map(
      commands.flatMap((command) => {
        const row = found.get(`${command.event.by} ${command.key}`)
        if (!row) return []
        const same = row.request === requestOf(command)
        return [[command, same ? (JSON.parse(row.answer) as Answer) : new Refused(409, 'errors:keyReused')]]
      }),
    )
  }

  /** The answer that a call's key had before, if it had one; throws when the key had other contents. */
  const answered = async ({
    by,
    key,
    request,
  }: {
    by: string
    key: string
    request: string
  }): Promise<Answer | undefined> => {
    const row = await db.sql
      .selectFrom('es_command')
      .selectAll()
      .where('actor', '=', by)
      .where('key', '=', key)
      .executeTakeFirst()
    if (row && row.request !== request) throw new Refused(409, 'errors:keyReused')
    return row && (JSON.parse(row.answer) as Answer)
  }

  /** How many events a stream has, whatever its kind. */
  const version = async (stream: string): Promise<number> => {
    const row = await db.sql.selectFrom('es_stream').select('version').where('stream', '=', stream).executeTakeFirst()
    return row?.version ?? 0
  }

  const stale = async (stream: string) => {
    const last = await db.sql
      .selectFrom('es_event')
      .leftJoin('profile', (join) => join.on(sql<boolean>`actor = 'staff/' || profile.id`))
      .select(['type', 'actor', 'at', 'version', 'state', 'profile.name as actorName'])
      .where('stream', '=', stream)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return new Refused(409, 'errors:stale', last ?? null)
  }

  const decide = async (command: Command, state: State): Promise<Decided | Outcome> => {
    const { version } = state
    const no =
      command.version !== undefined && command.version !== version
        ? await stale(command.stream)
        : refusedBy(command.stream, refusal(machineOf(command.stream), state, command.event, command.via))
    // Between the first look and the load, the same command may have been done by somebody else.
    if (no) return (await stored([command])).get(command) ?? no
    return { command, before: version, ...evolve(machineOf(command.stream), state, command.event), id: ids() }
  }

  /** Stores what was decided, all in one transaction; answers which were overtaken. Streams in one call are distinct. */
  const commit = async (decided: readonly Decided[]): Promise<(Outcome | 'overtaken')[]> =>
    db.sql.transaction().execute(async (tx) => {
      // The head first: otherwise two processes lock commands and streams in different orders and deadlock.
      const head = (await sql<{ pos: number; hash: string }>`select pos, hash from es_head for update`.execute(tx))
        .rows[0]!
      const versions = await versionsOf(tx, decided)
      const repeated = await stored(
        decided.map(({ command }) => command),
        tx,
      )
      const outcomes: (Outcome | 'overtaken')[] = []
      const events: EventRow[] = []
      const won: { decided: Decided; answer: Answer }[] = []
      let { pos, hash } = head
      for (const one of decided) {
        const done = repeated.get(one.command)
        const fresh = [{ stream: one.command.stream, version: one.before }, ...(one.command.reads ?? [])].every(
          (read) => (versions.get(read.stream) ?? 0) === read.version,
        )
        if (done || !fresh) {
          outcomes.push(done ?? 'overtaken')
          continue
        }
        pos += 1
        const event = eventRow(one, pos, hash)
        hash = event.hash
        const answer: Answer = { stream: event.stream, version: event.version, pos, id: event.id }
        await one.command.writes?.(tx, answer)
        events.push(event)
        won.push({ decided: one, answer })
        outcomes.push(answer)
      }
      if (events.length > 0) {
        await insert(tx, won, events, { pos, hash })
        await projections.write(
          tx,
          won.map(({ decided: { command, state } }) => ({ stream: command.stream, state })),
        )
        await sql`select pg_notify(${heard}, '')`.execute(tx)
      }
      return outcomes
    })

  /** Runs commands on distinct streams; each is answered, refused or overtaken on its own, and a repeated key gets its first answer. */
  const append = async (commands: readonly Command[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    let open = commands.map((command, at) => ({ command, at }))
    for (let round = 0; open.length > 0; round += 1) {
      const repeated = await stored(open.map(({ command }) => command))
      const states = await load(open.map(({ command }) => command.stream))
      const decided: { one: Decided; at: number }[] = []
      for (const { command, at } of open) {
        const one = repeated.get(command) ?? (await decide(command, states.get(command.stream)!))
        if ('command' in one) decided.push({ one, at })
        else outcomes[at] = one
      }
      const committed = decided.length > 0 ? await commit(decided.map(({ one }) => one)) : []
      open = []
      for (const [index, outcome] of committed.entries()) {
        const { one, at } = decided[index]!
        if (outcome !== 'overtaken') outcomes[at] = outcome
        else if (one.command.version === undefined && round < tries) open.push({ command: one.command, at })
        else outcomes[at] = await stale(one.command.stream)
      }
    }
    return outcomes
  }

  /** Runs one command; throws its refusal. */
  const send = async (command: Command): Promise<Answer> => {
    const [outcome] = await append([command])
    if (outcome instanceof Refused) throw outcome
    return outcome!
  }

  return { append, send, state, history, answered, version, listen: (wake: () => void) => db.listen(heard, wake) }
}

/** A stored event as the chart takes it. */
export const factOf = (row: Pick<EventRow, 'type' | 'actor' | 'at' | 'data'>): Fact => ({
  ...(JSON.parse(row.data) as object),
  type: row.type,
  by: row.actor,
  at: row.at,
})

/** The fields that an event's hash covers, in this order for ever. */
export const hashedFields = (row: EventRow) =>
  [
    row.pos,
    row.stream,
    row.version,
    row.id,
    row.type,
    row.schema,
    row.state,
    row.actor,
    row.command,
    row.at,
    row.data,
  ] as const

// The same key with other contents is no repetition.
const requestOf = (command: Command) => command.request ?? sha256(JSON.stringify(command.event))

const refusedBy = (stream: string, reason: string | undefined) => {
  const key = `${kindOf(stream)}:guard.${reason}`
  return reason && new Refused(422, key, { reason: key })
}

const eventRow = ({ command, before, state, id }: Decided, pos: number, prev: string): EventRow => {
  const { type, by, at, ...data } = command.event
  const row: EventRow = {
    pos,
    stream: command.stream,
    version: before + 1,
    id,
    type,
    schema,
    state: stateName(state.value),
    actor: by,
    command: command.key,
    at,
    data: JSON.stringify(data),
    prev,
    hash: '',
  }
  return { ...row, hash: linkHash(prev, hashedFields(row)) }
}

const versionsOf = async (tx: Tx, decided: readonly Decided[]) => {
  const streams = decided.flatMap(({ command }) => [
    command.stream,
    ...(command.reads ?? []).map(({ stream }) => stream),
  ])
  const rows = await tx.selectFrom('es_stream').select(['stream', 'version']).where('stream', 'in', streams).execute()
  return new Map(rows.map((row) => [row.stream, row.version]))
}

const insert = async (
  tx: Tx,
  won: readonly { decided: Decided; answer: Answer }[],
  events: readonly EventRow[],
  head: { pos: number; hash: string },
) => {
  const commands = won.map(({ decided: { command }, answer }) => ({
    actor: command.event.by,
    key: command.key,
    request: requestOf(command),
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
    update es_head set pos = ${head.pos}, hash = ${head.hash}`.execute(tx)
}

const json = (rows: unknown) => sql`${JSON.stringify(rows)}::jsonb`

/** A stream's row: its version, its state's name, and the snapshot that the next command starts from. */
export const streamRow = (stream: string, state: State) => ({
  stream,
  kind: kindOf(stream),
  version: state.version,
  state: stateName(state.value),
  chart: machineOf(stream).version!,
  snapshot: JSON.stringify({ value: state.value, context: state.context, armed: state.armed }),
})
