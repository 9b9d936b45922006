import { idOf } from '../../machines/kernel.ts'
import { isNext, turnMs } from '../jobs/turn.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Begins a sheet once the same person has no running sheet and no earlier one waiting. */
export const beginSheet =
  ({ db, store, clock }: Server): Effect<'orderSheet'> =>
  async ({ stream }) => {
    const { value } = await store.state(stream)
    if (value !== 'requested') return undefined
    if (!(await isNext(db, { table: 'order_sheet', id: idOf(stream), person: 'asker' }))) return { again: turnMs }
    return { event: { type: 'sheetBegun', by: 'SYS', at: clock.now(), runTtl: policy.runTtl } }
  }
