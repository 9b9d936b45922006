import type { Endpoint } from '../services/endpoint.ts'
import type { Exportables } from './lists/exportable.ts'
import type { Server } from './server.ts'
import type { Perform } from './staff/call.ts'
import type { Effect } from './store/outbox.ts'
import type { ByKind } from './store/projection.ts'

/** What all processes come to together, as far as one of them has to know it. */
export type Whole = {
  mounted: readonly Endpoint[]
  allInterfaces: readonly string[]
  lists: Exportables
  perform: Perform
}

/** Who hears of a kind of stream on the feed: whoever may call any of these interfaces. `ofOrders` when its id is an order's number. */
export type Heard = { by: readonly string[]; ofOrders?: boolean }

type Effects = (server: Server, whole: Whole) => Record<string, Effect>

/** A process, or an area of screens that has no stream of its own, as the server is put together from it. */
export type Process = {
  /** Who hears of its streams, by their kind. */
  heard?: Readonly<Record<string, Heard>>
  /** The tables that are made from its streams. */
  projections?: ByKind
  /** Mounts its endpoints. */
  handlers?: (server: Server, whole: Whole) => void
  /** Its lists that a file can be made of, by their endpoint's id. */
  exports?: (server: Server) => Exportables
  /** What its events ask for, by how long it takes: nobody's application waits for a file, and no file for a backtest. */
  effects?: { short?: Effects; long?: Effects; thorough?: Effects }
}
