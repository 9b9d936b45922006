import { type Fact, type Recorded, type State, stateName } from '../../machines/kernel.ts'
import { kindOf, machineOf } from '../../machines/lifecycles.ts'
import { newest } from '../db/migrations.ts'
import type { EventRow } from '../db/tables.ts'
import { linkHash } from '../kit/hash.ts'
import type { Decided } from './command.ts'

const schema = 1

/** A stored event in the form that the chart accepts. */
export const factOf = (row: Pick<EventRow, 'type' | 'actor' | 'at' | 'data'>): Fact => ({
  ...(JSON.parse(row.data) as object),
  type: row.type,
  by: row.actor,
  at: row.at,
})

/** A stored event with the state that was stored with it. */
export const recordOf = (row: Pick<EventRow, 'stream' | 'type' | 'actor' | 'at' | 'data' | 'state'>): Recorded => ({
  stream: row.stream,
  fact: factOf(row),
  state: row.state,
})

/** The fields that an event's hash covers. Their order must never change. */
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

/** A decision as the event row at a position, linked to the previous hash. */
export const eventRow = ({ command, before, state, id }: Decided, pos: number, prev: string): EventRow => {
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
    writer: newest,
  }
  return { ...row, hash: linkHash(prev, hashedFields(row)) }
}

/** A stream's row: its version, the name of its state, and the snapshot that the next command starts from. */
export const streamRow = (stream: string, state: State) => ({
  stream,
  kind: kindOf(stream),
  version: state.version,
  state: stateName(state.value),
  chart: machineOf(stream).version!,
  snapshot: JSON.stringify({ value: state.value, context: state.context, armed: state.armed }),
})
