import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { businessDay, dayStart } from '../../machines/calendar.ts'
import type { Export } from '../../machines/export.ts'
import { idOf } from '../../machines/kernel.ts'
import { staffTimes } from '../../machines/staffRules.ts'
import type { Cell } from '../../services/columns.ts'
import type { Database } from '../db/database.ts'
import { rulesAt } from '../inForce.ts'
import { keepFile } from '../jobs/keepFile.ts'
import { awaitedLater } from '../kit/awaitedLater.ts'
import { say } from '../kit/i18n.ts'
import { asCsv } from '../lists/csv.ts'
import type { Filter, Exportable, Exportables } from '../lists/exportable.ts'
import { workbook } from '../lists/workbook.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { both, type AppScope } from '../staff/appScope.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Effect, Shift } from '../store/outbox.ts'
import { mayHave } from './rights.ts'

const rowsAtATime = 1000
// After so many pages the requester's permission is checked again.
const pagesAtATime = 4

/** Writes the file while it reads the list. A worker that takes over a run starts again from the first row. */
export const runExport =
  (server: Server, lists: Exportables): Effect<'export'> =>
  async ({ stream }, shift) => {
    const { db, store } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await db.sql.selectFrom('export_run').select('secret').where('id', '=', id).executeTakeFirst()
    if (value !== 'running' || !run) return undefined
    try {
      return await writeFile(server, lists, { id, context, secret: run.secret, done: 0, reach: [] }, shift)
    } catch (error) {
      if (error instanceof Ended) return error.outcome
      throw error
    }
  }

/** `reach` is the union of the app scopes that its pages so far were read with. */
type Run = { id: string; context: Export; secret: string; done: number; reach: AppScope }

/** Ends a run without a file; `outcome` is the job's outcome instead. */
class Ended extends Error {
  readonly outcome: Awaited<ReturnType<Effect>>
  constructor(outcome: Awaited<ReturnType<Effect>>) {
    super('the export ended without a file')
    this.outcome = outcome
  }
}

/**
 * Yields the list's rows in order, a few at a time, and reads the next page while this one is written.
 * Throws Ended.
 */
async function* pagesOf(
  { db, sessions, clock }: Server,
  list: Exportable,
  run: Run,
  { stopping }: Shift,
): AsyncGenerator<Cell[][]> {
  const { asker, wanted } = run.context
  const { filter, columns, language, unmasked = false } = wanted!
  const asked = { filter: { ...filter, ...(JSON.parse(run.secret) as Filter) }, limit: rowsAtATime, columns }
  const permitted = async () => {
    const staff = await sessions.current(asker)
    if (!staff || !mayHave(staff, list, unmasked)) throw fail('notPermitted')
    run.reach = both(run.reach, staff.apps)
    return staff
  }
  const read = (after: unknown, staff: Staff) =>
    awaitedLater(list.page({ ...asked, after }, { by: asker, language, staff, unmasked }))
  const fail = (reason: 'notPermitted' | 'tooManyRows') =>
    new Ended({ event: { type: 'exportFailed', by: 'SYS', at: clock.now(), reason } })

  let isWanted = true
  const note = async (before: Promise<void>, page: Noted) => {
    await before
    isWanted &&= await notePage(db, run.id, page)
  }

  let staff = await permitted()
  let page = read(null, staff)
  let noted = Promise.resolve()
  for (let n = 1; ; n += 1) {
    if (n % pagesAtATime === 0) staff = await permitted()
    const { next, parts } = await page
    if (next !== null) page = read(next, staff)
    const records: string[] = []
    for await (const { keys, cells } of parts()) {
      if (!isWanted) throw new Ended(undefined)
      if (stopping.aborted) throw new Ended({ again: 0 })
      records.push(...keys.map(list.streamOf))
      run.done += cells.length
      if (run.done > policy.mostExported) throw fail('tooManyRows')
      yield cells
      // Yields to the event loop: requests are answered and the next page arrives from PostgreSQL.
      await setImmediate()
    }
    // Not awaited here: PostgreSQL sometimes takes a third of a second, while it cleans up its index.
    noted = awaitedLater(note(noted, { n, done: run.done, records }))
    if (next === null) break
  }
  await noted
  if (!isWanted) throw new Ended(undefined)
}

type Noted = { n: number; done: number; records: readonly string[] }

/**
 * Stores the progress and the page's records, for the question who saw a record; false when the run was dropped.
 * It does not wait for the disk: the final event does, and a worker that takes over writes the same rows again.
 */
const notePage = async ({ sql: db }: Database, id: string, { n, done, records }: Noted) => {
  const { numAffectedRows } = await sql`
    with hasty as (select set_config('synchronous_commit', 'off', true)),
      run as (update export_run set done = ${done} from hasty where id = ${id} returning id)
    insert into export_seen select id, ${n}::int, ${[...new Set(records)]}::text[] from run
    on conflict (export, n) do update set streams = excluded.streams`.execute(db)
  return numAffectedRows === 1n
}

const writeFile = async (server: Server, lists: Exportables, run: Run, shift: Shift): ReturnType<Effect> => {
  const { db, ids, clock } = server
  const { id, context } = run
  const { list: name, title: key, columns, format, language } = context.wanted!
  const list = lists[name]!
  const title = say(language, key)
  const sheet = {
    title,
    heads: columns.map((column) => ({ ...list.columns[column]!, words: say(language, list.columns[column]!.head) })),
    pages: pagesOf(server, list, run, shift),
  }
  // An interrupted attempt leaves chunks under another name.
  const file = ids()
  const content = format === 'xlsx' ? workbook(sheet) : asCsv(sheet, language)
  const bytes = await keepFile(db, { run: 'export_run', id, file }, content, shift.stopping)
  if (typeof bytes !== 'number') return bytes
  const nth = await nthOfDay(db, id, context)
  const parts = [title, ...filterWords(list, context.wanted!.filter), businessDay(context.requestedAt)]
  const called = `${parts.join(' ')}${nth > 1 ? ` (${nth})` : ''}.${format}`
  const written = {
    file,
    name: called.replaceAll(/[\\/:*?"<>|]/g, ' '),
    rows: run.done,
    bytes,
    reach: run.reach,
    fileTtl: staffTimes(await rulesAt({ db }, 'staffRules', clock.now())).fileTtl,
  }
  return {
    event: { type: 'exportFinished', by: 'SYS', at: clock.now(), ...written },
    writes: async (tx) => {
      await tx.deleteFrom('export_run').where('id', '=', id).execute()
      await tx.deleteFrom('export_chunk').where('export', '=', id).where('file', '!=', file).execute()
    },
  }
}

// Longer names do not fit into every file system once a folder and a copy's number are added.
const mostOfFilter = 80

/**
 * A filter for the name of a file: its days, and the values of its other fields as they are stored. What makes a list of
 * its own is in the title already, and what was found by personal data is not told.
 */
const filterWords = (list: Exportable, filter: Filter): string[] => {
  const titled = (list.variants ?? []).flatMap(Object.keys)
  const words = Object.entries(filter).flatMap(([name, value]) => {
    if (titled.includes(name) || name === 'sort' || value === false || value === undefined) return []
    if (value === true) return [name]
    if (typeof value === 'string') return [value]
    if (typeof value !== 'number') return []
    // The end of a range is the first instant after it.
    const day = businessDay(name.endsWith('To') ? value - 1 : value)
    return [name.endsWith('To') ? `-${day}` : day]
  })
  const joined = words.join(' ').replaceAll(' -', '–').slice(0, mostOfFilter).trim()
  return joined ? [joined] : []
}

/** Numbers the exports of one title on one day from 1, so that no two files of a day share a name. */
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
