import type { Process } from '../process.ts'
import { beginBacktest } from './beginBacktest.ts'
import { backtestHandlers } from './commands.ts'
import { dropBacktest } from './dropBacktest.ts'
import { noteBacktest } from './noteBacktest.ts'
import { backtestProjection } from './projection.ts'
import { runBacktest } from './runBacktest.ts'

/** Backtests: versions of the rules tried on past applications. */
export const backtest: Process = {
  kinds: { backtest: { heard: { by: [] }, projections: backtestProjection } },
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
