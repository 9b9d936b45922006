import { Hono } from 'hono'

/** A payout provider's account inquiry: an account that ends in 00 belongs to somebody else, one in 99 gets 503, any other matches. */
export const bankSandbox = (): Hono =>
  new Hono().post('/account-inquiries', async (c) => {
    const { account, reference } = await c.req.json<{ account: string; reference: string }>()
    if (account.endsWith('99')) return c.json({ error: 'unavailable' }, 503)
    return c.json({ reference, match: !account.endsWith('00') })
  })
