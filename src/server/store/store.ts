import { sql } from 'kysely'
import { blank, evolve, refusal, replay, type State } from '../../machines/kernel.ts'
import { type ContextOf, type Kind, kindOf, machineOf, type StreamOf } from '../../machines/lifecycles.ts'
import type { Database } from '../db/database.ts'
import { awaitedLater } from '../kit/awaitedLater.ts'
import { sha256 } from '../kit/hash.ts'
import { Misread, notFound, Refused } from '../kit/refused.ts'
import type { Answer, Command, Outcome } from './command.ts'
import { commit, firstAnswer, type Requested } from './commit.ts'
import { recordOf } from './events.ts'
import { channel } from './notices.ts'
import type { Projections } from './projection.ts'
import { type Attempt, createWriter, most } from './writer.ts'

// A command without an expected version, such as a system's, is decided again when another one was faster.
const mostTries = 5
const mostRemembered = 5000

export type Store = ReturnType<typeof createStore>

type Parts = {
  db: Database
  /** The tables that are written with each event. */
  projections: Projections
  ids: () => string
  /** Called for each stored event. */
  stored?: (chart: string, event: string) => void
}

export const createStore = ({ db, projections, ids, stored = () => {} }: Parts) => {
  const read = async (streams: readonly string[]): Promise<Map<string, State>> => {
    const rows = await db.sql
      .selectFrom('es_stream')
      .selectAll()
      .where('stream', 'in', [...streams])
      .execute()
    const found = new Map(rows.map((row) => [row.stream, row]))
    const states = new Map<string, State>()
    for (const stream of streams) {
      const row = found.get(stream)
      const machine = machineOf(stream)
      // A snapshot of another chart version is not used: its events are replayed.
      const state = !row
        ? blank(machine)
        : row.chart === machine.version
          ? { ...(JSON.parse(row.snapshot) as State), version: row.version }
          : replay(machine, (await history(stream)).map(recordOf))
      states.set(stream, state)
    }
    return states
  }

  /** A stream's events, oldest first. */
  const history = (stream: string) =>
    db.sql.selectFrom('es_event').selectAll().where('stream', '=', stream).orderBy('version').execute()

  /** The event that gave a stream a version. */
  const eventAt = (stream: string, at: number) =>
    db.sql
      .selectFrom('es_event')
      .selectAll()
      .where('stream', '=', stream)
      .where('version', '=', at)
      .executeTakeFirstOrThrow()

  /** A stream's state; version 0 when it has no events. */
  const state = async <K extends Kind>(stream: StreamOf<K>): Promise<State<ContextOf<K>>> =>
    (await read([stream])).get(stream) as State<ContextOf<K>>

  /** The states of streams of one kind, in their order, with one query. */
  const states = async <K extends Kind>(streams: readonly StreamOf<K>[]): Promise<State<ContextOf<K>>[]> => {
    const found = streams.length > 0 ? await read(streams) : new Map<string, State>()
    return streams.map((stream) => found.get(stream) as State<ContextOf<K>>)
  }

  /** A stream's state. Throws 404 when it has no events. */
  const existing = async <K extends Kind>(stream: StreamOf<K>): Promise<State<ContextOf<K>>> => {
    const found = await state(stream)
    if (found.version === 0) throw notFound()
    return found
  }

  const commandOf = (actor: string, key: string) =>
    db.sql
      .selectFrom('es_command')
      .select(['request', 'answer'])
      .where('actor', '=', actor)
      .where('key', '=', key)
      .executeTakeFirst()

  /** The stored answer of a call's idempotency key, if any; throws 409 when the key came with other contents. */
  const answered = async (call: { by: string; key: string; request: string }): Promise<Answer | undefined> => {
    const row = await commandOf(call.by, call.key)
    return row && orThrow(firstAnswer(row, call.request))
  }

  /** A stream's version, which is its number of events. */
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

  /** The refusal of a command, or its stored answer when another process has run the same command meanwhile. */
  const refusedOrDone = async ({ command, request }: Attempt, why: string): Promise<Outcome> => {
    const { stream, event, key } = command
    const row = await commandOf(event.by, key)
    if (row) return firstAnswer(row, request)
    return why === 'stale' ? stale(stream) : new Refused(422, why, { reason: why })
  }

  // A cache of recent states, which may be stale because of other processes. The commit compares versions, and no
  // command is refused before the state was read from the database.
  const remembered = new Map<string, State>()
  const remember = (stream: string, state: State) => {
    remembered.delete(stream)
    remembered.set(stream, state)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
  }

  /** The accepted event, or the reason against it: `stale`, or the locale key of the broken rule. */
  const decide = ({ command, request }: Attempt, state: State): Requested | string => {
    const { stream, event } = command
    if (command.version !== undefined && command.version !== state.version) return 'stale'
    const machine = machineOf(stream)
    const broken = refusal(machine, state, event, command.via)
    if (broken) return `${kindOf(stream)}:guard.${broken}`
    return { command, request, before: state.version, ...evolve(machine, state, event), id: ids() }
  }

  /** Decides a batch, on cached states where there are any. */
  const decideAll = async (batch: readonly Attempt[]) => {
    const streams = batch.map(({ command }) => command.stream)
    // Copied now: while other streams are read, a batch may be stored, which changes and evicts cached states.
    const known = new Map(streams.map((stream) => [stream, remembered.get(stream)]))
    const unknown = streams.filter((stream) => !known.get(stream))
    const found = unknown.length > 0 ? await read(unknown) : new Map<string, State>()
    const again: Attempt[] = []
    const refused: { attempt: Attempt; why: string }[] = []
    const decided: { attempt: Attempt; one: Requested }[] = []
    for (const attempt of batch) {
      const { stream } = attempt.command
      const fresh = found.get(stream)
      const one = decide(attempt, fresh ?? known.get(stream)!)
      if (typeof one !== 'string') decided.push({ attempt, one })
      else if (fresh) refused.push({ attempt, why: one })
      else again.push(attempt)
    }
    return { decided, refused, again }
  }

  /** Commits the decisions of a batch; returns the attempts to retry. No attempt is settled before the commit. */
  const storeAll = async ({ decided, refused, again }: Awaited<ReturnType<typeof decideAll>>): Promise<Attempt[]> => {
    const outcomes = await commit(
      db,
      projections,
      decided.map(({ one }) => one),
      channel,
    )
    for (const [index, outcome] of outcomes.entries()) {
      const { attempt, one } = decided[index]!
      const { command } = attempt
      if (outcome === 'misread') attempt.settle(new Misread())
      else if (outcome !== 'overtaken') attempt.settle(outcome)
      else if (command.version === undefined && attempt.tries < mostTries) again.push(attempt)
      else refused.push({ attempt, why: 'stale' })
      if (typeof outcome === 'object' && 'id' in outcome && outcome.id === one.id) {
        remember(command.stream, one.state)
        stored(kindOf(command.stream), command.event.type)
      } else remembered.delete(command.stream)
    }
    for (const { attempt, why } of refused) attempt.settle(refusedOrDone(attempt, why))
    for (const attempt of again) {
      attempt.tries += 1
      remembered.delete(attempt.command.stream)
    }
    return again
  }

  const enqueue = createWriter({ decide: decideAll, store: storeAll, reach: () => sql`select`.execute(db.sql) })

  /** Runs commands; each is accepted or refused by itself, and a repeated key gets its first answer. */
  const append = (commands: readonly Command[]): Promise<Outcome[]> =>
    Promise.all(commands.map((command) => enqueue(command, requestOf(command))))

  /** Runs any number of commands without starving others: one batch waits while the previous one is stored. */
  const appendAll = async (commands: readonly Command[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    let before: Promise<Outcome[]> = Promise.resolve([])
    for (let from = 0; from < commands.length; from += most) {
      const next = awaitedLater(append(commands.slice(from, from + most)))
      outcomes.push(...(await before))
      before = next
    }
    return [...outcomes, ...(await before)]
  }

  /** Runs one command; throws its refusal. */
  const send = async (command: Command): Promise<Answer> => orThrow(await enqueue(command, requestOf(command)))

  return {
    append,
    appendAll,
    send,
    state,
    states,
    existing,
    history,
    eventAt,
    answered,
    version,
    listen: (heard: (payload: string) => void) => db.listen(channel, heard),
  }
}

const orThrow = (outcome: Outcome): Answer => {
  if (outcome instanceof Refused) throw outcome
  return outcome
}

// The hash tells a repetition from a reused key with other contents.
const requestOf = (command: Command) => command.request ?? sha256(JSON.stringify(command.event))
