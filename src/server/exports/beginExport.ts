import { idOf } from '../../machines/kernel.ts'
import { isNext, turnMs } from '../jobs/turn.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Begins an export when no other of the same person runs and none was requested before it. */
export const beginExport =
  ({ db, store, clock }: Server): Effect<'export'> =>
  async ({ stream }) => {
    const { value } = await store.state(stream)
    if (value !== 'requested') return undefined
    if (!(await isNext(db, { table: 'export', id: idOf(stream), person: 'asker' }))) return { again: turnMs }
    return { event: { type: 'exportBegun', by: 'SYS', at: clock.now(), runTtl: policy.runTtl } }
  }
