import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { lifecycles } from '../../machines/lifecycles.ts'
import { eventLog } from '../maintenance/eventLog.ts'
import { fail, runOn } from './run.ts'

const options = { chart: { type: 'string' } } as const

try {
  const { chart } = parseArgs({ options }).values
  if (!lifecycles.some(({ name }) => name === chart))
    throw new Error(`say a chart: npm run -s event-log -- --chart ${lifecycles.map(({ name }) => name).join('|')}`)
  await runOn(async (db) => {
    await eventLog(db, chart!).pipeTo(Writable.toWeb(process.stdout))
    return true
  }, options)
} catch (error) {
  fail(error)
}
