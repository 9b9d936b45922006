import { sql } from 'kysely'
import type { Logger } from 'pino'
import { replay } from '../../machines/kernel.ts'
import { machineOf } from '../../machines/lifecycles.ts'
import { fillMasked } from '../customers/fillMasked.ts'
import type { Database } from '../db/database.ts'
import { newest } from '../db/migrations.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import { projections } from '../processes.ts'
import { isBehind, lockCheckpoint, moveCheckpoint } from '../store/checkpoint.ts'
import type { Tx } from '../store/command.ts'
import { recordOf } from '../store/events.ts'

const eventsAtATime = 1_000
const name = `gaps ${newest}`

/** Fills what older servers beside this one leave empty: rows that their events changed, and masked customers. */
export const createGaps = ({ db, log }: { db: Database; log: Logger }) => {
  const pollLoop = createPollLoop(
    () => fillGaps(db),
    (error) => log.error({ err: error }, 'what older servers wrote could not be filled, will be tried again'),
  )
  // No other server writes to an embedded database.
  return { start: () => void (db.embedded || pollLoop.start()), stop: pollLoop.stop }
}

/** Checks the next page of events since the last migration; returns whether there may be more. */
export const fillGaps = async (db: Database): Promise<boolean> => (await isBehind(db, name)) && fillNext(db)

const fillNext = (db: Database): Promise<boolean> =>
  db.sql.transaction().execute(async (tx) => {
    const from = await lockCheckpoint(tx, name)
    if (from === undefined) return false
    const events = await tx
      .selectFrom('es_event')
      .select(['pos', 'stream', 'writer'])
      .where('pos', '>', from)
      .orderBy('pos')
      .limit(eventsAtATime)
      .execute()
    const last = events.at(-1)
    if (!last) return false
    const older = events.filter(({ writer }) => writer === null || writer < newest).map(({ stream }) => stream)
    if (older.length > 0) await fill(tx, [...new Set(older)])
    await moveCheckpoint(tx, name, last.pos)
    return events.length === eventsAtATime
  })

const fill = async (tx: Tx, streams: readonly string[]) => {
  // Lock the head, as a commit does: no row of these streams changes meanwhile.
  await sql`select from es_head for update`.execute(tx)
  const rows = await tx.selectFrom('es_event').selectAll().where('stream', 'in', streams).orderBy('version').execute()
  const states = [...Map.groupBy(rows, ({ stream }) => stream)].map(([stream, events]) => ({
    stream,
    state: replay(machineOf(stream), events.map(recordOf)),
  }))
  await projections.write(tx, states)
  await fillMasked(tx)
}
