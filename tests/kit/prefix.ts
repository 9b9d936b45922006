import { blank, evolve, type Fact, refusal, type State, stateName } from '../../src/machines/kernel.ts'
import { machineOf } from '../../src/machines/lifecycles.ts'
import type { EventRow } from '../../src/server/db/tables.ts'
import { factOf } from '../../src/server/store/events.ts'

/** The log's head as known before a call began, and after it had ended. */
type Window = { start: number; end: number }
export type Told = { type: string; actor: string; at: number; version: number; state: string }

/** One call's answer. Only answered calls can contradict the log. */
export type Recorded = Window &
  (
    | { kind: 'accepted'; by: string; key: string; stream: string; version: number; pos?: number; id?: string }
    | { kind: 'stale'; stream: string; sent: number; last: Told | null }
    | { kind: 'refused'; stream: string; sent: number | undefined; event: Fact; via: string; reason: string }
    | { kind: 'seen'; stream: string; version: number; state: string }
  )

type Logged = Pick<
  EventRow,
  'pos' | 'stream' | 'version' | 'id' | 'type' | 'actor' | 'command' | 'at' | 'state' | 'data'
>

/**
 * Finds calls that contradict the log: each must fit a prefix of the log that ends between the call's start and end.
 * Also finds callers' events that no answer acknowledged. Makes one pass over the log and one over the calls.
 */
export const misfits = (log: readonly Logged[], calls: readonly Recorded[]): string[] => {
  const problems = log.flatMap(({ pos }, index) => (pos === index + 1 ? [] : [`position ${pos} is out of place`]))
  const streams = new Map<string, { rows: Logged[]; states: State[] }>()
  for (const row of log) {
    const { rows, states } = streams.get(row.stream) ?? { rows: [], states: [blank(machineOf(row.stream))] }
    streams.set(row.stream, { rows, states })
    if (row.version !== rows.length + 1) problems.push(`position ${row.pos}: version ${row.version} is out of place`)
    rows.push(row)
    states.push(evolve(machineOf(row.stream), states.at(-1)!, factOf(row)).state)
  }
  const streamOf = (stream: string) => streams.get(stream) ?? { rows: [], states: [blank(machineOf(stream))] }

  /** Whether the stream has this version in some prefix within the window. */
  const stoodAt = ({ stream, start, end }: Window & { stream: string }, version: number) => {
    const { rows } = streamOf(stream)
    if (version < 0 || version > rows.length) return false
    const from = version === 0 ? 0 : rows[version - 1]!.pos
    return from <= end && (rows[version]?.pos ?? Infinity) > start
  }

  const why = (call: Recorded): string | undefined => {
    const { rows, states } = streamOf(call.stream)
    switch (call.kind) {
      case 'accepted': {
        const row = rows[call.version - 1]
        if (!row || row.actor !== call.by || row.command !== call.key) return 'what was accepted is not there'
        if (row.pos !== (call.pos ?? row.pos) || row.id !== (call.id ?? row.id)) return 'it is there as something else'
        return row.pos > call.start && row.pos <= call.end
          ? undefined
          : 'it was there before the call, or came after it'
      }
      case 'stale': {
        const { last, sent, end } = call
        const row = last ? rows[last.version - 1] : undefined
        const told = row && { type: row.type, actor: row.actor, at: row.at, version: row.version, state: row.state }
        if (!row || row.pos > end || !sameTold(told!, last!)) return 'what it was told of did not happen'
        return (rows[sent]?.pos ?? Infinity) <= end ? undefined : 'nothing had happened since'
      }
      case 'refused': {
        const broken = (version: number) =>
          `approval:guard.${refusal(machineOf(call.stream), states[version]!, call.event, call.via)}` === call.reason
        const versions = call.sent === undefined ? visible(rows, call) : stoodAt(call, call.sent) ? [call.sent] : []
        return versions.some(broken) ? undefined : 'no state in between refuses it so'
      }
      case 'seen': {
        if (!stoodAt(call, call.version)) return 'that version is of before or after the call'
        return stateName(states[call.version]!.value) === call.state ? undefined : 'that version has another state'
      }
    }
  }

  for (const call of calls) {
    const reason = why(call)
    if (reason) problems.push(`${reason}: ${JSON.stringify(call)}`)
  }
  const answered = new Set(calls.flatMap((call) => (call.kind === 'accepted' ? [`${call.by} ${call.key}`] : [])))
  const callers = new Set(calls.flatMap((call) => (call.kind === 'accepted' ? [call.by] : [])))
  for (const { pos, actor, command } of log) {
    if (callers.has(actor) && !answered.has(`${actor} ${command}`)) problems.push(`nobody was told of position ${pos}`)
  }
  return problems
}

const sameTold = (one: Told, other: Told) =>
  (['type', 'actor', 'at', 'version', 'state'] as const).every((field) => one[field] === other[field])

/** The versions of a stream within a window, by binary search for the first. */
const visible = (rows: readonly Logged[], { start, end }: Window): number[] => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.pos <= start) low = middle + 1
    else high = middle
  }
  const versions = [low]
  for (let version = low; version < rows.length && rows[version]!.pos <= end; version += 1) versions.push(version + 1)
  return versions
}
