import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/postgres.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import * as smsBatch from '../../src/services/smsBatch.ts'
import * as smsTemplate from '../../src/services/smsTemplate.ts'
import { endLeases } from '../kit/pair.ts'
import { demoSender } from '../kit/smsTemplates.ts'
import { same } from './happened.ts'
import { lenderOf, settle } from './lender.ts'
import { loggedIn } from './loggedIn.ts'
import { othersUntil, p99 } from './others.ts'
import { isSmall, sized } from './sized.ts'
import { until } from './until.ts'

// Some people have several orders, and get one message.
const orders = sized(130_000, 300)
// The provider's limits a second: the last with every message, the others for as long as a rate needs.
const limits = isSmall ? [50] : [100, 250, 500]
const rateSeconds = 30
const kills = 3
const idlePages = sized(200, 5)
const pollMs = sized(250, 20)
const hour = 3_600_000

const inWords = (count: number) => Math.round(count).toLocaleString('en')

type Tally = { calls: number; full: number; twice: number; times: number[] }
type Child = { child: ChildProcess; url: string }

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a program, which prints its address once it is open. */
const started = async (program: string, args: string[], env: Record<string, string> = {}): Promise<Child> => {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL(program, import.meta.url)), ...args],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.add(child)
  for await (const line of createInterface({ input: child.stdout })) return { child, url: /http:\S+/.exec(line)![0] }
  throw new Error(`${program} ended before it was open`)
}

const killed = async ({ child }: Child) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The resident memory of a process, in megabytes. */
const memoryOf = ({ child }: Child) =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024)

/** Sends one text to everybody through two servers, at several limits of the provider; kills both in the last batch. */
export const texting = async (postgres: string): Promise<void> => measureTexting(await lenderOf(postgres, orders))

export const measureTexting = async (url: string): Promise<void> => {
  const db = await openPostgres(url)
  for (const [nth, perSecond] of limits.entries()) {
    const { batch, parts, stop } = await opened(url, perSecond, nth * hour)
    await (nth < limits.length - 1 ? rateOnly(batch, parts) : wholeBatch(db, batch, parts))
    await stop()
  }
  await db.close()
}

type Batch = { id: string; count: smsBatch.SmsBatchRow['count'] & object }
type Parts = { perSecond: number; provider: Child; servers: Child[]; again: () => Promise<void> }

/** A provider and two servers with an approved batch, whose clocks have just passed its start. */
const opened = async (url: string, perSecond: number, ahead: number) => {
  const secret = randomBytes(16).toString('hex')
  const ports = [await freePort(), await freePort()]
  const providerAt = (now: number) => started('sms.provider.ts', [String(perSecond), secret, String(now)])
  const serversAt = (now: number, { url: provider }: Child) =>
    Promise.all(
      ports.map((port) =>
        started('../kit/smsServer.ts', [], {
          DATABASE_URL: url,
          PORT: String(port),
          PROVIDER: provider,
          SECRET: secret,
          PER_SECOND: String(perSecond),
          AHEAD_MS: String(now),
        }),
      ),
    )
  const before = await providerAt(ahead)
  const first = await serversAt(ahead, before)
  const batch = await approvedBatch(first[0]!.url, ahead)
  await Promise.all([before, ...first].map(killed))
  if (!isSmall) await settle(url)
  const provider = await providerAt(ahead + hour)
  const parts: Parts = {
    perSecond,
    provider,
    servers: await serversAt(ahead + hour, provider),
    again: async () => {
      await Promise.all(parts.servers.map(killed))
      parts.servers = await serversAt(ahead + hour, provider)
    },
  }
  return { batch, parts, stop: async () => void (await Promise.all([provider, ...parts.servers].map(killed))) }
}

const tallyOf = async ({ url }: Child) => (await (await fetch(`${url}/tally`)).json()) as Tally
const takenBy = async ({ url }: Child) => new Set((await (await fetch(`${url}/taken`)).json()) as string[])
const reached = (provider: Child, count: number) =>
  until(pollMs, async () => (await tallyOf(provider)).times.length >= count)

const rateOnly = async ({ id, count }: Batch, { perSecond, provider, servers }: Parts) => {
  await reached(provider, Math.min(count.sendable, perSecond * rateSeconds))
  const tally = await tallyOf(provider)
  printRate(perSecond, tally)
  const lead = await loggedIn(servers[0]!.url, 'admin')
  await lead(smsBatch.cancel, { id, version: 5 })
}

const wholeBatch = async (db: Database, { id, count }: Batch, parts: Parts) => {
  const { perSecond, provider } = parts
  const { people, sendable } = count
  const memory: string[] = []
  const noteMemory = () => memory.push(parts.servers.map(memoryOf).join(' and '))

  const idle = await othersUntil(parts.servers[0]!.url, (pages) => pages === idlePages)
  let isEarly = true
  const early = (async () => {
    for (const part of [0.05, 0.2, 0.4]) {
      await reached(provider, sendable * part)
      noteMemory()
    }
    isEarly = false
  })()
  const busy = await othersUntil(parts.servers[0]!.url, () => !isEarly)
  await early
  const unbroken = await tallyOf(provider)
  for (let nth = 0; nth < kills; nth += 1) {
    await reached(provider, sendable * (0.45 + nth * 0.1))
    await parts.again()
    // Otherwise the jobs of a killed server wait for the end of their lease.
    if (isSmall) await endLeases(db)
  }
  const left = db.sql.selectFrom('message').where('batch', '=', id).where('state', 'in', ['queued', 'sending'])
  const isCompleted = async () => {
    const row = await db.sql.selectFrom('sms_batch').select('state').where('id', '=', id).executeTakeFirst()
    return row?.state === 'completed' && !(await left.select('id').executeTakeFirst())
  }
  await until(pollMs, isCompleted)
  noteMemory()

  const tally = await tallyOf(provider)
  const states = await db.sql
    .selectFrom('message')
    .select(['state', ({ fn }) => fn.countAll<number>().as('messages')])
    .where('batch', '=', id)
    .groupBy('state')
    .orderBy('state')
    .execute()
  const all = states.reduce((sum, { messages }) => sum + messages, 0)
  same('messages in all states, and people counted', all, people)
  same('messages that the provider got twice', tally.twice, 0)
  const { forgotten, unknown } = compared(
    await takenBy(provider),
    id,
    await db.sql.selectFrom('message').select(['id', 'person', 'state', 'batch']).execute(),
  )
  same('messages that count as sent, and that the provider does not have', forgotten, 0)
  same('messages of the provider that count as not sent, or are of no person', unknown, 0)

  printRate(perSecond, unbroken)
  console.log(
    `  in all ${inWords(all)} messages, both servers killed ${kills} times: ${inWords(tally.times.length)} taken, ` +
      `${tally.twice} twice, ${forgotten} forgotten; ` +
      states.map(({ state, messages }) => `${inWords(messages)} ${state}`).join(', '),
  )
  console.log(`  memory of the servers: ${memory.join('; ')} MB (at 5, 20 and 40 %, and at the end)`)
  console.log(`  claims and releases of others, p99: ${p99(busy.claims)} ms, alone ${p99(idle.claims)} ms`)
  console.log(`  pages of a list of others, p99: ${p99(busy.pages)} ms, alone ${p99(idle.pages)} ms`)
}

const printRate = (perSecond: number, { times, full }: Tally) => {
  const rate = ((times.length - 1) * 1000) / (times.at(-1)! - times[0]!)
  console.log(
    `messages: ${rate.toFixed(0)} a second at a limit of ${perSecond}: ${(rate / perSecond).toFixed(2)} (aim: at least 0.8), ` +
      `${inWords(times.length)} messages, ${full} calls without room`,
  )
}

// What the provider may have of a message in each state: `doubtful` and `unknown` are those of which nobody knows.
const surelyTaken = ['sent', 'delivered', 'undelivered']
const neverTaken = ['queued', 'skipped', 'failed']

type Recorded = { id: string; person: string; state: string; batch: string | null }

/**
 * The provider's own log beside the records: `forgotten` is what it lacks of the batch, `unknown` what it should not
 * have. It also has the reminders that fall due meanwhile.
 */
const compared = (taken: ReadonlySet<string>, batch: string, all: readonly Recorded[]) => {
  const records = all.filter((one) => one.batch === batch)
  same('persons with a message', new Set(records.map(({ person }) => person)).size, records.length)
  const recorded = new Set(all.map(({ id }) => id))
  const forgotten = records.filter(({ id, state }) => surelyTaken.includes(state) && !taken.has(id)).length
  const wrong = records.filter(({ id, state }) => neverTaken.includes(state) && taken.has(id)).length
  const strange = [...taken].filter((id) => !recorded.has(id)).length
  return { forgotten, unknown: wrong + strange }
}

/** Drafts a template and a batch to everybody with an order, which two people approve. */
const approvedBatch = async (server: string, ahead: number): Promise<Batch> => {
  const [author, writer, lead] = await Promise.all(
    ['collectionLead', 'support', 'admin'].map((name) => loggedIn(server, name)),
  )
  const { stream: template } = await author!(smsTemplate.draft, {
    version: 0,
    name: `Kabar ${ahead}`,
    language: 'id',
    category: 'service',
    body: 'Yth. {name}, pengajuan {orderNo} Anda di {appName} tercatat. Terima kasih.',
  })
  const text = template.slice('smsTemplate/'.length)
  await author!(smsTemplate.propose, { id: text, version: 1 })
  await lead!(smsTemplate.approve, { id: text, version: 2 })
  // In Jakarta, half an hour ahead of the servers' clock.
  const start = new Date(Date.now() + ahead + hour / 2 + 7 * hour).toISOString()
  const { stream } = await writer!(smsBatch.draft, {
    version: 0,
    list: 'order.list',
    filter: {},
    text,
    sender: demoSender,
    day: start.slice(0, 10),
    time: start.slice(11, 16),
  })
  const id = stream.slice('smsBatch/'.length)
  const began = performance.now()
  const state = async () => (await writer!(smsBatch.detail, { id })).batch
  await until(pollMs, async () => (await state()).state === 'draft')
  const { count, rows } = await state()
  console.log(
    `${inWords(rows)} rows, ${inWords(count!.people)} people counted in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  await writer!(smsBatch.propose, { id, version: 2 })
  await lead!(smsBatch.approve, { id, version: 3 })
  return { id, count: count! }
}
