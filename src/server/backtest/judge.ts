import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BacktestResult, Cell } from '../../machines/backtest.ts'
import type { RuleContent } from '../../machines/rules.ts'

/** The tried rules, the earlier versions by name, and the name of the one version that stands in for them all. */
export type Judges = { now: RuleContent; before: Record<string, RuleContent>; against: string | null }

export type JudgedPage = { tally: BacktestResult; cells: Partial<Record<Cell, string[]>> }

const file = join(import.meta.dirname, 'thread.ts')

/** Starts a worker thread that judges pages one after the other. The caller must stop it. */
export const startJudge = (judges: Judges) => {
  const thread = new Worker(file, {
    workerData: judges,
    // Does not inherit the command line flags of the process.
    execArgv: [],
    // A page is garbage when the next one comes: a larger heap would only fill up.
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
