import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createApp } from '../app.ts'
import { startSandboxes } from '../channels/sandboxes.ts'
import { defaultOrders, makeLenderWithStatistics } from '../demo/lender.ts'
import { readEnvironment } from '../environment.ts'
import { systemClock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import { printed } from './printed.ts'
import { fail, runOn } from './run.ts'

const options = { orders: { type: 'string', default: String(defaultOrders) } } as const

const ordersAsked = (): number => {
  const { values } = parseArgs({ options })
  const orders = Number(values.orders)
  if (!/^\d+$/.test(values.orders) || !Number.isSafeInteger(orders))
    throw new Error(`--orders is a whole number from 0, not ${JSON.stringify(values.orders)}`)
  return orders
}

const makeDemo = (orders: number) =>
  runOn(async (db) => {
    const { demoPassword } = readEnvironment(process.env)
    const sandboxes = await startSandboxes()
    try {
      const { server } = await createApp({
        db,
        clock: systemClock,
        ids: randomUUID,
        channels: sandboxes.channels,
        log: createLog('warn'),
      })
      await makeLenderWithStatistics(server, { password: demoPassword, orders }, printed())
      const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
      console.log(`Made the simulated lender with ${orders} orders, in at most ${megabytes} MB.`)
      return true
    } finally {
      await sandboxes.stop()
    }
  }, options)

try {
  await makeDemo(ordersAsked())
} catch (error) {
  fail(error)
}
