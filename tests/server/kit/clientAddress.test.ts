import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientOf, forwardedBy, lineOf } from '../../../src/server/kit/clientAddress.ts'

/** The client and forwarded headers that a request is taken for behind `proxies` proxies. */
const seen = async (peer: string, headers: Record<string, string>, proxies: number) => {
  const app = new Hono().get('/', (c) => c.json([clientOf(c, proxies), forwardedBy(c, proxies)]))
  const env = { incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } } }
  const response = await app.request('/', { headers: { host: 'own.example', ...headers } }, env)
  const [client, passedOn] = (await response.json()) as [ReturnType<typeof clientOf>, Record<string, string>]
  return { client, passedOn }
}

const forged = {
  'x-forwarded-for': '1.2.3.4, 203.0.113.9, 198.51.100.1',
  'x-forwarded-host': 'outside.example',
  'x-forwarded-proto': 'https',
}

describe('the address of a client', () => {
  test.each([
    ['without a proxy, whoever called', 0, '10.0.0.1'],
    ['behind one, whom it was called by', 1, '198.51.100.1'],
    ['behind two, whom the outer one was called by', 2, '203.0.113.9'],
    ['behind more than there are, whoever called', 9, '10.0.0.1'],
  ])('is %s', async (_, proxies, address) => {
    expect((await seen('10.0.0.1', forged, proxies)).client.address).toBe(address)
  })

  test.each(['', ' ', 'nonsense', '999.1.1.1', "1.2.3.4' or 1=1", 'x'.repeat(5000), '<script>'])(
    'is never what is none: %j',
    async (header) => {
      expect((await seen('10.0.0.1', { 'x-forwarded-for': header }, 1)).client.address).toBe('10.0.0.1')
    },
  )

  test.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('that is written %s is %s', async (peer, address) => {
    expect((await seen(peer, {}, 0)).client.address).toBe(address)
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['', ''],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1::', '2001:db8:1:0::/64'],
  ])('%s is counted as %s', (address, line) => {
    expect(lineOf(address)).toBe(line)
  })
})

describe('host and https', () => {
  test('are what the proxy says where there is one', async () => {
    expect((await seen('10.0.0.1', forged, 1)).client).toMatchObject({ host: 'outside.example', secure: true })
    expect((await seen('10.0.0.1', forged, 0)).client).toMatchObject({ host: 'own.example', secure: false })
  })
})

describe('what a console over another admin server passes on', () => {
  test('is who called it, behind those whom it believes', async () => {
    expect((await seen('10.0.0.1', forged, 1)).passedOn).toEqual({
      'x-forwarded-for': '1.2.3.4, 203.0.113.9, 198.51.100.1, 10.0.0.1',
      'x-forwarded-host': 'outside.example',
      'x-forwarded-proto': 'https',
    })
  })

  test('is nothing that nobody vouches for', async () => {
    expect((await seen('203.0.113.50', forged, 0)).passedOn).toEqual({
      'x-forwarded-for': '203.0.113.50',
      'x-forwarded-host': 'own.example',
      'x-forwarded-proto': 'http',
    })
  })
})
