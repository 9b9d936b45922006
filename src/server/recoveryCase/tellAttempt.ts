import type { Attempted } from '../../machines/contact.facts.ts'
import type { Server } from '../server.ts'
import { factOf } from '../store/events.ts'
import type { Effect } from '../store/outbox.ts'
import { hearAttempt } from './hearAttempt.ts'

/** Tells the case that its holder attempts to reach the customer. A case with another holder by now does not take it. */
export const tellAttempt =
  (server: Pick<Server, 'store' | 'clock'>): Effect<'contact'> =>
  async ({ stream, version }) => {
    const { order, by, attempt, channel } = factOf(await server.store.eventAt(stream, version)) as Attempted
    await hearAttempt(server, { orderNo: order!, by, attempt, channel })
    return undefined
  }
