import { dropRows } from '../jobs/dropRows.ts'

/** Deletes the run and the counts of a backtest that was cancelled, failed or timed out. */
export const dropBacktest = dropRows<'backtest'>({ backtest_run: 'id', backtest_cell: 'backtest' })
