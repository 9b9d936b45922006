import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** Serves an app on its own port. */
export const listen = async (app: Hono): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  if (!server.listening) await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Heard = { id: string; change: { pos: number; kind: string; id: string; version: number } }

/** A change feed as one browser reads it: the changes so far, the raw text, and whether the server ended it. */
export const openFeed = async (url: string, { token, cookie }: { token: string; cookie: string }, after?: number) => {
  const stopped = new AbortController()
  const response = await fetch(`${url}/api/feed`, {
    headers: { 'x-token': token, cookie, ...(after === undefined ? {} : { 'last-event-id': String(after) }) },
    signal: stopped.signal,
  })
  const feed = {
    type: response.headers.get('content-type'),
    text: '',
    heard: [] as Heard[],
    ended: false,
    close: () => stopped.abort(),
  }
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body!) {
      const text = decoder.decode(chunk, { stream: true })
      feed.text += text
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()!
      feed.heard.push(...blocks.flatMap(heardIn))
    }
    feed.ended = true
  }
  read().catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error
  })
  return feed
}

const heardIn = (block: string): Heard[] => {
  const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
  const data = fields.get('data')
  return data === undefined ? [] : [{ id: fields.get('id') ?? '', change: JSON.parse(data) as Heard['change'] }]
}
