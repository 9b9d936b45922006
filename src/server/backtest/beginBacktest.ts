import { beginInTurn } from '../jobs/turn.ts'

/** Begins a backtest. All people's wait in one queue, because each takes all the capacity. */
export const beginBacktest = beginInTurn({ table: 'backtest' }, 'backtestBegun')
