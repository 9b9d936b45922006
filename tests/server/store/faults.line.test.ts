import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { type Database, openPostgres, type Patience, serving } from '../../../src/server/db/database.ts'
import { systemClock } from '../../../src/server/kit/clock.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { projections } from '../../../src/server/processes.ts'
import { createStore } from '../../../src/server/store/store.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { freshRole, saving } from '../../kit/commands.ts'
import { addressOf } from '../../kit/engines.ts'
import { listen, openFeed } from '../../kit/http.ts'
import { lenderOfToday } from '../../kit/lender.ts'
import type { Sent } from '../../kit/load.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { callsTo } from '../../kit/pair.ts'
import { passing } from '../../kit/passing.ts'
import { misfits } from '../../kit/prefix.ts'
import { openBureau } from '../../kit/provider.ts'
import { openProxy, type Proxy } from '../../kit/proxy.ts'
import { headOf, openRecorder, type Recorder } from '../../kit/recorder.ts'
import { ownDatabase } from '../../kit/templates.ts'

const seed = process.env.FAULT_SEED ?? String(Date.now())
// Short, so that the tests need not wait long; nothing that works takes so long, except on a very busy machine.
const little: Patience = { connect: 2000, answer: 3000, transaction: 1500 }

const databaseUrl = inject('databaseUrl')
const application = (): Sent => ({ key: randomUUID(), body: passing() })

describe.runIf(databaseUrl)('a bad line', () => {
  let db: Database
  let address: string
  let recorder: Recorder
  beforeAll(async () => {
    console.log(`bad lines with FAULT_SEED=${seed}`)
    db = await ownDatabase(databaseUrl, lenderOfToday())
    address = await addressOf(db, databaseUrl!)
    recorder = openRecorder(() => headOf(db))
  })
  afterAll(async () => {
    await db.close()
  })

  /** A proxy to PostgreSQL, and the database's URL through it. */
  const lineToDatabase = async () => {
    const line = await openProxy(Number(new URL(address).port))
    const url = new URL(address)
    url.port = String(line.port)
    return { line, url: url.href }
  }
  const eventsUnder = async (key: string) => (await allEvents(db)).filter(({ command }) => command === key).length

  describe('between a server and PostgreSQL', () => {
    /** A server behind such a proxy, until the test ends. */
    const serverThroughLine = async (patience: Patience) => {
      const { line, url } = await lineToDatabase()
      const through = await openPostgres(url, patience)
      const bureau = await openBureau()
      const channels = { bureau: bureau.bureau, bank: { holds: async () => true }, payouts: {}, sms: {}, secrets: {} }
      const log = pino({ level: 'silent' })
      const app = await createApp({ db: through, clock: systemClock, ids: randomUUID, channels, log })
      await app.start()
      const server = await listen(app.app)
      onTestFinished(async () => {
        await server.close()
        await app.stop()
        await through.close()
        await line.close()
        await bureau.close()
      })
      return { line, through, server }
    }

    test('that is slow makes calls slow, and nothing else', async () => {
      const { line, server } = await serverThroughLine(serving)
      line.slow({ latencyMs: 10, bytesPerSecond: 300_000 })
      const sent = Array.from({ length: 8 }, application)
      const orders = await Promise.all(sent.map((one) => recorder.apply(server.url, one)))
      expect(new Set(orders).size).toBe(8)
      for (const { key } of sent) expect(await eventsUnder(key)).toBe(1)
    })

    test('that falls silent ends calls with a fault and its reference; back again, the same keys are done once', async () => {
      const { line, server } = await serverThroughLine(little)
      const reviewer = await callsTo(server.url).login('reviewer1')
      const feed = await openFeed(server.url, reviewer)
      await expect.poll(() => feed.text).toMatch(/^: connected/)
      const sent = Array.from({ length: 30 }, application)
      const sending = sent.map((one) => recorder.apply(server.url, one).catch((error: Error) => error.message))
      // In the middle of the first commit.
      line.watch((way, chunk) => {
        if (way === 'up' && chunk.includes('update es_head')) line.fallSilent()
      })
      for (const [index, outcome] of (await Promise.all(sending)).entries())
        expect(outcome).toMatch(new RegExp(`^(LK\\d+|${sent[index]!.key}: 500 .* \\{"reference":"[\\da-f-]{36}"\\})$`))
      expect(await reviewer.info()).toMatchObject({ code: 500, data: { reference: expect.any(String) } })

      line.watch(() => {})
      line.heal()
      await expect.poll(() => reviewer.info()).toHaveCode(0)
      const orders = await Promise.all(sent.map((one) => recorder.apply(server.url, one)))
      expect(new Set(orders).size).toBe(30)
      for (const { key } of sent) expect(await eventsUnder(key)).toBe(1)
      const heard = () => feed.heard.map(({ change }) => change.id)
      await expect.poll(heard).toEqual(expect.arrayContaining(orders))
      feed.close()
    })

    test('that breaks under a transaction fails its calls, not the process', async () => {
      const { line, server } = await serverThroughLine(little)
      const sent = application()
      let broken = 0
      line.watch((way, chunk) => {
        if (way === 'up' && chunk.includes('update es_head') && chunk.includes(sent.key) && broken < 3) {
          broken += 1
          line.cutAll()
        }
      })
      const outcome = await recorder.apply(server.url, sent).catch((error: Error) => error.message)
      expect(outcome).toMatch(/500/)
      await expect
        .poll(() => recorder.apply(server.url, sent).catch((error: Error) => error.message))
        .toMatch(/^LK\d+$/)
      expect(await eventsUnder(sent.key)).toBe(1)
    })

    test('that falls silent under the lock of the head gives the lock up to others', async () => {
      const { line, through } = await serverThroughLine(little)
      const store = createStore({ db: through, projections, ids: randomUUID })
      let locked = false
      line.watch((way, chunk) => {
        if (way === 'up' && chunk.includes('es_head for update')) locked = true
        else if (way === 'down' && locked) line.fallSilent()
      })
      const frozen = store.send(saving(freshRole()))
      frozen.catch(() => {})
      await expect.poll(() => locked).toBe(true)
      expect(await createStore({ db, projections, ids: randomUUID }).send(saving(freshRole()))).toMatchObject({
        version: 1,
      })
      await expect(frozen).rejects.toThrow(/PostgreSQL said nothing|connection/)
    })
  })

  test('a server process that freezes under the lock of the head gives it up, too', async () => {
    const { line, url } = await lineToDatabase()
    const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'fatal' })
    let locked = false
    line.watch((way, chunk) => {
      if (way === 'up' && chunk.includes('es_head for update')) locked = true
      else if (way === 'down' && locked) line.fallSilent()
    })
    const sending = recorder.apply(server.url, application()).catch(() => {})
    await expect.poll(() => locked).toBe(true)
    expect(await createStore({ db, projections, ids: randomUUID }).send(saving(freshRole()))).toMatchObject({
      version: 1,
    })
    await server.kill()
    await sending
    await line.close()
  })

  describe('between customers and a server', () => {
    let server: Child
    let line: Proxy
    beforeAll(async () => {
      server = await startServer({ DATABASE_URL: address, LOG_LEVEL: 'fatal' })
      line = await openProxy(Number(new URL(server.url).port))
    })
    afterAll(async () => {
      await line.close()
      await server.kill()
    })

    test.each(['up', 'down'] as const)(
      'that breaks on the way %s costs no order and makes no second one',
      async (way) => {
        const random = randomOf(`${seed} ${way}`)
        for (let nth = 0; nth < 20; nth += 1) {
          const sent = application()
          line.cutNext(way, random.int(1, way === 'up' ? 600 : 150))
          await expect(recorder.apply(line.url, sent)).rejects.toThrow(/fetch failed|terminated/)
          const orderNo = await recorder.apply(server.url, sent)
          expect(await recorder.apply(server.url, sent)).toBe(orderNo)
          expect(await eventsUnder(sent.key)).toBe(1)
        }
      },
    )

    test('that falls silent holds up nobody else', async () => {
      line.fallSilent()
      const stopped = new AbortController()
      const hung = Array.from({ length: 20 }, () => application())
      const hanging = hung.map((sent) => recorder.apply(line.url, sent, { signal: stopped.signal }))
      expect(await recorder.apply(server.url, application())).toMatch(/^LK/)
      stopped.abort()
      expect((await Promise.allSettled(hanging)).map(({ status }) => status)).toEqual(hanging.map(() => 'rejected'))
      line.heal()
      expect(await recorder.apply(line.url, application())).toMatch(/^LK/)
      // Calls that the proxy held back may have arrived after all: sent again, each is stored once.
      for (const sent of hung) {
        await recorder.apply(server.url, sent)
        expect(await eventsUnder(sent.key)).toBe(1)
      }
    })
  })

  test('leaves the log whole, and nothing was said that was not so', async () => {
    expect(await logProblems(db)).toEqual([])
    expect(misfits(await allEvents(db), recorder.calls)).toEqual([])
  })
})
