import { Hono } from 'hono'
import { smsSandbox } from '../../src/server/channels/sms.sandbox.ts'
import { listen } from '../kit/http.ts'
import { until } from './until.ts'

// The SMS sandbox as a process of its own, which also tells what it was asked and what it took.
const perSecond = Number(process.argv[2])
const sandbox = smsSandbox({
  secret: process.argv[3]!,
  clock: { now: () => Date.now() + Number(process.argv[4]) },
  perSecond,
  usualMs: 500,
  forced: false,
})

const tally = { calls: 0, full: 0, twice: 0, times: [] as number[] }
const taken = new Set<string>()

const app = new Hono()
app.use('/messages', async (c, next) => {
  const { id } = (await c.req.raw.clone().json()) as { id: string }
  await next()
  tally.calls += 1
  if (c.res.status === 429) tally.full += 1
  else if (taken.has(id)) tally.twice += 1
  else {
    taken.add(id)
    tally.times.push(Date.now())
  }
})
app.get('/tally', (c) => c.json(tally))
app.get('/taken', (c) => c.json([...taken]))
app.route('/', sandbox.app)

console.log((await listen(app)).url)
await until(100, async () => {
  await sandbox.deliver()
  return false
})
