import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { businessDay, dayStart } from '../../machines/calendar.ts'
import type { Export } from '../../machines/export.ts'
import type { State } from '../../machines/kernel.ts'
import type { Database } from '../database.ts'
import type { Cell, Filter, Listed, Lists } from '../listed.ts'
import type { Server } from '../server.ts'
import { settings } from '../settings.ts'
import { asCsv, asXlsx } from '../spreadsheet.ts'
import { say } from '../words.ts'
import type { Effect, Shift } from '../work.ts'
import { keepFile } from './keepFile.ts'

const rowsAtATime = 250
// Then it is looked at anew who asked, and whether they may see the list still.
const pagesAtATime = 4
// Until the person's export before this one has ended.
const turnMs = 1000

const idOf = (stream: string) => stream.slice('export/'.length)

/** Begins an export once none of the same person runs and none was asked for before it. */
export const beginExport =
  ({ db, store, clock }: Server): Effect =>
  async ({ stream }) => {
    const { value } = await store.state(stream)
    if (value !== 'requested') return undefined
    const { rows: before } = await sql`
      select from export own join export other using (asker)
      where own.id = ${idOf(stream)} and (other.state = 'running'
        or other.state = 'requested' and (other.requested_at, other.id) < (own.requested_at, own.id))
      limit 1`.execute(db.sql)
    if (before.length > 0) return { again: turnMs }
    return { event: { type: 'exportBegun', by: 'SYS', at: clock.now(), runTtl: settings.runTtl } }
  }

/** Reads on in the list or, after its last page, writes the file. Whoever takes a run over goes on after the pages that are there. */
export const runExport =
  (server: Server, lists: Lists): Effect =>
  async ({ stream }, shift) => {
    const { db, store, sessions, clock } = server
    const id = idOf(stream)
    const { value, context } = (await store.state(stream)) as State<Export>
    const run = await db.sql.selectFrom('export_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (value !== 'running' || !run) return undefined
    const fail = (reason: 'notPermitted' | 'tooManyRows') => ({
      event: { type: 'exportFailed' as const, by: 'SYS', at: clock.now(), reason },
    })
    const list = lists[context.wanted!.list]
    const asker = await sessions.current(context.asker)
    if (!list || !asker?.may(list.interface)) return fail('notPermitted')
    if (run.done > settings.mostExported) return fail('tooManyRows')
    if (run.pages > 0 && run.next === null) return writeFile(server, list, { id, context, run }, shift)
    await readOn(db, list, { id, context, run }, shift)
    return { again: 0 }
  }

/** What a run has read lies beside its events until its file is written; after that, or when it was given up, nobody needs it. */
export const dropExport =
  ({ db }: Server): Effect =>
  async ({ stream }) => {
    const id = idOf(stream)
    await db.sql.transaction().execute(async (tx) => {
      await tx.deleteFrom('export_run').where('id', '=', id).execute()
      await tx.deleteFrom('export_page').where('export', '=', id).execute()
      await tx.deleteFrom('export_chunk').where('export', '=', id).execute()
    })
    return undefined
  }

type Run = {
  id: string
  context: Export
  run: { secret: string; done: number; pages: number; next: string | null }
}

/** Reads some pages, each while the one before it is kept. */
const readOn = async (db: Database, list: Listed, { id, context, run }: Run, { stopping }: Shift) => {
  const { filter, columns, language } = context.wanted!
  const asked = { filter: { ...filter, ...(JSON.parse(run.secret) as Filter) }, limit: rowsAtATime, columns }
  const read = (after: unknown) => list.page({ ...asked, after }, { by: context.asker, language })
  let { pages: n, done } = run
  let page = await read(run.next === null ? null : (JSON.parse(run.next) as unknown))
  for (;;) {
    const { cells, next } = page
    done += cells.length
    const isLast =
      next === null || done > settings.mostExported || stopping.aborted || n + 1 === run.pages + pagesAtATime
    const [isKept, following] = await Promise.all([
      keepPage(db, id, { n, cells, done, next }),
      isLast ? undefined : read(next),
    ])
    if (!isKept || !following) return
    page = following
    n += 1
    await setImmediate()
  }
}

type Read = { n: number; cells: Cell[][]; done: number; next: unknown }

/** False when somebody else has kept it, or nobody wants it any more. */
const keepPage = async (db: Database, id: string, { n, cells, done, next }: Read): Promise<boolean> => {
  const moved = await db.sql
    .with('moved', (cte) =>
      cte
        .updateTable('export_run')
        .set({ pages: n + 1, done, next: next === null ? null : JSON.stringify(next) })
        .where('id', '=', id)
        .where('pages', '=', n)
        .returning('id'),
    )
    .insertInto('export_page')
    .columns(['export', 'n', 'rows'])
    .expression((eb) =>
      eb
        .selectFrom('moved')
        .select(['id', sql<number>`${n}::int`.as('n'), sql<string>`${JSON.stringify(cells)}::text`.as('rows')]),
    )
    .returning('n')
    .execute()
  return moved.length > 0
}

const writeFile = async (
  { db, ids, clock }: Server,
  list: Listed,
  { id, context, run }: Run,
  { stopping }: Shift,
): ReturnType<Effect> => {
  const { title: key, columns, format, language } = context.wanted!
  const title = say(language, key)
  const sheet = {
    title,
    heads: columns.map((name) => ({ ...list.columns[name]!, words: say(language, list.columns[name]!.head) })),
    rows: rowsOf(db, id, run.pages),
  }
  // One that was begun before and not ended leaves pieces of another name.
  const file = ids()
  const bytes = await keepFile(
    db,
    { run: 'export_run', id, file },
    format === 'xlsx' ? asXlsx(sheet) : asCsv(sheet),
    stopping,
  )
  if (typeof bytes !== 'number') return bytes
  const nth = await nthOfDay(db, id, context)
  const name = `${title} ${businessDay(context.requestedAt)}${nth > 1 ? ` (${nth})` : ''}.${format}`.replaceAll(
    /[\\/:*?"<>|]/g,
    ' ',
  )
  const written = { file, name, rows: run.done, bytes, fileTtl: settings.fileTtl }
  return {
    event: { type: 'exportFinished', by: 'SYS', at: clock.now(), ...written },
    writes: async (tx) => {
      await tx.deleteFrom('export_run').where('id', '=', id).execute()
      await tx.deleteFrom('export_page').where('export', '=', id).execute()
      await tx.deleteFrom('export_chunk').where('export', '=', id).where('file', '!=', file).execute()
    },
  }
}

/** Which export of its list on its day it is, the first being 1: no two files of a day have one name. */
const nthOfDay = async (db: Database, id: string, { wanted, requestedAt }: Export): Promise<number> => {
  const { before } = await db.sql
    .selectFrom('export')
    .select((eb) => eb.fn.countAll<number>().as('before'))
    .where('title', '=', wanted!.title)
    .where('requested_at', '>=', dayStart(businessDay(requestedAt)))
    .where(sql<boolean>`(requested_at, id) < (${requestedAt}, ${id})`)
    .executeTakeFirstOrThrow()
  return before + 1
}

async function* rowsOf(db: Database, id: string, pages: number): AsyncGenerator<Cell[]> {
  for (let n = 0; n < pages; n += 1) {
    const { rows } = await db.sql
      .selectFrom('export_page')
      .select('rows')
      .where('export', '=', id)
      .where('n', '=', n)
      .executeTakeFirstOrThrow()
    yield* JSON.parse(rows) as Cell[][]
    await setImmediate()
  }
}
