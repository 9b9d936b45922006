import { type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { sendApplication } from '../kit/load.ts'
import { logIn } from '../kit/logIn.ts'
import { startPair } from '../kit/pair.ts'
import { passing } from '../kit/passing.ts'
import { openProxy, type Proxy } from '../kit/proxy.ts'

const databaseUrl = inject('databaseUrl')
const portOf = (url: string) => Number(new URL(url).port)

describe.runIf(databaseUrl)('a browser whose server is killed', () => {
  let pair: Awaited<ReturnType<typeof startPair>>
  let balancer: Proxy
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    pair = await startPair(databaseUrl!)
    balancer = await openProxy(portOf(pair.one.url), portOf(pair.other.url))
    browser = await launchBrowser(inject('chromiumPath'))
    page = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await page.addInitScript(() => localStorage.setItem('loket.language', 'en'))
  })
  afterAll(async () => {
    await browser.close()
    await balancer.close()
    await pair.close()
  })

  const rowOf = (orderNo: string) => page.getByRole('row', { name: new RegExp(orderNo) })
  const typesOf = async (orderNo: string) =>
    (
      await pair.db.sql
        .selectFrom('es_event')
        .select('type')
        .where('stream', '=', `approval/${orderNo}`)
        .orderBy('version')
        .execute()
    ).map(({ type }) => type)

  test('goes on with the other: the command in flight is done once, and what changed meanwhile is on the list', async () => {
    const url = `http://localhost:${balancer.port}`
    await logIn(page, url, 'reviewer1')
    await page.goto(url + to.reviewFirstWait())
    let told = ''
    balancer.watch((way, chunk) => {
      if (way === 'down') told += chunk.toString('latin1')
    })
    await expect.poll(() => told).toContain(': connected')
    const mine = await sendApplication(pair.one.url, { key: 'mine', body: passing() })
    await expect.poll(() => told).toMatch(new RegExp(`^data: .*"${mine}"`, 'm'))
    await rowOf(mine).getByRole('button', { name: 'Take' }).waitFor()

    const keys: string[] = []
    const feeds: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/feed')) feeds.push(request.headers()['last-event-id'])
    })
    // Delays all traffic after the first claim, so that the server dies after it commits and before its answer arrives.
    balancer.watch((way, chunk) => {
      if (way === 'down' || !chunk.includes('POST /api/approve/first/claim')) return
      keys.push(/^idempotency-key: (.*)$/im.exec(chunk.toString())?.[1] ?? 'none')
      if (keys.length === 1) setImmediate(() => balancer.slow({ latencyMs: 60_000 }))
    })
    await rowOf(mine).getByRole('button', { name: 'Take' }).click()
    await expect.poll(() => typesOf(mine)).toContain('firstClaimed')
    await pair.one.kill()
    balancer.slow({})
    balancer.cutAll()
    const meanwhile = await sendApplication(pair.other.url, { key: 'meanwhile', body: passing() })

    await page.getByText(`Taken for first review: ${mine}`).waitFor()
    await rowOf(mine).getByRole('button', { name: 'Release' }).waitFor()
    // Rows keep their places while the pointer is over them.
    await page.mouse.move(0, 0)
    await rowOf(meanwhile).getByRole('button', { name: 'Take' }).waitFor()
    expect(await typesOf(mine)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    await expect.poll(() => feeds.at(-1)).toMatch(/^\d+$/)
    expect(await page.getByText(/cannot be reached/).count()).toBe(0)
  })

  test('is still logged in, and can decide', async () => {
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Release' }) })
    const orderNo = await row.getByRole('link').first().innerText()
    await row.getByRole('button', { name: 'Release' }).click()
    await page.mouse.move(0, 0)
    await rowOf(orderNo).getByRole('button', { name: 'Take' }).waitFor()
    expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed', 'firstReleased'])
  })
})
