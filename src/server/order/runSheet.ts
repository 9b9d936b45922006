import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Counts, OrderSheet } from '../../machines/orderSheet.ts'
import { staffTimes } from '../../machines/staffRules.ts'
import type { Cell } from '../../services/columns.ts'
import { orderColumns } from '../../services/order.columns.ts'
import * as order from '../../services/order.ts'
import { withPeople } from '../approval/row.ts'
import { rulesAt } from '../inForce.ts'
import { keepFile } from '../jobs/keepFile.ts'
import { noteRecords } from '../jobs/noteRecords.ts'
import { say } from '../kit/i18n.ts'
import { type Head, sheetColumns } from '../lists/exportable.ts'
import { workbook } from '../lists/workbook.ts'
import type { Server } from '../server.ts'
import { withinScope } from '../staff/appScope.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Effect, Shift } from '../store/outbox.ts'
import { wholeOrders } from './lists.ts'

const lookedUpAtATime = 2_000
const writtenAtATime = 500

/** Looks up the next rows, or writes the file after the last one. Another worker resumes after the rows done. */
export const runSheet =
  (server: Server): Effect<'orderSheet'> =>
  async ({ stream }, shift) => {
    const { db, store, sessions, clock } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    if (value !== 'running') return undefined
    const asker = await sessions.current(context.asker)
    if (!asker?.may(order.uploadSheet.interface))
      return { event: { type: 'sheetFailed', by: 'SYS', at: clock.now(), reason: 'notPermitted' } }
    const { numAffectedRows: done } = await sql`
      update order_sheet_row set result = case when exists (
        select 1 from approval where ${sql.join([sql`order_no = text`, ...withinScope({ staff: asker })], sql` and `)}
      ) then 'known' else 'unknown' end
      where sheet = ${id} and n in (
        select n from order_sheet_row where sheet = ${id} and result is null order by n limit ${lookedUpAtATime})`.execute(
      db.sql,
    )
    if (done) return { again: 0 }
    return writeFile(server, { id, context, asker }, shift)
  }

type Run = { id: string; context: OrderSheet; asker: Staff }

const heads: (Head & { words: string })[] = [
  { head: 'order:sheet.row', kind: 'number', words: '' },
  { head: 'approval:screen.orderNo', kind: 'text', words: '' },
  { head: 'order:sheet.result', kind: 'text', words: '' },
]
// The order number has its own column before these.
const { orderNo: _, ...facts } = sheetColumns(orderColumns)

const writeFile = async (server: Server, { id, context, asker }: Run, { stopping }: Shift): ReturnType<Effect> => {
  const { db, ids, clock } = server
  const { language } = context.wanted!
  const title = say(language, 'routes:excelList')
  const sheet = {
    title,
    heads: [...heads, ...Object.values(facts)].map(({ head, kind }) => ({ head, kind, words: say(language, head) })),
    pages: pagesOf(server, { id, asker }, (key) => say(language, key)),
  }
  // An interrupted attempt leaves chunks under another name.
  const file = ids()
  const bytes = await keepFile(db, { run: 'order_sheet_run', id, file }, workbook(sheet), stopping)
  if (typeof bytes !== 'number') return bytes
  const name = `${title} ${businessDay(context.requestedAt)}.xlsx`
  const counts = await countsOf(server, id)
  return {
    event: {
      type: 'sheetFinished',
      by: 'SYS',
      at: clock.now(),
      file,
      name,
      bytes,
      reach: asker.apps,
      ...counts,
      fileTtl: staffTimes(await rulesAt({ db }, 'staffRules', clock.now())).fileTtl,
    },
    writes: async (tx) => {
      await tx.deleteFrom('order_sheet_run').where('id', '=', id).execute()
      await tx.deleteFrom('export_chunk').where('export', '=', id).where('file', '!=', file).execute()
    },
  }
}

const countsOf = async ({ db }: Server, id: string): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where result = 'known')::int as known, count(*) filter (where result = 'unknown')::int as unknown,
      count(*) filter (where result = 'duplicate')::int as duplicate, count(*) filter (where result = 'invalid')::int as invalid
    from order_sheet_row where sheet = ${id}`.execute(db.sql)
  return rows[0]!
}

/** Pages of cells in the sheet's row order: number, text, result and, for a known order, its current facts. */
async function* pagesOf(
  server: Server,
  { id, asker }: Pick<Run, 'id' | 'asker'>,
  inWords: (key: string) => string,
): AsyncGenerator<Cell[][]> {
  const { db } = server
  for (let [after, page] = [0, 1]; ; page += 1) {
    const rows = await db.sql
      .selectFrom('order_sheet_row')
      .select(['n', 'text', 'result'])
      .where('sheet', '=', id)
      .where('n', '>', after)
      .orderBy('n')
      .limit(writtenAtATime)
      .execute()
    if (rows.length === 0) return
    const known = rows.flatMap(({ text, result }) => (result === 'known' ? [text] : []))
    const isOfPage = [sql`order_no = any(${known})`, ...withinScope({ staff: asker })]
    const ofPage = db.sql
      .selectFrom('approval')
      .select('order_no')
      .where(sql<boolean>`${sql.join(isOfPage, sql` and `)}`)
    const whole = await wholeOrders(server, await withPeople(db, ofPage).execute())
    const orders = new Map(whole.map((order) => [order.orderNo, order]))
    await noteRecords(
      db,
      id,
      page,
      whole.map(({ orderNo }) => `approval/${orderNo}`),
    )
    yield rows.map(({ n, text, result }) => {
      const one = result === 'known' ? orders.get(text) : undefined
      // The asker's app scope may have shrunk since the lookup.
      const outcome = result === 'known' && !one ? 'unknown' : result
      const cells = Object.values(facts).map(({ value }) => (one ? value(one, inWords) : null))
      return [n, text, inWords(`order:sheet.results.${outcome}`), ...cells]
    })
    after = rows.at(-1)!.n
    await setImmediate()
  }
}
