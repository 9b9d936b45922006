import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { type Clock, systemClock } from '../kit/clock.ts'
import { bankSandbox } from './bank.sandbox.ts'
import { httpBank } from './bank.ts'
import { bureauSandbox } from './bureau.sandbox.ts'
import { httpBureau } from './bureau.ts'
import type { Channels } from './channels.ts'
import { payoutSandbox } from './payout.sandbox.ts'
import { httpPayout } from './payout.ts'
import { smsSandbox } from './sms.sandbox.ts'
import { httpSms } from './sms.ts'
import { virtualAccountSandbox } from './virtualAccount.sandbox.ts'

const timeoutMs = 10_000

// Limits of one sending: BI-FAST's maximum, and an amount for RTGS. The second pays slower, and where the first fails.
const payoutProviders = [
  { name: 'samudra', most: 250_000_000, usualMs: 3_000, pays: [] },
  { name: 'merapi', most: 1_000_000_000, usualMs: 20_000, pays: ['11', '88'] },
] as const
const smsProvider = { name: 'merpati', perSecond: 50, usualMs: 2_000 } as const

type Options = {
  clock?: Clock
  /** The seed of each provider's signing secret. */
  secret?: string
  payoutTimeoutMs?: number
  smsTimeoutMs?: number
  /** Loket's API address, for callbacks; undefined while nobody listens there. */
  callTo?: () => string | undefined
}

/** Starts the sandbox providers on a free port, with channels to them over HTTP; `deliver` sends due callbacks. */
export const startSandboxes = async ({
  clock = systemClock,
  secret: seed = randomBytes(32).toString('hex'),
  payoutTimeoutMs = timeoutMs,
  smsTimeoutMs = timeoutMs,
  callTo = () => undefined,
}: Options = {}): Promise<{
  channels: Channels
  deliver: () => Promise<void>
  /** The messages that the SMS provider took. */
  messages: () => { id: string; to: string; text: string }[]
  url: string
  stop: () => Promise<void>
}> => {
  const app = new Hono().route('/bureau', bureauSandbox()).route('/bank', bankSandbox())
  const payouts = payoutProviders.map((one) => {
    const secret = createHmac('sha256', seed).update(one.name).digest('hex')
    const sandbox = payoutSandbox({ ...one, secret, clock })
    app.route(`/${one.name}`, sandbox.app)
    return { ...one, secret, deliver: sandbox.deliver }
  })
  const virtualAccountSecret = createHmac('sha256', seed).update('va').digest('hex')
  const virtualAccounts = virtualAccountSandbox({
    secret: virtualAccountSecret,
    clock,
    callback: () => {
      const own = callTo()
      return own && `${own}/channels/va/callback`
    },
  })
  app.route('/va', virtualAccounts.app)
  const smsSecret = createHmac('sha256', seed).update(smsProvider.name).digest('hex')
  const sms = smsSandbox({ ...smsProvider, secret: smsSecret, clock })
  app.route(`/${smsProvider.name}`, sms.app)
  const { server, address } = await new Promise<{ server: ReturnType<typeof serve>; address: AddressInfo }>(
    (resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address) =>
        resolve({ server, address }),
      )
    },
  )
  const url = `http://127.0.0.1:${address.port}`
  return {
    channels: {
      bureau: httpBureau({ url: `${url}/bureau`, timeoutMs }),
      bank: httpBank({ url: `${url}/bank`, timeoutMs }),
      payouts: Object.fromEntries(
        payouts.map(({ name, secret, most }) => [
          name,
          httpPayout({
            url: `${url}/${name}`,
            secret,
            most,
            timeoutMs: payoutTimeoutMs,
            now: clock.now,
            callback: () => {
              const own = callTo()
              return own && `${own}/channels/${name}/callback`
            },
          }),
        ]),
      ),
      sms: {
        [smsProvider.name]: httpSms({
          url: `${url}/${smsProvider.name}`,
          secret: smsSecret,
          perSecond: smsProvider.perSecond,
          timeoutMs: smsTimeoutMs,
          now: clock.now,
          receipts: () => {
            const own = callTo()
            return own && `${own}/channels/${smsProvider.name}/receipts`
          },
        }),
      },
      secrets: {
        ...Object.fromEntries(payouts.map(({ name, secret }) => [name, secret])),
        va: virtualAccountSecret,
        [smsProvider.name]: smsSecret,
      },
    },
    deliver: async () => {
      for (const { deliver } of payouts) await deliver()
      await virtualAccounts.deliver()
      await sms.deliver()
    },
    messages: sms.sent,
    url,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
