import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { freePort } from '../../../scripts/postgres.ts'
import { type Database, openPostgres } from '../../../src/server/db/database.ts'
import { randomOf, type Random } from '../../../src/server/kit/random.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { type Child, startServer } from '../../kit/child.ts'
import { canMakeClusters, type Cluster, makeCluster } from '../../kit/cluster.ts'
import { prepareLender } from '../../kit/lender.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { openOffice } from '../../kit/office.ts'
import { endLeases } from '../../kit/pair.ts'
import { patience } from '../../kit/patience.ts'
import { misfits } from '../../kit/prefix.ts'

const seed = process.env.FAULT_SEED ?? String(Date.now())
// In full in CI and the deep run, otherwise in short.
const inFull = inject('deep') || Boolean(process.env.CI)
const { kills, restarts } = inFull ? { kills: 20, restarts: 5 } : { kills: 4, restarts: 1 }

describe.runIf(canMakeClusters())('servers and a database that fail under load', () => {
  let cluster: Cluster
  let db: Database
  const running = new Set<Child>()
  beforeAll(async () => {
    cluster = await makeCluster()
    db = await openPostgres(cluster.url)
    await prepareLender(db)
  })
  afterAll(async () => {
    await Promise.all([...running].map((child) => child.kill()))
    await db.close()
    await cluster.close()
  })

  /**
   * Starts a server again until it opens, as a service manager does: the database may be down. Throws the last one's
   * output.
   */
  const start = (port: number): Promise<Child> =>
    vi.waitFor(async () => {
      const child = await startServer({ DATABASE_URL: cluster.url, PORT: String(port), LOG_LEVEL: 'fatal' })
      running.add(child)
      return child
    }, patience)

  type Office = Awaited<ReturnType<typeof openOffice>>
  /** Waits for some more answers. */
  const atSomeMoment = async ({ calls }: Office, random: Random) => {
    const enough = calls.length + random.int(20, 80)
    await expect.poll(() => calls.length, { interval: 5 }).toBeGreaterThan(enough)
  }

  const killAgainAndAgain = async (office: Office, first: Child, port: number, random: Random) => {
    let child = first
    for (let nth = 1; nth <= kills; nth += 1) {
      await atSomeMoment(office, random)
      running.delete(child)
      expect((await child.kill()).signal).toBe('SIGKILL')
      child = await start(port)
    }
  }

  const crashDatabase = async (office: Office, random: Random) => {
    for (let nth = 1; nth <= restarts; nth += 1) {
      await atSomeMoment(office, random)
      await cluster.crash()
      await cluster.start()
    }
  }

  test('lose nothing, do nothing twice, and say nothing that was not so', async () => {
    console.log(`faults with FAULT_SEED=${seed}: ${kills} kills of each server, ${restarts} crashes of PostgreSQL`)
    const random = randomOf(seed)
    const ports = [await freePort(), await freePort()] as const
    const servers = await Promise.all(ports.map(start))
    const urls = servers.map(({ url }) => url)
    const office = await openOffice(urls, cluster.url, random.fork('office'))
    await Promise.all([
      killAgainAndAgain(office, servers[0]!, ports[0], random.fork('one')),
      killAgainAndAgain(office, servers[1]!, ports[1], random.fork('other')),
      crashDatabase(office, random.fork('database')),
    ])
    // Each kind of answer comes by chance: the load runs until all have come.
    const kinds = () => [...new Set(office.calls.map(({ kind }) => kind))].toSorted()
    await expect.poll(kinds).toEqual(['accepted', 'refused', 'seen', 'stale'])
    await office.close()

    const unreviewed = db.sql.selectFrom('es_effect').select('stream').where('name', '=', 'runMachineReview')
    await endLeases(db)
    await expect.poll(() => unreviewed.execute()).toEqual([])
    for (const child of running) expect(await child.stop()).toMatchObject({ code: 0 })
    running.clear()

    const { calls } = office
    const events = await allEvents(db)
    console.log(`${events.length} events, ${calls.length} answers, ${office.repeated()} calls repeated`)
    expect(office.repeated()).toBeGreaterThan(0)
    expect(misfits(events, calls)).toEqual([])
    expect(await logProblems(db)).toEqual([])
    expect((await verify(db)).problems).toEqual([])
    expect(decisionsTwice(events)).toEqual([])
  })
})

/** Rounds of an order with more than one decision at a stage. */
const decisionsTwice = (events: readonly { stream: string; type: string }[]): string[] => {
  const rounds = new Map<string, number>()
  const decided = new Set<string>()
  return events.flatMap(({ stream, type }) => {
    if (type === 'resubmitted' || type === 'sentBack') rounds.set(stream, (rounds.get(stream) ?? 1) + 1)
    const stage = /^(first|final)(Passed|Rejected)$/.exec(type)?.[1]
    if (!stage) return []
    const decision = `${stream} ${rounds.get(stream) ?? 1} ${stage}`
    const twice = decided.has(decision)
    decided.add(decision)
    return twice ? [decision] : []
  })
}
