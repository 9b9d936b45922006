import { randomUUID } from 'node:crypto'
import pino, { type Logger } from 'pino'
import { createApp } from '../../src/server/app.ts'
import { startSandboxes } from '../../src/server/channels/sandboxes.ts'
import type { Database } from '../../src/server/db/database.ts'
import { makeLender } from '../../src/server/demo/lender.ts'

export const password = 'counter-window'

/**
 * A simulated lender: staff, products, and `orders` orders up to an instant (epoch ms); `charted` of them went through
 * the charts.
 */
export type Lender = { orders: number; charted: number; at: number }

const tenMinutes = 600_000

/**
 * The lender for a server on the system clock, at most ten minutes old, so that tests within that time share a
 * template.
 */
export const lenderOfToday = (orders = 0): Lender => ({
  orders,
  charted: orders,
  at: Math.floor(Date.now() / tenMinutes) * tenMinutes,
})

/** Fills an empty database with a lender. */
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
