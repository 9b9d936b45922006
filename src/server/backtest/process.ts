import type { Process } from '../process.ts'
import { backtestHandlers } from './commands.ts'
import { backtestProjection } from './projection.ts'
import { beginBacktest, dropBacktest, noteBacktest, runBacktest } from './runBacktest.ts'

/** Backtests: versions of the rules tried on past applications. */
export const backtest: Process = {
  heard: { backtest: { by: [] } },
  projections: { backtest: backtestProjection },
  handlers: backtestHandlers,
  effects: {
    thorough: (server) => ({
      beginBacktest: beginBacktest(server),
      runBacktest: runBacktest(server),
      noteBacktest: noteBacktest(server),
      dropBacktest: dropBacktest(server),
    }),
  },
}
