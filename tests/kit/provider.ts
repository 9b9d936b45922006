import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { httpBureau } from '../../src/server/channels/bureau.ts'

/**
 * A credit bureau on its own port that rates everybody well, and records the references of inquiries. `held` delays its
 * answers until it is released.
 */
export const openBureau = async ({ held = false } = {}) => {
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  if (!held) gate.resolve()
  const app = new Hono().post('/inquiries', async (c) => {
    const { reference } = await c.req.json<{ reference: string }>()
    asked.push(reference)
    await gate.promise
    const known = { found: true, loanQuality: 1, remainingLoan: 0, maxDaysPastDue: 0, openLoans: 0, inquiries30: 0 }
    return c.json({ reference, ...known })
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    bureau: httpBureau({ url, timeoutMs: 10_000 }),
    answer: () => gate.resolve(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
