import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { firstRules } from '../../src/machines/rules.first.ts'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import { openPostgres } from '../../src/server/db/database.ts'
import { systemClock } from '../../src/server/kit/clock.ts'
import * as approval from '../../src/services/approval.ts'
import * as backtest from '../../src/services/backtest.ts'
import * as risk from '../../src/services/risk.ts'
import { listen } from '../kit/http.ts'
import { happened, same } from './happened.ts'
import { lenderOf } from './lender.ts'
import { type Ask, loggedIn } from './loggedIn.ts'
import { sized } from './sized.ts'
import { until } from './until.ts'

const orders = sized(100_000, 100)
const idlePages = sized(200, 15)
const pollMs = 20
// A few times more often than a screen polls the progress.
const progressMs = sized(250, 50)

const inWords = (count: number) => Math.round(count).toLocaleString('en')
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
const p99 = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)]!

/** Backtests a draft with three stricter rules on all applications, while somebody polls the first-review queue. */
export const backtests = async (server: string): Promise<void> => measureBacktest(await lenderOf(server, orders))

export const measureBacktest = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  const { channels, stop } = await startSandboxes()
  const parts = await createApp({ db, clock: systemClock, ids: randomUUID, channels, log: pino({ level: 'silent' }) })
  await parts.start()
  const http = await listen(parts.app)
  const [analyst, reviewer] = [await loggedIn(http.url, 'risk'), await loggedIn(http.url, 'reviewer1')]

  const queue = async (isOver: (pages: number) => boolean) => {
    const times: number[] = []
    await until(pollMs, async () => {
      const began = performance.now()
      await reviewer(approval.list, { list: 'firstWait', limit: 50 })
      times.push(performance.now() - began)
      return isOver(times.length)
    })
    return times
  }
  // The simulated lender has a backtest that is still pending.
  await until(pollMs, async () =>
    (await analyst(backtest.list, { ruleSet: '2' })).backtests.every(({ state }) => state === 'done'),
  )

  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const idle = await queue((pages) => pages === idlePages)
  const idleLoop = loop.percentile(99)

  const draft = await drafted(analyst)
  const { stream } = await analyst(backtest.request, {
    ruleSet: draft,
    against: null,
    from: 0,
    to: Date.now(),
    most: backtest.mostApplications,
  })
  const id = stream.slice('backtest/'.length)
  const before = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  let rss = before
  let early: number | undefined
  loop.reset()
  let found = await analyst(backtest.one, { id })
  const meanwhile = queue(() => found.state === 'done')
  await until(progressMs, async () => {
    found = await analyst(backtest.one, { id })
    rss = Math.max(rss, process.memoryUsage().rss)
    if (found.done * 4 > found.applications) early ??= rss
    return found.state === 'done'
  })
  loop.disable()
  const { user: inUser, system } = process.cpuUsage(cpu)
  const busy = await meanwhile
  const began = (await parts.server.store.history(stream)).find(({ type }) => type === 'backtestBegun')!.at
  const seconds = (found.endedAt! - began) / 1000
  same('applications that were read, and asked for', found.done, found.applications)
  happened('no application was judged', found.result!.judged > 0)
  happened('nobody looked at the queue meanwhile', busy.length > 0 && idle.length > 0)
  console.log(
    `backtest: ${inWords(found.applications)} applications in ${seconds.toFixed(1)} s, ` +
      `${inWords(found.applications / seconds)} a second (aim: at least 20,000)`,
  )
  console.log(`  ${inWords(found.result!.judged)} judged, ${inWords(found.result!.changed)} decided otherwise`)
  console.log(
    `  ${((inUser + system) / found.applications).toFixed(0)} µs of this process for each, what it served besides included`,
  )
  console.log(
    `  memory: ${megabytes(rss - before)} MB more at most, ${megabytes(rss - early!)} of them after the first quarter`,
  )
  console.log(
    `  event loop: p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms (idle ${(idleLoop / 1e6).toFixed(1)} ms), ` +
      `${(loop.max / 1e6).toFixed(1)} ms at most`,
  )
  console.log(
    `  a page of the first-review queue meanwhile: p99 ${p99(busy).toFixed(1)} ms of ${busy.length}, ` +
      `${(p99(busy) / p99(idle)).toFixed(1)} times that of a server with nothing else to do (${p99(idle).toFixed(1)} ms)`,
  )
  await http.close()
  await parts.stop()
  await stop()
  await db.close()
}

const drafted = async (analyst: Ask): Promise<string> => {
  const { stream, version } = await analyst(risk.draft, { title: 'stricter', base: 'builtin-1' })
  const number = Number(stream.slice('ruleSet/'.length))
  const stricter: Record<string, string> = {
    incomeTooLow: 'monthlyIncome < 4000000',
    amountAboveIncome: 'amount > monthlyIncome / 2',
    ageOutOfRange: 'age < 23 || age > 58',
  }
  const rules = firstRules.rules.map((rule) => ({ ...rule, expression: stricter[rule.name] ?? rule.expression }))
  await analyst(risk.save, { number, version, title: 'stricter', content: { ...firstRules, rules } })
  return String(number)
}
