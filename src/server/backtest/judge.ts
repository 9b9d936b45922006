import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BacktestResult, Cell } from '../../machines/backtest.ts'
import type { RuleContent } from '../../machines/rules.ts'

/** The rules that are tried, the versions that were in force then by their names, and the one that stands in for all of them. */
export type Judges = { now: RuleContent; before: Record<string, RuleContent>; against: string | null }

export type JudgedPage = { tally: BacktestResult; cells: Partial<Record<Cell, string[]>> }

const file = join(import.meta.dirname, 'thread.ts')

/** A thread that judges pages, one after the other; it must be told to stop. */
export const startJudge = (judges: Judges) => {
  const thread = new Worker(file, {
    workerData: judges,
    // The process's own are not a thread's.
    execArgv: [],
    // A page is gone when the next comes: room for more would only fill.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
  })
  const over = new AbortController()
  thread.on('error', (error) => over.abort(error))
  thread.on('exit', () => over.abort())

  const judge = async (lines: string): Promise<JudgedPage> => {
    thread.postMessage(lines)
    const [answer] = (await once(thread, 'message', { signal: over.signal })) as [JudgedPage]
    return answer
  }
  return { judge, stop: () => thread.terminate() }
}
