import { Hono } from 'hono'

/** A simulated account inquiry. An account ending in 00 does not match its holder, 99 gets a 503, any other matches. */
export const bankSandbox = (): Hono =>
  new Hono().post('/account-inquiries', async (c) => {
    const { account, reference } = await c.req.json<{ account: string; reference: string }>()
    if (account.endsWith('99')) return c.json({ error: 'unavailable' }, 503)
    return c.json({ reference, match: !account.endsWith('00') })
  })
