import { randomUUID } from 'node:crypto'
import pino, { type Logger } from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import type { Database } from '../../src/server/db/database.ts'
import { makeLender } from '../../src/server/demo/lender.ts'

export const password = 'counter-window'

/** A simulated lender: its staff and products, and so many orders up to an instant, of which `charted` went through the charts. */
export type Lender = { orders: number; charted: number; at: number }

const tenMinutes = 600_000

/** The lender of a server that goes by the system's clock, at most ten minutes old: the same for all who ask meanwhile. */
export const lenderOfToday = (orders = 0): Lender => ({
  orders,
  charted: orders,
  at: Math.floor(Date.now() / tenMinutes) * tenMinutes,
})

/** Makes a lender in a database that is empty. */
export const prepareLender = async (
  db: Database,
  { orders, charted, at }: Lender = lenderOfToday(),
  log: Logger = pino({ level: 'silent' }),
): Promise<void> => {
  const clock = { now: () => at }
  const { channels, stop } = await startSandboxes({ clock })
  const { server } = await createApp({ db, clock, ids: randomUUID, channels, log })
  await makeLender(server, { password, orders, charted })
  await stop()
}
