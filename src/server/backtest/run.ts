import type { RuleContent } from '../../machines/rules.ts'
import type { Tx } from '../store/command.ts'
import { nothingYet } from './tally.ts'

/** The rules of a backtest as they were when it was requested: a draft may be edited meanwhile. */
export type Tried = { now: RuleContent; against: RuleContent | null }

/** Stores the rules of a backtest with an empty tally. */
export const beginRun = async (tx: Tx, id: string, tried: Tried): Promise<void> => {
  await tx
    .insertInto('backtest_run')
    .values({ id, content: JSON.stringify(tried), tally: JSON.stringify(nothingYet()), next: null })
    .execute()
}
