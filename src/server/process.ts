import type { Endpoint } from '../services/endpoint.ts'
import type { Queue } from './dispatch/dispatch.ts'
import type { Exportables } from './lists/exportable.ts'
import type { Server } from './server.ts'
import type { AppScope } from './staff/appScope.ts'
import type { Perform } from './staff/call.ts'
import type { Counter } from './store/counter.ts'
import type { Lane } from './store/lanes.ts'
import type { Effect } from './store/outbox.ts'
import type { Projection } from './store/projection.ts'

/** The parts of all processes together that a single process needs. */
export type Whole = {
  mounted: readonly Endpoint[]
  allInterfaces: readonly string[]
  lists: Exportables
  perform: Perform
}

/** Staff who hear of a stream kind on the feed: those with any of these interfaces. `ofOrders`: ids are order numbers. */
export type Heard = { by: readonly string[]; ofOrders?: boolean }

/**
 * What a proposal that waits in the state `place` is about: its order, its amount in whole rupiah, and the lending apps
 * whose orders it touches, null for all. Only who sees all of them may answer it.
 */
export type Subject = (
  context: never,
  place: string,
) => { orderNo?: string | null | undefined; amount?: number | undefined; apps?: AppScope }

/** The listeners, tables and proposals of one chart's streams. */
type Kind = {
  /** The staff who hear of each change on the feed. */
  heard?: Heard
  /** The tables derived from them. */
  projections?: Projection | readonly Projection[]
  /** The order, amount and apps of a proposal, for the worklist of consents. */
  subject?: Subject
}

type Effects = (server: Server, whole: Whole) => Record<string, Effect>

/** The declaration of a process, or of an area of screens without a stream, from which the server is composed. */
export type Process = {
  /** Its kinds of streams, named as their charts; `kind/part` for a table of some of a kind's streams. */
  kinds?: Readonly<Record<string, Kind>>
  /** Its roll-ups of the log. */
  counters?: readonly Counter[]
  handlers?: (server: Server, whole: Whole) => void
  /** Its queues of waiting work, which the dispatcher gives to people at work. */
  queues?: (server: Server) => readonly Queue[]
  /** Its exportable lists by their endpoint's id. */
  exports?: (server: Server) => Exportables
  /** Its effects by the lane that they run in. */
  effects?: Partial<Record<Lane, Effects>>
}
