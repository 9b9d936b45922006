import type { Context } from 'hono'
import { clientOf } from '../kit/clientAddress.ts'
import { Refused } from '../kit/refused.ts'

/**
 * Refuses cross-site requests, also from an opaque origin (`null`). Browsers send Origin with requests that may write,
 * and Sec-Fetch-Site with all. A client that sends neither is no browser and carries nobody's cookies.
 */
export const refuseForeign = (c: Context, proxies: number): void => {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const typed = c.req.method === 'GET' && site === 'none'
  const foreign = origin && (!URL.canParse(origin) || new URL(origin).host !== clientOf(c, proxies).host)
  if (foreign || (site && site !== 'same-origin' && !typed)) throw new Refused(4030, 'errors:origin')
}
