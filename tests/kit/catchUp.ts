import type { Database } from '../../src/server/db/database.ts'
import { counters } from '../../src/server/processes.ts'
import * as counter from '../../src/server/store/counter.ts'

/** Counts what every roll-up has not counted yet. */
export const catchUp = (db: Database, stop?: AbortSignal) => counter.catchUp(db, counters, stop)
