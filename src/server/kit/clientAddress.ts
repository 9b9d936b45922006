import { isIP, isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

export type Client = { address: string; secure: boolean; host: string | undefined }

/**
 * The client's address, whether it used https, and the host that it asked for. `proxies` counts the reverse proxies in
 * front, each of which appends its peer to X-Forwarded-For. With 0 these headers are ignored: they could be forged.
 */
export const clientOf = (c: Context, proxies: number): Client => {
  const peer = plainAddress(ipOf(c))
  const own = { address: peer, secure: c.req.url.startsWith('https:'), host: c.req.header('host') }
  if (proxies === 0) return own
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(plainAddress)
  return {
    address: forwarded.at(-proxies) || peer,
    secure: own.secure || c.req.header('x-forwarded-proto') === 'https',
    host: c.req.header('x-forwarded-host') ?? own.host,
  }
}

/** The proxy headers of a request that this process forwards. It drops an X-Forwarded-For that no trusted proxy set. */
export const forwardedBy = (c: Context, proxies: number): Record<string, string | undefined> => {
  const { secure, host } = clientOf(c, proxies)
  const forwarded = proxies > 0 ? c.req.header('x-forwarded-for') : undefined
  return {
    forwarded: undefined,
    'x-forwarded-for': [...(forwarded ? [forwarded] : []), plainAddress(ipOf(c))].join(', '),
    'x-forwarded-host': host,
    'x-forwarded-proto': secure ? 'https' : 'http',
  }
}

/** The rate-limit key of an address. An IPv6 client can use its whole /64 network, so the network is the key. */
export const lineOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [head, tail] = address.split('::') as [string, string | undefined]
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...(tail === undefined ? [] : Array<string>(missing).fill('0')), ...groups(tail)]
  return `${all.slice(0, 4).join(':')}::/64`
}

/** The address of the connection's peer, which may be a proxy. */
export const ipOf = (c: Context): string => {
  try {
    return getConnInfo(c).remote.address ?? ''
  } catch {
    // A request that a test passes straight to the app has no connection.
    return ''
  }
}

const plainAddress = (text: string): string => {
  const address = text.trim().replace(/%.*$/, '').toLowerCase()
  const mapped = address.replace(/^::ffff:/, '')
  if (isIPv4(mapped)) return mapped
  return isIP(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : ''
}
