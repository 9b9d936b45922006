import { idOf } from '../../machines/kernel.ts'
import { isNext, turnMs } from '../jobs/turn.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Begins a backtest when no other runs and none was requested before it: each one takes all the capacity. */
export const beginBacktest =
  ({ db, store, clock }: Server): Effect<'backtest'> =>
  async ({ stream }) => {
    const { value } = await store.state(stream)
    if (value !== 'requested') return undefined
    if (!(await isNext(db, { table: 'backtest', id: idOf(stream) }))) return { again: turnMs }
    return { event: { type: 'backtestBegun', by: 'SYS', at: clock.now(), runTtl: policy.runTtl } }
  }
