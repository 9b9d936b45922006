import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withConsole } from '../../../src/server/http/console.ts'

const charts = fileURLToPath(new URL('../../../docs/statecharts', import.meta.url))

let dist: string
let server: ReturnType<typeof serve>
let url: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'loket-docs-'))
  await writeFile(join(dist, 'index.html'), '<title>Console</title>')
  await cp(charts, join(dist, 'docs'), { recursive: true })
  const { promise, resolve } = Promise.withResolvers<number>()
  server = serve({ fetch: withConsole(new Hono(), dist).fetch, port: 0 }, ({ port }) => resolve(port))
  url = `http://localhost:${await promise}`
})
afterAll(async () => {
  server.close()
  await rm(dist, { recursive: true })
})

const get = (path: string) => fetch(url + path, { redirect: 'manual' })

describe('the pages about the charts', () => {
  test.each([
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/id/', 'text/html; charset=utf-8'],
    ['/docs/zh/approval.html', 'text/html; charset=utf-8'],
    ['/docs/en/approval.svg', 'image/svg+xml; charset=utf-8'],
    ['/docs/en/approval.flow.svg', 'image/svg+xml; charset=utf-8'],
    ['/docs/statecharts.css', 'text/css; charset=utf-8'],
    ['/docs/approval.scxml', 'application/scxml+xml'],
  ])('%s is served as %s, asked for anew each time, and runs no script', async (path, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'; ")
    expect(await response.text()).not.toContain('<title>Console')
  })

  test('a folder without its slash leads to the one with it', async () => {
    for (const path of ['/docs', '/docs/id']) {
      const response = await get(path)
      expect([response.status, response.headers.get('location')]).toEqual([302, `${path}/`])
      expect(await response.text()).toBe('')
    }
  })

  test('what is not there is not the console', async () => {
    for (const path of ['/docs/x', '/docs/x/', '/docs/id/nowhere.html']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).not.toContain('<title>Console')
    }
  })

  test('every other path is still the console', async () => {
    expect(await (await get('/document/1')).text()).toContain('<title>Console')
  })
})
