import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { runOn } from '../../src/server/cli/run.ts'
import type { Database } from '../../src/server/db/database.ts'
import { makeLender } from '../../src/server/demo/lender.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import type { Report } from '../../src/server/kit/progress.ts'
import { rebuild } from '../../src/server/maintenance/rebuild.ts'
import { password } from './app.ts'

// A process, started by tests/kit/tasks.ts, that prints each step it has done, and kills itself after `KILLED_AFTER`
// lines.

let left = Number(process.env.KILLED_AFTER)
const say = (line: string) => {
  console.log(line)
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
const spoken: Report = { say, count: (task, done, of) => say(`${task} ${done} ${of}`) }

const makeClones = async (db: Database, report: Report, ids: () => string = randomUUID) => {
  const { channels, stop } = await startSandboxes()
  try {
    const { server } = await createApp({ db, clock: systemClock, ids, channels, log: pino() })
    await makeLender(server, { password, orders: 1200, charted: 30 }, report)
  } finally {
    await stop()
  }
}

let ids = 0
const dyingIds = () => {
  ids += 1
  if (ids === 200) process.kill(process.pid, 'SIGKILL')
  return randomUUID()
}

const tasks: Record<string, (db: Database) => Promise<unknown>> = {
  rebuild: (db) => rebuild(db, spoken),
  clone: (db) => makeClones(db, spoken),
  'lender half': (db) => makeClones(db, spoken, dyingIds),
  'clone half': (db) =>
    makeClones(db, { ...spoken, count: (_task, done) => done > 2500 && process.kill(process.pid, 'SIGKILL') }),
}

await runOn(async (db) => {
  await tasks[process.env.TASK!]!(db)
  return true
})
