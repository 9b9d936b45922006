import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '../../machines/backtest.ts'
import { compileRules } from '../risk/compile.ts'
import { openInputs } from '../risk/reviewInputs.ts'
import type { JudgedPage, Judges } from './judge.ts'
import { fieldsOf } from './page.ts'
import { count, nothingYet } from './tally.ts'

// A worker thread: decrypting and judging a page takes longer than a request may wait.

const { now: draft, before: versions, against } = workerData as Judges
const now = compileRules('draft', draft)
const compiled = new Map(Object.entries(versions).map(([name, content]) => [name, compileRules(name, content)]))

const judged = (lines: string): JudgedPage => {
  const tally = nothingYet()
  const cells: Partial<Record<Cell, string[]>> = {}
  for (const line of lines.split('\n')) {
    const { orderNo, round, amount, stage, loan, ruleSet, data, key } = fieldsOf(line)
    const before = compiled.get(against ?? ruleSet)
    if (data === '' || !before) tally.notKept += 1
    else if (key === '') tally.erased += 1
    else {
      const row = { order_no: orderNo, round, data: Buffer.from(data, 'hex') }
      const inputs = openInputs(row, Buffer.from(key, 'hex'))!
      const cell = count(tally, { amount, stage, loan }, before.judge(inputs), now.judge(inputs))
      ;(cells[cell] ??= []).push(orderNo)
    }
  }
  return { tally, cells }
}

parentPort!.on('message', (lines: string) => parentPort!.postMessage(judged(lines)))
