import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '../../src/server/database.ts'
import { createStore } from '../../src/server/store.ts'
import { startServer } from '../kit/child.ts'
import { claimsOverHttp } from './httpCommands.ts'
import { claims, live } from './lives.ts'
import { median } from './median.ts'
import { onePerTransaction } from './pgbench.ts'

const warmUpSeconds = 3
const seconds = 8
const rounds = 3

const whole = (rate: number) => Math.round(rate).toLocaleString('en')
/** Commands on PostgreSQL beside the same statements through pgbench, in turns, so that both meet the same machine. */
export const commandsOnPostgres = async (url: string): Promise<void> => {
  const workers = 8
  const db = await openPostgres(url)
  const store = createStore({ db, ids: randomUUID })
  await live(store, workers, warmUpSeconds)
  const ours: { rate: number; p99: number }[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const rate = await onePerTransaction(store, url, workers, seconds)
    if (rate !== undefined) theirs.push(rate)
    ours.push(await live(store, workers, seconds))
  }
  await db.close()
  const rate = median(ours.map((one) => one.rate))
  const p99 = median(ours.map((one) => one.p99)).toFixed(1)
  console.log(`commands on PostgreSQL, ${workers} workers: ${whole(rate)} a second, p99 ${p99} ms (aim: at most 20)`)
  if (theirs.length > 0) {
    const one = median(theirs)
    console.log(`  pgbench, the same statements one by one: ${whole(one)} a second`)
    console.log(`  ratio: ${(rate / one).toFixed(2)} (aim: at least 1.5)`)
  }
}

/** Commands on the embedded database with its fsync: in process, and over HTTP from another process, each on its own copy and in turns. */
export const commandsEmbedded = async (): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'loket-bench-'))
  try {
    const workers = 64
    const [served, own] = [join(directory, 'served'), join(directory, 'own')]
    await (await startServer({ DATA_DIR: served })).stop()
    cpSync(served, own, { recursive: true })

    const server = await startServer({ DATA_DIR: served })
    const db = await openEmbedded(own)
    const store = createStore({ db, ids: randomUUID })
    await live(store, workers, warmUpSeconds)
    const fsyncs = db.fsyncs()
    const { rate, p99 } = await live(store, workers, seconds)
    const each = (rate * seconds) / (db.fsyncs() - fsyncs)

    await claimsOverHttp(server.url, workers, seconds)
    await claims(store, workers, warmUpSeconds)
    const [overHttp, inProcess]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      overHttp.push(await claimsOverHttp(server.url, workers, seconds))
      inProcess.push((await claims(store, workers, seconds)).rate)
    }
    await server.stop()
    await db.close()
    console.log(`commands on PGlite, ${workers} workers: ${whole(rate)} a second (aim: at least 1,000)`)
    console.log(`  p99 ${p99.toFixed(1)} ms, ${each.toFixed(0)} commands to an fsync`)
    const [http, process] = [median(overHttp), median(inProcess)]
    console.log(`  claims and releases: ${whole(process)} a second, over HTTP ${whole(http)}`)
    console.log(`  ratio: ${(http / process).toFixed(2)} (aim: at least 0.6)`)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
