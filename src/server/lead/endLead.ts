import { idOf } from '../../machines/kernel.ts'
import { withdrawLead } from '../customers/withdrawLead.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** The time in which a seller who barred a person ends the lead with a word of their own. */
const sellersTime = 60_000

/** Ends the lead of somebody who wants no marketing. */
export const endLead =
  (server: Pick<Server, 'store' | 'clock'>): Effect<'contact'> =>
  async ({ stream }) => {
    const { store, clock } = server
    const { barred } = (await store.state(stream)).context
    const { seller } = (await store.state(`lead/${idOf(stream)}`)).context
    const left = (barred?.at ?? 0) + sellersTime - clock.now()
    if (seller === barred?.by && left > 0) return { again: left }
    await withdrawLead(server, idOf(stream), 'doNotContact')
    return undefined
  }
