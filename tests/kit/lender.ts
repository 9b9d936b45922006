import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createApp } from '../../src/server/app.ts'
import { systemClock } from '../../src/server/clock.ts'
import { type Database, openEmbedded } from '../../src/server/database.ts'
import { makeLender } from '../../src/server/demo/lender.ts'
import { startSandboxes } from '../../src/server/sandboxes.ts'
import { password } from './app.ts'

/** Makes the simulated lender's staff and products, and none or some of its orders, for another process to open. */
export const prepareLender = async (db: Database, orders = 0): Promise<void> => {
  const { channels, stop } = await startSandboxes()
  const log = pino({ level: 'silent' })
  const { server } = await createApp({ db, clock: systemClock, ids: randomUUID, channels, log })
  await makeLender(server, { password, orders })
  await stop()
}

/** A data directory with such a lender in it. */
export const preparedDirectory = async (): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), 'loket-'))
  const db = await openEmbedded(directory)
  await prepareLender(db)
  await db.close()
  return directory
}
