import { setImmediate } from 'node:timers/promises'
import type { Change } from '../../src/server/http/feed.ts'
import type { Caller, TestApp } from '../kit/app.ts'
import { heardByNobody, hearers, listening } from './hearers.ts'

/** The versions of a stream that somebody hears of on the feed, which begins after a position. */
const heardBy = async (app: TestApp, { token, cookie }: Caller, stream: string, after: number): Promise<number[]> => {
  const headers = { 'x-token': token, cookie, 'last-event-id': String(after) }
  const response = await app.app.request('/api/feed', { headers })
  if (response.status !== 200) throw new Error(`the feed answers ${response.status}`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  // Whoever has told all changes up to now and is asked for the session says next that it is still there.
  while (!text.includes(': still here')) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the feed ended')
    if (text === '') app.feed.doubt()
    text += value
  }
  await reader.cancel()
  const changes = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Change)
  return changes.filter(({ kind, id }) => `${kind}/${id}` === stream).map(({ version }) => version)
}

/**
 * Compares what staff hear of an instance on the feed with what they should: each version once and in order, or nothing.
 * Who holds every right hears all but the jobs of others.
 */
export const openListeners = async (
  app: TestApp,
  as: (login: string) => Promise<Caller>,
  holdEveryRight: readonly string[],
) => {
  await app.feed.start()
  return async (stream: string, from: number, to: number) => {
    const chart = stream.slice(0, stream.indexOf('/'))
    const versions = Array.from({ length: to - from }, (_, index) => from + 1 + index)
    const { pos } = await app.db.sql
      .selectFrom('es_event')
      .select('pos')
      .where('stream', '=', stream)
      .where('version', '=', from + 1)
      .executeTakeFirstOrThrow()
    const head = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    app.feed.wake()
    while (app.feed.heard() < head.pos) await setImmediate()
    const hears = (login: string) =>
      holdEveryRight.includes(login) ? !heardByNobody.includes(chart) : hearers[chart]!.includes(login)
    const heard = await Promise.all(
      listening.map(async (login) => [login, await heardBy(app, await as(login), stream, pos - 1)] as const),
    )
    return {
      expected: Object.fromEntries(listening.map((login) => [login, hears(login) ? versions : []])),
      seen: Object.fromEntries(heard),
    }
  }
}
