import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bankSandbox } from './channels/bank.sandbox.ts'
import { httpBank } from './channels/bank.ts'
import { bureauSandbox } from './channels/bureau.sandbox.ts'
import { httpBureau } from './channels/bureau.ts'
import type { Channels } from './channels/channels.ts'

const timeoutMs = 10_000

/** The sandbox providers on a port of their own, and the channels that reach them over HTTP. */
export const startSandboxes = async (): Promise<{ channels: Channels; stop: () => Promise<void> }> => {
  const app = new Hono().route('/bureau', bureauSandbox()).route('/bank', bankSandbox())
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
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
