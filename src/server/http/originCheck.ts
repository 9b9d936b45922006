import type { Context } from 'hono'
import { clientOf } from '../kit/clientAddress.ts'
import { Refused } from '../kit/refused.ts'

/**
 * Refuses what a page of another site, or of none (`null`), makes a browser send. Browsers name the page's origin with what may
 * write, and how it stands to this one with everything; whoever says neither is no browser, and carries nobody's cookies.
 */
export const refuseForeign = (c: Context, proxies: number): void => {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const typed = c.req.method === 'GET' && site === 'none'
  const foreign = origin && (!URL.canParse(origin) || new URL(origin).host !== clientOf(c, proxies).host)
  if (foreign || (site && site !== 'same-origin' && !typed)) throw new Refused(4030, 'errors:origin')
}
