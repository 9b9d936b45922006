import { sql } from 'kysely'
import * as jobs from '../../services/jobs.ts'
import { noteSearchesIn } from '../audit/searches.ts'
import type { Tables } from '../db/tables.ts'
import { badInput, fieldIssues } from '../kit/inputIssues.ts'
import { notFound, Refused } from '../kit/refused.ts'
import { type Filter, filterParts, type Exportable, listNamed, type Exportables } from '../lists/exportable.ts'
import { pageOf } from '../lists/keyset.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Tx } from '../store/command.ts'
import { tallyOf } from './tally.ts'

const pageSize = 50
const mostListed = 10

type Wanted = { list: string; title: string; command: string; said: Filter; filter: Filter | null }
/** A row with the version the caller saw, if any: the rows of a filter are taken as they are found. */
type Row = Pick<Tables['bulk_row'], 'key' | 'version'>
/** The rows meant: `rows`, or those that a filter finds; `secret` is the filter's personal data. */
type Meant = { count: number; rows: readonly Row[]; secret: Filter }

/** Bulk commands: requested, listed and cancelled, each by its requester only. */
export const bulkHandlers = (server: Server, lists: Exportables) => {
  const { db, ids, handle } = server
  const { create, send } = commandsOf(server, 'bulk', ({ id }: { id: string }) => id)
  create(jobs.requestBulk, 'bulkRequested', async ({ list: name, filter, rows, command, said }, call) => {
    const list = listNamed(lists, name, call)
    const { open, secret } = filterParts(list, filter, call.language)
    mustTake(list, command, said, call)
    const whole = { ...open, ...secret }
    const wanted = { list: name, title: list.title(whole), command, said, filter: rows ? null : open }
    const ticked = [...new Map(rows?.map((row) => [row.key, row])).values()]
    if (!rows) await noteSearchesIn(server, { interface: list.interface, body: list.filter }, whole, call)
    const count = rows ? ticked.length : await list.count(whole, call)
    return requested(wanted, { count, rows: ticked, secret: rows ? {} : secret })
  })

  handle(jobs.previewBulk, async ({ list: name, filter }, call) => {
    const list = listNamed(lists, name, call)
    if (!list.facts) throw badInput([{ field: 'list', reason: 'choice' }], call.language)
    const { open, secret } = filterParts(list, filter, call.language)
    const whole = { ...open, ...secret }
    await noteSearchesIn(server, { interface: list.interface, body: list.filter }, whole, call)
    const rows = await list.count(whole, call)
    return { rows, facts: rows > policy.mostAtOnce ? null : await list.facts(whole, policy.mostAtOnce, call) }
  })

  create(jobs.repeatBulk, 'bulkRequested', async ({ id }, call) => {
    const { list, title, command, said } = await own(id, call.by)
    mustTake(listNamed(lists, list, call), command, said, call)
    // With the versions seen then: a requester who has not looked since has not seen later changes.
    const rows = await db.sql
      .selectFrom('bulk_row')
      .select(['key', 'version'])
      .where('bulk', '=', id)
      .where('result', '!=', 'done')
      .orderBy('n')
      .execute()
    return requested({ list, title, command, said, filter: null }, { count: rows.length, rows, secret: {} })
  })

  const requested = (wanted: Wanted, { count, rows, secret }: Meant) => {
    const id = ids()
    return {
      id,
      facts: { ...wanted, rows: count, limit: policy.mostAtOnce },
      writes: async (tx: Tx) => {
        await tx
          .insertInto('bulk_run')
          .values({ id, secret: JSON.stringify(secret), next: null })
          .execute()
        await sql`
          insert into bulk_row (bulk, n, key, version)
          select ${id}, ordinality - 1, value ->> 'key', (value ->> 'version')::int
          from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality`.execute(tx)
      },
    }
  }

  handle(jobs.cancelBulk, async ({ id }, call) => {
    await own(id, call.by)
    const event = { type: 'bulkCancelled' as const, ...stamp(call) }
    return send({ id }, call, event, { writes: (tx) => tx.deleteFrom('bulk_run').where('id', '=', id).execute() })
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
      const { words } = lists[list]!.elsewhere?.[command] ?? lists[list]!
      const action = `${words}:action.${command}`
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
    return pageOf(found, limit, ({ n }) => n)
  })

  /** Throws not found for another person's bulk command. */
  const own = async (id: string, by: string) => {
    const row = await db.sql.selectFrom('bulk').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.asker !== by) throw notFound()
    return row
  }
}

/** Refuses at once what every row would be refused for. */
const mustTake = (list: Exportable, command: string, input: Filter, { staff, language }: Call<Staff>) => {
  if (!Object.hasOwn(list.commands, command)) throw badInput([{ field: 'command', reason: 'choice' }], language)
  const endpoint = list.commands[command]!
  if (!staff.may(endpoint.interface)) throw new Refused(4030, 'errors:notPermitted')
  const parsed = endpoint.body.safeParse({ ...list.bodyOf('any'), version: 0, ...input })
  if (!parsed.success) throw badInput(fieldIssues(parsed.error.issues, input), language)
}
