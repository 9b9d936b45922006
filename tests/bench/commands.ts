import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openEmbedded, openPostgres } from '../../src/server/db/database.ts'
import { defaultOrders } from '../../src/server/demo/lender.ts'
import { projections } from '../../src/server/processes.ts'
import { createStore } from '../../src/server/store/store.ts'
import { startServer } from '../kit/child.ts'
import { lenderOfToday } from '../kit/lender.ts'
import { ownDirectory } from '../kit/templates.ts'
import { happened, same } from './happened.ts'
import { claimsOverHttp } from './httpCommands.ts'
import { claims, live } from './lives.ts'
import { median } from './median.ts'
import { commandScripts, runPgbench } from './pgbench.ts'
import { sized } from './sized.ts'

const warmUpSeconds = sized(3, 0.2)
const seconds = sized(8, 1)
const rounds = sized(3, 1)

const whole = (rate: number) => Math.round(rate).toLocaleString('en')
const eventsIn = async ({ sql }: Database): Promise<number> => {
  const counted = sql.selectFrom('es_event').select(({ fn }) => fn.countAll<number>().as('events'))
  return (await counted.executeTakeFirstOrThrow()).events
}

/** Measures commands. Throws when the number of events written differs from that of the commands sent. */
const written = async <Measured extends { sent: number }>(
  db: Database,
  who: string,
  measure: () => Promise<Measured>,
): Promise<Measured> => {
  const before = await eventsIn(db)
  const measured = await measure()
  same(`events that ${who} wrote, and commands`, (await eventsIn(db)) - before, measured.sent)
  return measured
}

/** Commands on PostgreSQL and the same statements through pgbench, in turns, so that both meet the same conditions. */
export const commandsOnPostgres = async (url: string): Promise<void> => {
  const workers = 8
  const db = await openPostgres(url)
  const store = createStore({ db, projections, ids: randomUUID })
  await live(store, workers, warmUpSeconds)
  const ours: { rate: number; p99: number }[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const scripts = await commandScripts(store)
    const their = scripts && (await written(db, 'pgbench', async () => runPgbench(scripts, url, workers, seconds)))
    if (their) theirs.push(their.rate)
    ours.push(await written(db, 'the store', () => live(store, workers, seconds)))
  }
  await db.close()
  const rate = median(ours.map((one) => one.rate))
  const p99 = median(ours.map((one) => one.p99)).toFixed(1)
  console.log(`commands on PostgreSQL, ${workers} workers: ${whole(rate)} a second, p99 ${p99} ms (aim: at most 20)`)
  if (theirs.length > 0) {
    const one = median(theirs)
    console.log(`  pgbench, the same statements one by one: ${whole(one)} a second`)
    console.log(`  ratio: ${(rate / one).toFixed(2)} (aim: at least 1.5)`)
  } else console.log('  no pgbench on this machine: compared with nothing')
}

/** Commands on PGlite with fsync, in process and over HTTP to another process: each on its own copy, in turns. */
export const commandsEmbedded = async (): Promise<void> => {
  const served = await ownDirectory(lenderOfToday(sized(defaultOrders, 100)))
  const own = mkdtempSync(join(tmpdir(), 'loket-bench-'))
  try {
    const workers = sized(64, 2)
    cpSync(served, own, { recursive: true })

    const server = await startServer({ DATA_DIR: served })
    const db = await openEmbedded(own)
    const store = createStore({ db, projections, ids: randomUUID })
    await live(store, workers, warmUpSeconds)
    const fsyncs = db.fsyncs()
    const { rate, p99, sent } = await written(db, 'the store', () => live(store, workers, seconds))
    const each = sent / (db.fsyncs() - fsyncs)
    happened('no command was synced to the disk', each < Infinity)

    await claimsOverHttp(server.url, workers, seconds)
    await claims(store, workers, warmUpSeconds)
    const [overHttp, inProcess]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      overHttp.push(await claimsOverHttp(server.url, workers, seconds))
      inProcess.push((await written(db, 'the store', () => claims(store, workers, seconds))).rate)
    }
    await server.stop()
    await db.close()
    console.log(`commands on PGlite, ${workers} workers: ${whole(rate)} a second (aim: at least 1,000)`)
    console.log(`  p99 ${p99.toFixed(1)} ms, ${each.toFixed(0)} commands to an fsync`)
    const [http, process] = [median(overHttp), median(inProcess)]
    console.log(`  claims and releases: ${whole(process)} a second, over HTTP ${whole(http)}`)
    console.log(`  ratio: ${(http / process).toFixed(2)} (aim: at least 0.6)`)
  } finally {
    for (const directory of [served, own]) rmSync(directory, { recursive: true, force: true })
  }
}
