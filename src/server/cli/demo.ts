import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createApp } from '../app.ts'
import { systemClock } from '../clock.ts'
import { defaultOrders, makeLender } from '../demo/lender.ts'
import { readEnvironment } from '../environment.ts'
import { startSandboxes } from '../sandboxes.ts'
import { runOn } from './run.ts'

await runOn(async (db) => {
  const { demoPassword } = readEnvironment(process.env)
  const sandboxes = await startSandboxes()
  try {
    const { server } = await createApp({
      db,
      clock: systemClock,
      ids: randomUUID,
      channels: sandboxes.channels,
      log: pino({ level: 'warn' }),
    })
    await makeLender(server, { password: demoPassword, orders: defaultOrders })
    console.log(`Made the simulated lender with ${defaultOrders} orders.`)
    return true
  } finally {
    await sandboxes.stop()
  }
})
