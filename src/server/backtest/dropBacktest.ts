import { idOf } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Deletes the run and the counts of a backtest that was cancelled, failed or timed out. */
export const dropBacktest =
  ({ db }: Server): Effect<'backtest'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    await db.sql.transaction().execute(async (tx) => {
      await tx.deleteFrom('backtest_run').where('id', '=', id).execute()
      await tx.deleteFrom('backtest_cell').where('backtest', '=', id).execute()
    })
    return undefined
  }
