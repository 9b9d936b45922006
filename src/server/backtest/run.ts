import type { RuleContent } from '../../machines/rules.ts'
import type { Tx } from '../store/command.ts'
import { nothingYet } from './tally.ts'

/** What a backtest goes by, as it was when it was asked for: a draft may be edited meanwhile. */
export type Tried = { now: RuleContent; against: RuleContent | null }

/** Writes down what a backtest is to go by, of which nothing is counted yet. */
export const beginRun = async (tx: Tx, id: string, tried: Tried): Promise<void> => {
  await tx
    .insertInto('backtest_run')
    .values({ id, content: JSON.stringify(tried), tally: JSON.stringify(nothingYet()), next: null })
    .execute()
}
