import { sql } from 'kysely'
import * as jobs from '../services/jobs.ts'
import { tallyOf } from './bulk.tally.ts'
import { type Call, origin, stamp } from './call.ts'
import { badInput, fieldIssues } from './issues.ts'
import { type Filter, filterParts, type Listed, listNamed, type Lists } from './listed.ts'
import { notFound, Refused } from './refused.ts'
import { noteNarrowed } from './searches.ts'
import type { Server } from './server.ts'
import type { Staff } from './sessions.ts'
import { settings } from './settings.ts'

const pageSize = 50
const mostListed = 10

type Wanted = { list: string; title: string; command: string; said: Filter; filter: Filter | null }
/** Which rows: those with these keys, or those that a filter finds whose other part is personal data. */
type Meant = { rows: number; keys: readonly string[]; secret: Filter }

/** One command done to many rows: asked for, looked at and cancelled by whoever asked. */
export const bulkHandlers = (server: Server, lists: Lists) => {
  const { db, store, ids, handle } = server
  handle(jobs.requestBulk, async ({ list: name, filter, keys, command, said }, call) => {
    const list = listNamed(lists, name, call)
    const { open, secret } = filterParts(list, filter, call.language)
    mustTake(list, command, said, call)
    const whole = { ...open, ...secret }
    const wanted = { list: name, title: list.title(whole), command, said, filter: keys ? null : open }
    const picked = [...new Set(keys)]
    if (!keys) await noteNarrowed(server, { interface: list.interface, body: list.filter }, whole, call)
    const rows = keys ? picked.length : await list.count(whole, call)
    return request(wanted, { rows, keys: picked, secret: keys ? {} : secret }, call)
  })

  handle(jobs.repeatBulk, async ({ id }, call) => {
    const { list, title, command, said } = await own(id, call.by)
    mustTake(listNamed(lists, list, call), command, said, call)
    const refused = await db.sql
      .selectFrom('bulk_row')
      .select('key')
      .where('bulk', '=', id)
      .where('result', '!=', 'done')
      .orderBy('n')
      .execute()
    const keys = refused.map(({ key }) => key)
    return request({ list, title, command, said, filter: null }, { rows: keys.length, keys, secret: {} }, call)
  })

  const request = (wanted: Wanted, { rows, keys, secret }: Meant, call: Call<Staff>) => {
    const id = ids()
    return store.send({
      stream: `bulk/${id}`,
      event: { type: 'bulkRequested', ...stamp(call), ...wanted, rows, limit: settings.mostAtOnce },
      ...origin(call),
      writes: async (tx) => {
        await tx
          .insertInto('bulk_run')
          .values({ id, secret: JSON.stringify(secret), next: null })
          .execute()
        await sql`
          insert into bulk_row (bulk, n, key)
          select ${id}, ordinality - 1, value from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)
          with ordinality`.execute(tx)
      },
    })
  }

  handle(jobs.cancelBulk, async ({ id }, call) => {
    await own(id, call.by)
    return store.send({
      stream: `bulk/${id}`,
      event: { type: 'bulkCancelled', ...stamp(call) },
      ...origin(call),
      writes: (tx) => tx.deleteFrom('bulk_run').where('id', '=', id).execute(),
    })
  })

  handle(jobs.bulkStatus, async ({ id }, call) => {
    const { state, rows } = await own(id, call.by)
    const { done, refused } = await tallyOf(db, id)
    return { state, rows, done, refused }
  })

  handle(jobs.bulksOf, async (_body, call) => {
    const rows = await db.sql
      .selectFrom('bulk')
      .selectAll()
      .where('asker', '=', call.by)
      .orderBy('requested_at', 'desc')
      .orderBy('id')
      .limit(mostListed)
      .execute()
    const bulks = rows.map(async ({ id, state, rows: count, title, list, command, requested_at: requestedAt }) => {
      const { done, refused } = await tallyOf(db, id)
      const action = `${lists[list]!.words}:action.${command}`
      return { id, state, rows: count, done, refused, title, action, requestedAt }
    })
    return { bulks: await Promise.all(bulks) }
  })

  handle(jobs.bulkRows, async ({ id, refused, after = -1, limit = pageSize }, call) => {
    await own(id, call.by)
    let query = db.sql.selectFrom('bulk_row').select(['n', 'key', 'result']).where('bulk', '=', id)
    if (refused) query = query.where('result', '!=', 'done')
    const found = await query
      .where('n', '>', after)
      .orderBy('n')
      .limit(limit + 1)
      .execute()
    const rows = found.slice(0, limit)
    return { rows, next: found.length > limit ? rows.at(-1)!.n : null }
  })

  /** Somebody else's does not exist. */
  const own = async (id: string, by: string) => {
    const row = await db.sql.selectFrom('bulk').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.asker !== by) throw notFound()
    return row
  }
}

/** What every row would be refused for is refused at once. */
const mustTake = (list: Listed, command: string, said: Filter, { staff, language }: Call<Staff>) => {
  if (!Object.hasOwn(list.commands, command)) throw badInput([{ field: 'command', reason: 'choice' }], language)
  const endpoint = list.commands[command]!
  if (!staff.may(endpoint.interface)) throw new Refused(4030, 'errors:notPermitted')
  const parsed = endpoint.body.safeParse({ ...list.bodyOf('any'), version: 0, ...said })
  if (!parsed.success) throw badInput(fieldIssues(parsed.error.issues, said), language)
}
