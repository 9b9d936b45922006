import { Hono } from 'hono'
import * as z from 'zod/mini'
import { paymentMethods } from '../../machines/paymentMethods.ts'
import type { Clock } from '../kit/clock.ts'
import { signed } from './signature.ts'

const payment = z.strictObject({
  account: z.string().check(z.regex(/^\d{8,30}$/)),
  amount: z.int().check(z.positive()),
  method: z.optional(z.enum(paymentMethods)),
  channel: z.optional(z.string()),
})
type Report = z.infer<typeof payment> & { txid: string; at: number }

// The last two digits of an amount force a case, so that faults come from real inputs.
const ending = { thrice: 44, otherAmount: 55, unknownAccount: 66, forged: 77 } as const

type Options = { secret: string; clock: Clock; callback: () => string | undefined }

/** Simulated virtual accounts: each payment is reported to Loket, twice unless its amount forces another case. */
export const virtualAccountSandbox = ({ secret, clock, callback }: Options) => {
  let nth = 0
  const waiting: { report: Report; secret: string }[] = []

  const reportsOf = (paid: Report): typeof waiting => {
    const one = { report: paid, secret }
    switch (paid.amount % 100) {
      case ending.thrice:
        return [one, one, one]
      case ending.otherAmount:
        return [one, { report: { ...paid, amount: paid.amount + 1 }, secret }]
      case ending.unknownAccount:
        return [{ report: { ...paid, account: `${paid.account}0` }, secret }]
      case ending.forged:
        return [{ report: paid, secret: 'somebody else' }]
      default:
        return [one, one]
    }
  }

  const app = new Hono().post('/payments', async (c) => {
    const body = payment.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) return c.json({ error: 'invalid payment' }, 400)
    nth += 1
    const paid = { ...body.data, txid: `VA-${clock.now()}-${nth}`, at: clock.now() }
    waiting.push(...reportsOf(paid))
    return c.json({ txid: paid.txid })
  })

  /** Sends the waiting reports; one that is not accepted is sent again the next time. */
  const deliver = async (): Promise<void> => {
    const url = callback()
    while (url && waiting.length > 0) {
      const [{ report, secret: key }] = waiting as [(typeof waiting)[number]]
      const body = JSON.stringify(report)
      const headers = { 'content-type': 'application/json', ...signed(key, body, clock.now()) }
      const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
      if (response?.ok !== true) return
      waiting.shift()
    }
  }

  return { app, deliver }
}
