import type { Database } from '../db/database.ts'
import type { EventRow } from '../db/tables.ts'
import type { Tx } from './command.ts'

const eventsAtATime = 2000
const highestVersion = 2 ** 31 - 1

export type ReplayRow = Pick<EventRow, 'pos' | 'stream' | 'version' | 'type' | 'state' | 'actor' | 'at' | 'data'>

/** Whole streams in name order; `begun` has the first events of a stream that continues in the next page. */
export type StreamPage = {
  streams: { stream: string; events: ReplayRow[] }[]
  begun: ReplayRow[]
  after: { stream: string; version: number } | undefined
}

/** An empty page from which `pageAfter` continues with the stream after this one; '' for the first page. */
export const pageEndingWith = (stream: string): StreamPage => ({
  streams: [],
  begun: [],
  after: { stream, version: highestVersion },
})

/** The next page, with events up to a position; undefined after the last. */
export const pageAfter = async (
  db: Database['sql'] | Tx,
  { begun, after }: StreamPage,
  upTo: number,
): Promise<StreamPage | undefined> => {
  if (!after) return undefined
  const rows = await eventsUpTo(db, upTo)
    .where((eb) => eb(eb.refTuple('stream', 'version'), '>', eb.tuple(after.stream, after.version)))
    .limit(eventsAtATime)
    .execute()
  const streams = wholeStreams([...begun, ...rows])
  const last = rows.at(-1)
  if (!last || rows.length < eventsAtATime) return { streams, begun: [], after: undefined }
  return { begun: streams.pop()!.events, streams, after: { stream: last.stream, version: last.version } }
}

export const eventsUpTo = (db: Database['sql'] | Tx, pos: number) =>
  db
    .selectFrom('es_event')
    .select(['pos', 'stream', 'version', 'type', 'state', 'actor', 'at', 'data'])
    .where('pos', '<=', pos)
    .orderBy('stream')
    .orderBy('version')

export const wholeStreams = (rows: readonly ReplayRow[]): StreamPage['streams'] =>
  [...Map.groupBy(rows, ({ stream }) => stream)].map(([stream, events]) => ({ stream, events }))

/** Yields pages and prefetches the next while the caller works on the current one. */
export async function* readAhead<Page>(first: Page, read: (before: Page) => Promise<Page | undefined>) {
  let next = read(first)
  for (;;) {
    const page = await next
    if (page === undefined) return
    next = read(page)
    // A caller who stops early never awaits it; an unhandled rejection would end the process.
    next.catch(() => {})
    yield page
  }
}
